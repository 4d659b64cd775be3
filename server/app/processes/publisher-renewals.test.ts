/** The engine with real renewals: how an account's credentials affect its posts. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Network, Outcome, Refreshed } from '#networks/network.ts';
import { anAccountWith, app } from '../../people/accounts/testing-renewing.ts';
import { checkLedger } from '../../publishing/plan/ledger-check.ts';
import { runOn } from '../../publishing/statements.ts';
import { aClock, aNetwork, aWorker, deliveriesOf, statesOf } from '../../publishing/testing.ts';
import { aServer } from '../testing/server.ts';
import { renewingOf } from './testing-renewals.ts';

class TokenRefused extends Error {}

/** An account whose token 't0' is valid for `lifeSeconds`; each renewal issues the next token, valid for two hours. */
async function aRenewedAccount({
  lifeSeconds = 7200,
  known = true,
  leaseSeconds = 60,
}: { lifeSeconds?: number; known?: boolean; leaseSeconds?: number } = {}) {
  const clock = aClock();
  const outside = aNetwork({ id: 'reddit', canFind: true });
  const life = new Map([['t0', new Date(clock.now().getTime() + lifeSeconds * 1000)]]);
  const renewals: Refreshed[] = [];
  const accepts = { all: true };
  let renewed = 0;
  const refused: Outcome = { kind: 'unauthorized', message: 'token expired' };
  const isGood = (token = ''): boolean => accepts.all && (life.get(token) ?? clock.now()) > clock.now();
  const network: Network = {
    ...outside.network,
    publish: (content, account, context) =>
      outside.network
        .publish(content, account, {
          ...context,
          fence: async (step) => {
            await context.fence(step);
            if (!isGood(account.credentials['token'])) throw new TokenRefused();
          },
        })
        .catch((thrown: unknown) => {
          if (thrown instanceof TokenRefused) return refused;
          throw thrown;
        }),
    check: async (ticket, account, context) =>
      isGood(account.credentials['token']) ? (outside.network.check?.(ticket, account, context) ?? refused) : refused,
    refresh: () => {
      const scripted = renewals.shift();
      if (scripted) return Promise.resolve(scripted);
      renewed += 1;
      const expiresAt = new Date(clock.now().getTime() + 7_200_000);
      life.set(`t${renewed}`, expiresAt);
      return Promise.resolve({ kind: 'refreshed', credentials: { token: `t${renewed}` }, expiresAt });
    },
  };
  const { services, db } = await aServer({
    networks: { reddit: network },
    clock: clock.now,
    config: { apps: { reddit: app } },
  });
  const expiresAt = known ? (life.get('t0') ?? null) : null;
  const schedule = await anAccountWith(
    { services, db },
    { credentials: { token: 't0' }, expiresAt },
    { network: 'reddit' },
  );
  const { lost, ...renewing } = renewingOf(services);
  const worker = aWorker(db, { networks: { reddit: network }, clock, leaseSeconds, ...renewing });
  const account = async () =>
    (
      await db.pool.query<{ status: string; credentials_before: string }>(
        'select status, credentials_before from social_accounts',
      )
    ).rows[0];
  return {
    ...outside,
    clock,
    db,
    worker,
    renewals,
    accepts,
    lost,
    account,
    renewedTimes: () => renewed,
    states: () => statesOf(db, schedule.scheduleId),
    deliveries: () => deliveriesOf(db, schedule.scheduleId),
    sound: () => checkLedger(runOn(db.pool)),
  };
}

test('expired credentials are renewed before the post, and the old ones are deleted once it is out', async () => {
  const stage = await aRenewedAccount({ lifeSeconds: 0 });
  await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), stage.feed.length, stage.renewedTimes(), await stage.account()],
    [['published'], 1, 1, { status: 'connected', credentials_before: '' }],
  );
});

