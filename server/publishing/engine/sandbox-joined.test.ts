import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { openNetworks } from '#networks/index.ts';
import type { Account, Network } from '#networks/network.ts';
import { readBack } from '#networks/read-back.ts';
import { joined } from '#networks/testing-consent.ts';
import { currentStatus } from '../../../sandbox/processing.ts';
import { aSandbox, mp4 } from '../../../sandbox/testing.ts';
import sentinels from '../../../sandbox/sentinels.json' with { type: 'json' };
import { checkLedger } from '../plan/ledger-check.ts';
import { runOn } from '../statements.ts';
import { aClock, aSchedule, aWorker, deliveriesOf } from '../testing.ts';

/** The networks with a consent page and the content for them; a sandbox user with all permissions. */
const cases = [
  { id: 'reddit', persona: 'sunrise', type: 'text' },
  { id: 'vimeo', persona: 'sunrise', type: 'video' },
  { id: 'twitter', persona: '1510000000000000001', type: 'text' },
  { id: 'linkedin', persona: 'sUnRiSe001', type: 'text' },
  { id: 'facebook', persona: '10158000000000001', type: 'text' },
  { id: 'youtube', persona: 'yt-sunrise', type: 'video' },
  { id: 'reddit', persona: 'sunrise', type: 'video' },
  { id: 'facebook', persona: '10158000000000001', type: 'video' },
] as const;

const db = await testDatabase();
const video = Buffer.concat([mp4(), Buffer.alloc(90_000)]);
const storage = {
  open: () => Promise.resolve({ body: Readable.from([video], { objectMode: false }), sizeBytes: video.byteLength }),
  put: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** Plans one item for an account, with its text in title and description, and a video if requested. */
async function plan(
  account: Account,
  { network, type, words }: { network: Network; type: 'text' | 'video'; words: string },
): Promise<string> {
  await db.pool.query('delete from agencies');
  await db.pool.query('delete from network_waits');
  const { scheduleId, agencyId } = await aSchedule(db, { network: network.id });
  await db.pool.query('update items set title = $1, description = $2', [words.slice(-60), words]);
  await db.pool.query('update social_accounts set external_id = $1, username = $2, profile = $3', [
    account.externalId,
    account.username,
    JSON.stringify(account.profile),
  ]);
  if (type === 'text') return scheduleId;
  await db.pool.query(`update streams set type = 'video'; update items set type = 'video'`);
  await db.pool.query(
    `with made as (
      insert into files (agency_id, name, kind, content_type, size_bytes, sha256, width, height, duration_ms)
      values ($1, 'video.mp4', 'video', 'video/mp4', $2, '\\x00', 640, 360, 3000)
      returning id
    )
    update items set file_id = (select id from made)`,
    [agencyId, video.byteLength],
  );
  return scheduleId;
}

/** Lets time pass until no delivery is open; returns the state of the delivery. */
async function settle(
  scheduleId: string,
  { network, account, sandbox }: { network: Network; account: Account; sandbox: Awaited<ReturnType<typeof aSandbox>> },
): Promise<string> {
  const clock = aClock();
  const worker = aWorker(db, {
    networks: { [network.id]: network },
    clock,
    openCredentials: () => account.credentials,
    files: { storage, mediaUrl: (name) => `https://files.test/${name}` },
  });
  for (let round = 0; round < 80; round += 1) {
    await worker.sweep();
    await worker.publishDue();
    await worker.settleDue();
    const [delivery] = await deliveriesOf(db, scheduleId);
    assert.ok(delivery);
    if (delivery.next_at.getTime() > clock.now().getTime() + 30 * 86_400_000) {
      assert.deepEqual(await checkLedger(runOn(db.pool)), []);
      return delivery.state;
    }
    const {
      rows: [token],
    } = await db.pool.query<{ free_at: Date }>('select free_at from social_accounts');
    const step = Math.min(3600, 2 ** round) * 1000;
    clock.set(
      new Date(Math.max(clock.now().getTime() + step, delivery.next_at.getTime(), token?.free_at.getTime() ?? 0)),
    );
    // The network processes by its own clock.
    sandbox.clock.aheadMs += 2000;
  }
  return assert.fail('it was never settled');
}

/** The number of live copies that a state allows, which the engine promises. */
const promised: Readonly<Record<string, (copies: number) => boolean>> = {
  published: (copies) => copies === 1,
  failed: (copies) => copies === 0,
  cancelled: (copies) => copies === 0,
  missed: (copies) => copies === 0,
  uncertain: (copies) => copies <= 1,
};

/** Posts that a network has accepted but not made visible. */
const notLive = ['failed', 'rejected', 'deleted'];

/** The outcomes of the attempts, in order. */
async function outcomesOf(scheduleId: string): Promise<(string | null)[]> {
  const { rows } = await db.pool.query<{ outcome: string | null }>(
    'select t.outcome from attempts t join deliveries d on d.id = t.delivery_id where d.schedule_id = $1 ' +
      'order by t.number',
    [scheduleId],
  );
  return rows.map(({ outcome }) => outcome);
}

const openAll = async (t: TestContext) => {
  const sandbox = await aSandbox(t);
  const { networks, close } = openNetworks(sandbox);
  t.onTestFinished(close);
  return { sandbox, networks };
};

for (const { id, persona, type } of cases) {
  test(`whatever ${id} does, a ${type} is published once, failed and absent, or left to a person`, async (t) => {
    const { sandbox, networks } = await openAll(t);
    const network = networks[id];
    assert.ok(network?.consent !== undefined);
    const spoken = sentinels.filter((each) => each.networks.includes(id) && each.kind !== 'slow');
    for (const [index, { text, kind }] of [{ text: 'all is well', kind: 'none' }, ...spoken].entries()) {
      sandbox.clock.aheadMs = 0;
      const account = await joined(network.consent, persona);
      const words = `${text} number ${index}x`;
      const scheduleId = await plan(account, { network, type, words });
      const state = await settle(scheduleId, { network, account, sandbox });
      const now = new Date(Date.now() + sandbox.clock.aheadMs);
      const copies = [...sandbox.state.posts.values()].filter(
        (post) =>
          post.network === id &&
          `${post.title}\n${post.text}`.includes(`number ${index}x`) &&
          !notLive.includes(currentStatus(post, now)),
      ).length;
      assert.ok(promised[state]?.(copies), `${text}: ${state} with ${copies} copies`);
      if (kind === 'none') assert.equal(state, 'published');
      const outcomes = await outcomesOf(scheduleId);
      // A network that can be read back leaves no existing post to a person; one that cannot is never sent a post
      // twice.
      const isAsked = readBack[id].length > 0;
      if (isAsked && copies === 1) assert.equal(state, 'published', text);
      if (!isAsked && outcomes.includes('unknown'))
        assert.deepEqual([state, outcomes.indexOf('unknown')], ['uncertain', outcomes.length - 1], text);
    }
    assert.ok(spoken.length > 10);
  });
}
