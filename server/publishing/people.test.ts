import { test } from 'node:test';
import assert from 'node:assert/strict';
import { testDatabase } from '#db/testing.ts';
import { publishDelivery } from './deliver.ts';
import { checkLedger } from './ledger.ts';
import {
  cancelForAccount, cancelForClient, cancelForItem, cancelForOccurrence, cancelForSchedule, cancelForStream, moveSchedule, publishFailedAgain, resolveDelivery,
} from './queries.ts';
import { runOn } from './statements.ts';
import { aClock, aNetwork, answers, aSchedule, aWorker, deliveriesOf, posts, postsSilently, statesOf } from './testing.ts';

const db = await testDatabase();

async function aStage(planned: Parameters<typeof aSchedule>[1] = {}) {
  await db.pool.query('delete from agencies');
  const clock = aClock();
  const outside = aNetwork();
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const schedule = await aSchedule(db, planned);
  const key = { agencyId: schedule.agencyId };
  return {
    clock, ...outside, worker, ...schedule,
    states: () => statesOf(db, schedule.scheduleId),
    deliveries: () => deliveriesOf(db, schedule.scheduleId),
    cancel: () => db.asAgency(key.agencyId, (tx) => cancelForSchedule(tx, { ...key, scheduleId: schedule.scheduleId, now: clock.now() })),
    move: (origin: string, zone = 'UTC') =>
      db.asAgency(key.agencyId, (tx) => moveSchedule(tx, { ...key, scheduleId: schedule.scheduleId, origin, zone, frequency: planned?.frequency ?? 'daily', repurpose: false, now: clock.now() })),
    decide: async (decision: Parameters<typeof resolveDelivery>[1]['decision'], { place = 0, postUrl = '' } = {}) => {
      const deliveryId = (await deliveriesOf(db, schedule.scheduleId))[place]?.id ?? '';
      return db.asAgency(key.agencyId, (tx) => resolveDelivery(tx, { ...key, deliveryId, decision, postUrl, now: clock.now() }));
    },
  };
}

test('deleting a schedule stops what is not posted and keeps the record of what was', async () => {
  const stage = await aStage({ items: 3 });
  await stage.worker.publishDue();
  assert.equal(await stage.cancel(), 2);
  assert.deepEqual(await stage.states(), ['published', 'cancelled', 'cancelled']);
  assert.deepEqual((await stage.deliveries()).map(({ occurrence }) => occurrence), ['posted', 'cancelled', 'cancelled']);
  stage.clock.pass(3 * 86_400);
  assert.equal(await stage.worker.publishDue(), 0);
});

