/** Pausing: what is stopped, what is not, and what time does not do to it meanwhile. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '#db/testing.ts';
import { claimDue } from './claim.ts';
import { publishDelivery } from './deliver.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { fenceOf } from './fence.ts';
import { checkLedger } from './ledger.ts';
import { startPublisher } from './loop.ts';
import { holdPausedOf, pausePlace, type PausePlace } from './pause.ts';
import { moveSchedule, cancelForSchedule, releaseWaiting, resolveDelivery } from './queries.ts';
import { planResume, resumePlace } from './resume.ts';
import { runOn } from './statements.ts';
import { aClock, aNetwork, answers, aSchedule, aWorker, deliveriesOf, posts, statesOf } from './testing.ts';

const db = await testDatabase({ max: 20 });
const hour = 3600;

async function aStage(planned: Parameters<typeof aSchedule>[1] = {}) {
  await db.pool.query('delete from agencies');
  const clock = aClock();
  const outside = aNetwork();
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const schedule = await aSchedule(db, planned);
  const { agencyId, clientId, scheduleId, accountIds } = schedule;
  const places = {
    everything: { agencyId, scope: 'everything', id: null },
    client: { agencyId, scope: 'client', id: clientId },
    account: { agencyId, scope: 'account', id: accountIds[0] ?? '' },
  } as const satisfies Record<string, PausePlace>;
  const pause = (place: PausePlace) => db.asAgency(agencyId, (tx) => pausePlace(tx, { ...place, userId: clientId, now: clock.now() }));
  const resume = (place: PausePlace, choice: 'publish-now' | 'next-free-times' | 'skip' = 'publish-now') =>
    db.asAgency(agencyId, async (tx) => {
      const at = clock.now();
      const { fingerprint } = await planResume(tx, { ...place, at });
      return resumePlace(tx, { ...place, at, choice, fingerprint, now: at });
    });
  return {
    clock, ...outside, worker, ...schedule, places, pause, resume,
    states: () => statesOf(db, scheduleId),
    deliveries: () => deliveriesOf(db, scheduleId),
    inAgency: <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(agencyId, work),
    inOrder: async () => assert.deepEqual(await checkLedger(runOn(db.pool)), []),
  };
}

for (const scope of ['everything', 'client', 'account'] as const) {
  test(`what is claimed but not sent when ${scope} is paused is not sent, and is as if it had not been claimed`, async () => {
    const stage = await aStage();
    const [row] = await stage.worker.claim();
    assert.ok(row);
    assert.equal(await stage.pause(stage.places[scope]), true);
    await publishDelivery(stage.worker.engine, row);
    const [delivery] = await stage.deliveries();
    assert.deepEqual([delivery?.state, delivery?.tries, stage.feed], ['scheduled', 0, []]);
    assert.equal(await stage.worker.publishDue(), 0);
    await stage.inOrder();
    await stage.resume(stage.places[scope]);
    assert.equal(await stage.worker.publishDue(), 1);
    assert.deepEqual(await stage.states(), ['published']);
  });
}

test('what has passed the fence when it is paused finishes honestly', async () => {
  const stage = await aStage();
  stage.script.push(async (context, post) => {
    await context.fence({ payload: 'words' });
    await stage.pause(stage.places.everything);
    return post();
  });
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
  await stage.inOrder();
});

test('pausing what is paused changes nothing, not even since when', async () => {
  const stage = await aStage();
  await stage.pause(stage.places.client);
  const since = async () => (await db.pool.query<{ paused_at: Date }>('select paused_at from users where id = $1', [stage.clientId])).rows[0]?.paused_at;
  const first = await since();
  stage.clock.pass(60);
  assert.equal(await stage.pause(stage.places.client), false);
  assert.deepEqual(await since(), first);
});

/** Does work in a transaction of its own; a pause begun before its commit has to wait for it. */
async function pausedDuring(stage: Awaited<ReturnType<typeof aStage>>, work: (run: ReturnType<typeof runOn>) => Promise<unknown>): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await work(runOn(client));
    const before = { over: false };
    const paused = stage.pause(stage.places.everything).finally(() => { before.over = true; });
    const waits = async (): Promise<boolean> => (await db.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount !== 0;
    for (let round = 0; round < 500 && !(await waits()) && !before.over; round += 1) await sleep(5);
    assert.equal(before.over, false, 'the pause waits for what is under way');
    await client.query('commit');
    await paused;
  } finally {
    client.release();
  }
}

