/** What fell due while nothing ran. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { checkLedger } from '../plan/ledger.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { runOn } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, statesOf } from '../testing.ts';

const db = await testDatabase();
const hour = 3600;

/**
 * Thirty hours of an item an hour, to be taken up at 2 June 18:00: the first one fell due 30 hours before, the last
 * just now.
 */
async function aSilence(planned: Parameters<typeof aSchedule>[1] = {}, options: { lateLimitHours?: number } = {}) {
  await db.pool.query('delete from agencies');
  const clock = aClock('2026-06-02T18:00:00Z');
  const outside = aNetwork();
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock, ...options });
  const schedule = await aSchedule(db, { items: 31, frequency: 'hourly', origin: '2026-06-01 12:00', ...planned });
  return {
    clock,
    ...outside,
    worker,
    ...schedule,
    states: () => statesOf(db, schedule.scheduleId),
    /** Publishes as a worker does until nothing is due any more. */
    async publishAll({ swept = true } = {}): Promise<void> {
      if (swept) await worker.sweep();
      while ((await worker.publishDue()) > 0);
    },
  };
}

const titles = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `item ${first + index}`);

test('is sent oldest first if it is at most 24 hours late, and missed where it is more', async () => {
  const stage = await aSilence();
  await stage.publishAll();
  const states = await stage.states();
  assert.deepEqual(
    states.slice(0, 6),
    Array.from({ length: 6 }, () => 'missed'),
  );
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    titles(7, 31),
    'item 7 is 24 hours late to the second',
  );
  assert.ok(states.slice(6).every((state) => state === 'published'));
  const missed = (await deliveriesOf(db, stage.scheduleId)).filter(({ state }) => state === 'missed');
  assert.ok(missed.every(({ message, occurrence }) => message.startsWith('Missed: ') && occurrence === 'failed'));
  assert.deepEqual(await checkLedger(runOn(db.pool)), []);
});

for (const swept of [true, false]) {
  test(
    `goes out at the account's pace, and what the line makes too late is missed, ${swept ? 'after' : 'before'} a ` +
      'sweep has seen it',
    async () => {
      const stage = await aSilence({ gapSeconds: 2 * hour });
      const sentAt: string[] = [];
      for (let hours = 0; hours < 60; hours += 1) {
        const before = stage.feed.length;
        await stage.publishAll({ swept });
        assert.ok(stage.feed.length - before <= 1, 'one at a time');
        if (stage.feed.length > before) sentAt.push(`${hours} h: ${stage.feed.at(-1)?.title ?? ''}`);
        stage.clock.pass(hour);
      }
      // Every two hours the oldest that is at most 24 hours late: two hours after item 7, item 8 would be 25 hours
      // late.
      assert.deepEqual(sentAt.slice(0, 3), ['0 h: item 7', '2 h: item 9', '4 h: item 11']);
      assert.deepEqual([sentAt.length, sentAt.at(-1)], [13, '24 h: item 31']);
      assert.ok((await stage.states()).every((state) => state === 'published' || state === 'missed'));
      assert.deepEqual(await checkLedger(runOn(db.pool)), []);
    },
  );
}

test('is held against the limit that the operator has set', async () => {
  const stage = await aSilence({}, { lateLimitHours: 2 });
  await stage.publishAll();
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    titles(29, 31),
  );
});

test('and was missed goes out when a person says so, however late it is by then', async () => {
  const stage = await aSilence({ items: 1 });
  await stage.publishAll();
  assert.deepEqual(await stage.states(), ['missed']);
  stage.clock.pass(100 * 24 * hour);
  const [delivery] = await deliveriesOf(db, stage.scheduleId);
  assert.equal(delivery?.message, deliveryMessages.missed);
  const { agencyId } = stage;
  await db.asAgency(agencyId, (tx) =>
    resolveDelivery(tx, {
      agencyId,
      deliveryId: delivery.id,
      decision: 'publish-now',
      postUrl: '',
      now: stage.clock.now(),
    }),
  );
  stage.clock.pass(60);
  await stage.publishAll();
  assert.deepEqual([await stage.states(), stage.feed.length], [['published'], 1]);
});