test('a claimed delivery that is cancelled is not sent, and its account is free again', async () => {
  const stage = await aStage();
  const [row] = await stage.worker.claim();
  assert.ok(row);
  await stage.cancel();
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([await stage.states(), stage.feed], [['cancelled'], []]);
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('one that is cancelled while it is being sent is published if it got out, and not tried again if not', async () => {
  const stage = await aStage({ accounts: 2 });
  const cancelling = { done: false };
  stage.script.push(
    async (context, post) => {
      const outcome = await posts(context, post);
      await until(() => cancelling.done);
      return outcome;
    },
    async (context) => {
      await context.fence({ payload: '' });
      await until(async () => (await stage.states()).every((state) => state === 'sending'));
      await stage.cancel();
      cancelling.done = true;
      return { kind: 'rateLimited', retryAfterSeconds: 1, scope: 'account', message: '' };
    },
  );
  await stage.worker.publishDue();
  assert.deepEqual((await stage.states()).sort(), ['cancelled', 'published']);
});

test('an item, an account, a stream or a client that goes takes its open deliveries along, and no others', async () => {
  const stage = await aStage({ items: 2, accounts: 2 });
  const now = stage.clock.now();
  const { agencyId } = stage;
  const inAgency = <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(agencyId, work);
  assert.equal(await inAgency((tx) => cancelForItem(tx, { agencyId, itemId: stage.itemIds[0] ?? '', now })), 2);
  assert.deepEqual(await stage.states(), ['cancelled', 'cancelled', 'scheduled', 'scheduled']);
  assert.equal(await inAgency((tx) => cancelForAccount(tx, { agencyId, accountId: stage.accountIds[0] ?? '', now })), 1);
  assert.deepEqual((await stage.states()).filter((state) => state === 'scheduled').length, 1);
  assert.equal(await inAgency((tx) => cancelForStream(tx, { agencyId, streamId: stage.streamId, now })), 1);
  assert.equal(await inAgency((tx) => cancelForClient(tx, { agencyId, clientId: stage.clientId, now })), 0);
});

test('one occurrence can be taken out; a posted or foreign one cannot', async () => {
  const stage = await aStage({ items: 2 });
  await stage.worker.publishDue();
  const [posted, open] = await stage.deliveries();
  const cancel = (occurrenceId: string, agencyId = stage.agencyId) =>
    db.asAgency(agencyId, (tx) => cancelForOccurrence(tx, { agencyId, occurrenceId, now: stage.clock.now() }));
  assert.equal(await cancel(posted?.occurrence_id ?? ''), 'nothing-open');
  const { rows: [stranger] } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('other') returning id`);
  assert.equal(await cancel(open?.occurrence_id ?? '', stranger?.id), 'not-found');
  assert.equal(await cancel(open?.occurrence_id ?? ''), 'cancelled');
});

test('rescheduling moves what is not posted to the new time and zone, in order, and leaves the rest', async () => {
  const stage = await aStage({ items: 3 });
  await stage.worker.publishDue();
  assert.equal(await stage.move('2026-10-24 09:00', 'Europe/Berlin'), 2);
  const deliveries = await stage.deliveries();
  assert.deepEqual(deliveries.map(({ local_at }) => local_at), ['2026-06-01 12:00', '2026-10-24 09:00', '2026-10-25 09:00']);
  assert.deepEqual(deliveries.map(({ due_at }) => due_at.toISOString().slice(0, 16)), ['2026-06-01T12:00', '2026-10-24T07:00', '2026-10-25T08:00']);
  const { rows: [schedule] } = await db.pool.query<{ origin_local: string; timezone: string }>('select origin_local, timezone from schedules where id = $1', [stage.scheduleId]);
  assert.deepEqual(schedule, { origin_local: '2026-10-24 09:00', timezone: 'Europe/Berlin' });
});

test('a claimed delivery that is rescheduled is not sent until its new time', async () => {
  const stage = await aStage();
  const [row] = await stage.worker.claim();
  assert.ok(row);
  await stage.move('2026-06-01 13:00');
  await publishDelivery(stage.worker.engine, row);
  assert.deepEqual([await stage.states(), stage.feed], [['scheduled'], []]);
  stage.clock.pass(3600);
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});

test('rescheduling takes missed ones along and changes nothing where everything is posted', async () => {
  const stage = await aStage({ items: 2, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed', 'missed']);
  assert.equal(await stage.move('2026-06-02 12:00'), 2);
  assert.deepEqual((await stage.deliveries()).map(({ state, occurrence }) => [state, occurrence]), [['scheduled', 'scheduled'], ['scheduled', 'scheduled']]);
  stage.clock.pass(2 * 86_400);
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.equal(await stage.move('2026-07-01 12:00'), 0);
});

test('publish again sends what failed and nothing else', async () => {
  const stage = await aStage({ accounts: 2 });
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  const place = (await stage.states()).indexOf('failed');
  assert.equal(await stage.decide('publish-again', { place: 1 - place }), 'not-now');
  assert.equal(await stage.decide('publish-again', { place }), 'done');
  assert.equal((await stage.deliveries())[0]?.occurrence, 'scheduled');
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual([await stage.states(), stage.feed.length], [['published', 'published'], 2]);
});

test('an item is sent again to every account where it failed, and to no other', async () => {
  const stage = await aStage({ accounts: 4 });
  const rejected = answers({ kind: 'rejected', message: 'no' });
  stage.script.push(rejected, rejected, answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  const before = await stage.deliveries();
  assert.deepEqual(before.map(({ state }) => state).toSorted(), ['failed', 'failed', 'published', 'uncertain']);
  const again = (agencyId = stage.agencyId, occurrenceId = before[0]?.occurrence_id ?? '') =>
    db.asAgency(agencyId, (tx) => publishFailedAgain(tx, { agencyId, occurrenceId, now: stage.clock.now() }));
  const { rows: [stranger] } = await db.pool.query<{ id: string }>(`insert into agencies (name) values ('other') returning id`);
  assert.equal(await again(stranger?.id), 'not-found');
  assert.equal(await again(), 'done');
  assert.equal(await stage.worker.publishDue(), 2);
  const after = await stage.deliveries();
  assert.deepEqual(after.map(({ state }) => state).toSorted(), ['published', 'published', 'published', 'uncertain']);
  assert.equal(stage.feed.length, 3);
  const untouched = ({ state }: { state: string }): boolean => state === 'published' || state === 'uncertain';
  for (const one of before.filter(untouched)) assert.deepEqual(after.find(({ id }) => id === one.id)?.tries, one.tries);
  assert.equal(await again(), 'not-now');
});

test('of an undecided one a person says that it is there, with its address, or has it sent again', async () => {
  const stage = await aStage({ accounts: 2 });
  stage.script.push(postsSilently, answers({ kind: 'unknown', message: '' }));
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['uncertain', 'uncertain']);
  const there = (await stage.deliveries()).findIndex(({ account_id }) => account_id === stage.accountIds[Number(stage.feed[0]?.account.split('-')[1]) - 1]);
  assert.equal(await stage.decide('it-is-there', { place: there, postUrl: 'https://t.me/x/1' }), 'done');
  assert.equal(await stage.decide('publish-again', { place: 1 - there }), 'done');
  await stage.worker.publishDue();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published', 'published'], 2]);
  assert.equal((await stage.deliveries())[there]?.post_url, 'https://t.me/x/1');
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

test('nobody is asked about an uncertain one while the account is still being read', async () => {
  const stage = await aStage();
  Object.assign(stage.network, { find: () => Promise.resolve({ kind: 'absent' }) });
  stage.script.push(postsSilently);
  await stage.worker.publishDue();
  assert.equal(await stage.decide('publish-again'), 'not-now');
});

test('a missed one is published now, or at the next free time of its schedule', async () => {
  const stage = await aStage({ items: 4, origin: '2026-05-30 11:00' });
  await stage.worker.sweep();
  assert.deepEqual(await stage.states(), ['missed', 'missed', 'scheduled', 'scheduled']);
  assert.equal(await stage.decide('publish-now', { place: 0 }), 'done');
  assert.equal(await stage.decide('next-free-time', { place: 1 }), 'done');
  // 2 June, the next step, is the fourth item's; the first free one after it is 3 June.
  assert.deepEqual((await stage.deliveries()).map(({ local_at }) => local_at.slice(0, 10)), ['2026-05-30', '2026-06-03', '2026-06-01', '2026-06-02']);
  await stage.worker.publishDue();
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['published', 'scheduled', 'published', 'scheduled']);
});

test('nothing is sent again for a schedule or an account that is gone', async () => {
  const stage = await aStage();
  stage.script.push(answers({ kind: 'rejected', message: 'no' }));
  await stage.worker.publishDue();
  await db.pool.query('update social_accounts set deleted_at = now()');
  assert.equal(await stage.decide('publish-again'), 'not-now');
  assert.equal(await db.asAgency(stage.agencyId, (tx) => resolveDelivery(tx, { agencyId: stage.agencyId, deliveryId: '999999', decision: 'publish-again', postUrl: '', now: stage.clock.now() })), 'not-found');
});

/** Polls until something is so. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail('it never came to be');
}