test('a claim that is under way when everything is paused is taken back', async () => {
  const stage = await aStage();
  const { engine } = stage.worker;
  const claimed: DeliveryRow[] = [];
  await pausedDuring(stage, async (run) => {
    claimed.push(...await claimDue(run, { worker: engine.worker, now: stage.clock.now(), leaseUntil: engine.leaseUntil(), limit: 1, rooms: new Map([['telegram', 1]]) }));
  });
  assert.equal(claimed.length, 1);
  assert.deepEqual(await stage.states(), ['scheduled']);
  const passage = { deliveryId: claimed[0]?.id ?? '', claim: claimed[0]?.claim ?? 0, fingerprint: '', remoteIds: {}, now: stage.clock.now(), leaseUntil: engine.leaseUntil() };
  assert.equal(await engine.passFence(passage), null);
});

test('a passage of the fence that is under way when everything is paused is committed before the pause', async () => {
  const stage = await aStage();
  const { engine } = stage.worker;
  const [row] = await stage.worker.claim();
  await pausedDuring(stage, (run) => fenceOf(run, engine.worker)({ deliveryId: row?.id ?? '', claim: row?.claim ?? 0, fingerprint: '', remoteIds: {}, now: stage.clock.now(), leaseUntil: engine.leaseUntil() }));
  assert.deepEqual(await stage.states(), ['sending']);
});

test('with a worker at full work nothing passes the fence once a pause is committed', async () => {
  const stage = await aStage({ items: 40, accounts: 12, frequency: 'hourly', origin: '2026-01-01 00:00' });
  await db.pool.query(`update deliveries set due_at = now() - interval '1 hour', next_at = now()`);
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const passedAt: number[] = [];
  const publish = stage.network.publish;
  Object.assign(stage.network, {
    publish: (...[content, account, context]: Parameters<typeof publish>) => publish(content, account, {
      ...context,
      fence: async (passage: Parameters<typeof context.fence>[0]) => {
        await sleep(random() * 12); // preparing: many are claimed and not yet through when the pause comes
        await context.fence(passage);
        passedAt.push(performance.now());
      },
    }),
  });
  const publisher = await startPublisher({
    db, networks: { telegram: stage.network }, files: stage.worker.engine.files, openCredentials: () => ({}), log: () => {}, concurrency: 50,
  });
  try {
    for (const place of [stage.places.everything, stage.places.client, stage.places.everything, stage.places.client]) {
      const before = stage.feed.length;
      while (stage.feed.length < before + 20) await sleep(2);
      await db.asAgency(stage.agencyId, (tx) => pausePlace(tx, { ...place, userId: stage.clientId, now: new Date() }));
      const attempts = async () => (await db.pool.query('select from attempts')).rowCount;
      const passed = await attempts();
      await sleep(300);
      assert.equal(await attempts(), passed, 'an attempt was committed after the pause');
      assert.deepEqual((await stage.states()).filter((state) => state === 'claimed' || state === 'sending'), []);
      const at = new Date();
      const resumed = await db.asAgency(stage.agencyId, async (tx) => {
        const { fingerprint } = await planResume(tx, { ...place, at });
        return resumePlace(tx, { ...place, at, choice: 'publish-now', fingerprint, now: at });
      });
      assert.equal(resumed.kind, 'resumed');
    }
  } finally {
    await publisher.stop();
  }
  assert.equal(new Set(stage.feed.map(({ marker }) => marker)).size, stage.feed.length, 'nothing went out twice');
  await stage.inOrder();
});

test('what falls due under a pause is out of the way of claims, and is neither missed nor failed however long it lasts', async () => {
  const stage = await aStage({ items: 3 });
  await stage.pause(stage.places.client);
  stage.clock.pass(60 * 24 * hour);
  await stage.worker.sweep();
  const due = await db.pool.query(`select from deliveries where state = 'scheduled' and next_at <= $1`, [stage.clock.now()]);
  assert.deepEqual([await stage.states(), due.rowCount], [['scheduled', 'scheduled', 'scheduled'], 0]);
  await stage.inOrder();
});

