/**
 * Renewing against the sandbox's X: single-use refresh tokens, two processes, and the sandbox's feed as the record of
 * what was posted.
 */
import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { joined } from '#networks/testing-consent.ts';
import { aStage as aTwitter } from '#networks/twitter/testing.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { anAccountWith } from '../../people/accounts/testing-renewing.ts';
import { publishDelivery } from '../../publishing/engine/publish.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { aWorker, statesOf } from '../../publishing/testing.ts';
import { aServer } from '../testing/server.ts';
import { renewingOf } from './testing-renewals.ts';

const app = { clientId: 'sandbox-app', clientSecret: 'sandbox-secret' };
const persona = '1510000000000000001';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
const http = openHttp({ allowPrivateHosts: [] });
const { network, feed, control } = aTwitter({ sandbox, http });
afterAll(async () => {
  await http.close();
  await sandbox.stop();
});

/** An account of X connected as a person would, with posts due now, and workers that share only the database. */
async function anAccountOfX({ items }: { items: number }) {
  await control('reset', {});
  sandbox.clock.aheadMs = 0;
  const clock = {
    now: () => new Date(Date.now() + sandbox.clock.aheadMs),
    pass: (seconds: number) => {
      sandbox.clock.aheadMs += seconds * 1000;
    },
    set: () => {},
  };
  const account = await joined(network.consent, persona);
  const { services, db } = await aServer({
    networks: { twitter: network },
    clock: clock.now,
    config: { apps: { twitter: app } },
  });
  const due = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  const { credentials, expiresAt, externalId } = account;
  const { scheduleId } = await anAccountWith(
    { services, db },
    { credentials, expiresAt: expiresAt ?? null, externalId },
    { network: 'twitter', items, frequency: 'hourly', origin: due },
  );
  await db.pool.query(
    `update deliveries set due_at = now() - interval '1 minute', next_at = now() - interval '1 minute'`,
  );
  await db.pool.query(`update items set title = '', description = 'Fresh bread number ' || sequence`);
  await db.pool.query('update social_accounts set username = $1, profile = $2, app_client_id = $3', [
    account.username,
    JSON.stringify(account.profile),
    app.clientId,
  ]);
  const { lost, ...renewing } = renewingOf(services);
  const worker = () => aWorker(db, { networks: { twitter: network }, clock, ...renewing });
  return { clock, db, lost, worker, states: () => statesOf(db, scheduleId), renewals: renewing.renewals };
}

const bread = async (): Promise<string[]> =>
  (await feed())
    .map(({ text }) => text)
    .filter((text) => text.startsWith('Fresh bread'))
    .toSorted();

test('an account whose access ended days ago keeps posting, renewed from rotated tokens each time', async () => {
  const stage = await anAccountOfX({ items: 3 });
  const worker = stage.worker();
  for (let post = 0; post < 3; post += 1) {
    stage.clock.pass(2.5 * 3600);
    await stage.db.pool.query(`update social_accounts set free_at = '-infinity'`);
    assert.equal(await worker.publishDue(), 1);
  }
  assert.deepEqual(
    [await stage.states(), await bread(), stage.lost],
    [
      ['published', 'published', 'published'],
      ['Fresh bread number 1', 'Fresh bread number 2', 'Fresh bread number 3'],
      [],
    ],
  );
});

test('tokens that X ended early are renewed after its refusal, and the post is made once', async () => {
  const stage = await anAccountOfX({ items: 1 });
  const worker = stage.worker();
  await control('tokens', { network: 'twitter', persona, does: 'expire' });
  await worker.publishDue();
  await worker.publishDue();
  assert.deepEqual(
    [await stage.states(), (await bread()).length, stage.lost, await checkLedger(runOn(stage.db.pool))],
    [['published'], 1, [], []],
  );
});

test('an account that the person has removed at X waits to be reconnected, with one mail', async () => {
  const stage = await anAccountOfX({ items: 2 });
  await control('tokens', { network: 'twitter', persona, does: 'revoke' });
  const [first, second] = [stage.worker(), stage.worker()];
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([first.publishDue(), second.publishDue()]);
  await first.sweep();
  assert.deepEqual([await stage.states(), await bread(), stage.lost.length], [['waiting', 'waiting'], [], 1]);
});

test('a worker and another caller that need the account at once use one refresh token once', async () => {
  const stage = await anAccountOfX({ items: 1 });
  stage.clock.pass(3 * 3600);
  const worker = stage.worker();
  const claimed = await worker.claim();
  const [, other] = await Promise.all([
    Promise.all(claimed.map((delivery) => publishDelivery(worker.engine, delivery))),
    ...claimed.map((delivery) => stage.renewals.fresh({ row: delivery, refused: false })),
  ]);
  assert.equal(other?.kind, 'usable');
  assert.deepEqual([await stage.states(), (await bread()).length, stage.lost], [['published'], 1, []]);
});