test('credentials that expire in the middle of a publish are renewed, and the post is made once', async () => {
  const stage = await aRenewedAccount({ lifeSeconds: 1200, leaseSeconds: 3600 });
  stage.script.push(async (context, post) => {
    stage.clock.pass(1201);
    await context.fence({ payload: 'words' });
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length, stage.renewedTimes()], [['scheduled'], 0, 1]);
  await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), stage.feed.length, stage.renewedTimes(), stage.lost, await stage.sound()],
    [['published'], 1, 1, [], []],
  );
});

test('a post that is refused with freshly renewed credentials waits for a person', async () => {
  const stage = await aRenewedAccount({ known: false });
  stage.accepts.all = false;
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), stage.renewedTimes(), stage.lost, (await stage.account())?.status],
    [['waiting'], 1, ['token expired'], 'needs-reconnecting'],
  );
});

test('a post that is refused on a network without renewal waits for a person at once', async () => {
  const stage = await aRenewedAccount({ known: false, lifeSeconds: 0 });
  stage.renewals.push({ kind: 'unauthorized', message: 'invalid_grant' });
  await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), stage.lost, (await stage.account())?.status],
    [['waiting'], ['token expired'], 'needs-reconnecting'],
  );
});

const passing: [string, Refreshed][] = [
  ['fails', { kind: 'unreachable', message: 'no route' }],
  ['must wait', { kind: 'rateLimited', retryAfterSeconds: 30, message: 'slow down' }],
];
for (const known of [true, false]) {
  for (const [what, answer] of passing) {
    test(`a renewal that ${what} ${known ? 'before' : 'after'} an attempt only delays the post`, async () => {
      const stage = await aRenewedAccount({ known, lifeSeconds: 0 });
      stage.renewals.push(answer);
      await stage.worker.publishDue();
      assert.deepEqual([await stage.states(), (await stage.account())?.status], [['scheduled'], 'connected']);
      stage.clock.pass(120);
      for (let turn = 0; turn < 3; turn += 1) await stage.worker.publishDue();
      assert.deepEqual([await stage.states(), stage.feed.length, stage.lost], [['published'], 1, []]);
    });
  }
}

test('a worker that dies while renewing refused credentials leaves the outcome of the post certain', async () => {
  const stage = await aRenewedAccount({ known: false, lifeSeconds: 0 });
  const [row] = await stage.worker.claim();
  const attempt = await stage.worker.engine.records.passFence({
    deliveryId: row?.id ?? '',
    claim: row?.claim ?? 0,
    fingerprint: '',
    remoteIds: {},
    now: stage.clock.now(),
    leaseUntil: stage.worker.engine.leaseUntil(),
  });
  await stage.worker.engine.records.noteRefused({ attemptId: attempt ?? '', deliveryId: row?.id ?? '' });
  stage.clock.pass(120);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['scheduled']);
  for (let turn = 0; turn < 3; turn += 1) await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), stage.feed.length, stage.lost, await stage.sound()],
    [['published'], 1, [], []],
  );
});

test('a post whose state is being looked up is not lost because credentials expire meanwhile', async () => {
  const stage = await aRenewedAccount({ known: false });
  stage.script.push(async (context) => {
    await context.fence({ payload: 'words' });
    return { kind: 'processing', ticket: { id: '1' }, checkAfterSeconds: 7300 };
  });
  stage.checks.push({ kind: 'published', postId: '9', postUrl: null });
  await stage.worker.publishDue();
  stage.clock.pass(7300);
  await stage.worker.settleDue();
  assert.deepEqual([await stage.states(), stage.renewedTimes(), stage.lost], [['published'], 1, []]);
});

test('a renewal that fails is tried again later, and keeps the account connected', async () => {
  const stage = await aRenewedAccount({ lifeSeconds: 0 });
  await stage.db.pool.query(`update social_accounts set credentials = 'damaged'`);
  await stage.worker.publishDue();
  assert.deepEqual(
    [await stage.states(), (await stage.account())?.status, stage.worker.events.includes('renewal-broke')],
    [['scheduled'], 'connected', true],
  );
});