test('what waits for reconnection when it is paused does not run out of time', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'unauthorized', message: 'who?' }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['waiting']);
  await stage.pause(stage.places.client);
  stage.clock.pass(3 * 24 * hour);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['scheduled']);
  await stage.resume(stage.places.client);
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['waiting'], 'its account is still lost, and its day begins anew');
  await db.pool.query(`update social_accounts set status = 'connected'`);
  await stage.inAgency((tx) => releaseWaiting(tx, { agencyId: stage.agencyId, accountId: stage.places.account.id, now: stage.clock.now() }));
  assert.equal(await stage.worker.publishDue(), 1);
});

test('an account that is reconnected while it is paused does not send', async () => {
  const stage = await aStage();
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  await stage.worker.sweep();
  await stage.pause(stage.places.account);
  await db.pool.query(`update social_accounts set status = 'connected'`);
  await stage.inAgency((tx) => releaseWaiting(tx, { agencyId: stage.agencyId, accountId: stage.places.account.id, now: stage.clock.now() }));
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.resume(stage.places.account);
  assert.equal(await stage.worker.publishDue(), 1);
});

test('a paused schedule is moved and deleted as any other', async () => {
  const stage = await aStage({ items: 2, frequency: 'hourly', origin: '2026-06-01 10:00' });
  await stage.pause(stage.places.everything);
  await stage.worker.sweep();
  const { agencyId, scheduleId, clock } = stage;
  await stage.inAgency((tx) => moveSchedule(tx, { agencyId, scheduleId, origin: '2026-06-02 09:00', zone: 'UTC', frequency: 'hourly', repurpose: false, now: clock.now() }));
  assert.deepEqual((await stage.deliveries()).map(({ next_at }) => next_at.toISOString().slice(0, 13)), ['2026-06-02T09', '2026-06-02T10']);
  assert.equal((await stage.resume(stage.places.everything)).kind, 'resumed');
  assert.equal(await stage.worker.publishDue(), 0, 'its time has not come');
  await stage.pause(stage.places.everything);
  assert.equal(await stage.inAgency((tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })), 2);
  await stage.resume(stage.places.everything);
  clock.pass(48 * hour);
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.inOrder();
});

test('what a person sends again while it is paused waits for the end of the pause', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await stage.pause(stage.places.client);
  const [failed] = await stage.deliveries();
  const decision = { agencyId: stage.agencyId, deliveryId: failed?.id ?? '', decision: 'publish-again', postUrl: '', now: stage.clock.now() } as const;
  assert.equal(await stage.inAgency((tx) => resolveDelivery(tx, decision)), 'done');
  await stage.worker.sweep();
  assert.equal(await stage.worker.publishDue(), 0);
  await stage.resume(stage.places.client);
  assert.equal(await stage.worker.publishDue(), 1);
  assert.equal(stage.feed.length, 1);
});

test('a post that is retried under a pause is tried again afterwards, with its time to be tried counted anew', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'later' }));
  await stage.worker.publishDue();
  await stage.pause(stage.places.account);
  stage.clock.pass(24 * hour);
  await stage.worker.sweep();
  await stage.resume(stage.places.account);
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 60, scope: 'account', message: 'later' }), posts);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(60);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published']);
});

test('a holding that meets the end of a pause leaves nothing behind', async () => {
  const stage = await aStage({ items: 30, frequency: 'hourly', origin: '2026-06-01 01:00' });
  for (let round = 0; round < 8; round += 1) {
    await stage.pause(stage.places.everything);
    const [resumed] = await Promise.all([stage.resume(stage.places.everything), stage.worker.sweep(), stage.worker.sweep()]);
    assert.equal(resumed.kind, 'resumed');
    await stage.inOrder();
    await db.pool.query(`update deliveries set next_at = due_at`);
  }
  await stage.pause(stage.places.everything);
  const { agencyId, clock } = stage;
  assert.ok((await stage.inAgency((tx) => holdPausedOf(tx, { agencyId, now: clock.now() }))) > 0);
});
