/** What fell due while nothing ran. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { markMissed } from './late.ts';
import { runOn } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, statesOf } from '../testing.ts';

const db = await testDatabase();
const hour = 3600;

/**
 * 31 items at one an hour, after a downtime that ends on 2 June at 18:00: the first fell due 30 hours before, the last
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
    /** Publishes as a worker does until no delivery is due any more. */
    async publishAll({ swept = true } = {}): Promise<void> {
      if (swept) await worker.sweep();
      while ((await worker.publishDue()) > 0);
    },
  };
}

const titles = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `item ${first + index}`);

test('deliveries up to 24 hours late after a downtime go oldest first; the others are missed', async () => {
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
  test(`late deliveries keep their account’s pace or are missed (${swept ? 'after' : 'before'} a sweep)`, async () => {
    const stage = await aSilence({ gapSeconds: 2 * hour });
    const sentAt: string[] = [];
    for (let hours = 0; hours < 60; hours += 1) {
      const before = stage.feed.length;
      await stage.publishAll({ swept });
      assert.ok(stage.feed.length - before <= 1, 'one at a time');
      if (stage.feed.length > before) sentAt.push(`${hours} h: ${stage.feed.at(-1)?.title ?? ''}`);
      stage.clock.pass(hour);
    }
    // Every two hours, the oldest that is at most 24 hours late: two hours after item 7, item 8 would be 25 hours
    // late.
    assert.deepEqual(sentAt.slice(0, 3), ['0 h: item 7', '2 h: item 9', '4 h: item 11']);
    assert.deepEqual([sentAt.length, sentAt.at(-1)], [13, '24 h: item 31']);
    assert.ok((await stage.states()).every((state) => state === 'published' || state === 'missed'));
    assert.deepEqual(await checkLedger(runOn(db.pool)), []);
  });
}

test('the operator’s own limit of lateness applies after a downtime', async () => {
  const stage = await aSilence({}, { lateLimitHours: 2 });
  await stage.publishAll();
  assert.deepEqual(
    stage.feed.map(({ title }) => title),
    titles(29, 31),
  );
});

test('a delivery missed during a downtime goes out when a person decides so, however late', async () => {
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

for (const [what, pause] of [
  ['a schedule', 'update deliveries set paused = true'],
  ['an account', 'update social_accounts set paused_at = now()'],
  ['a client', 'update users set paused_at = now()'],
  ['an agency', 'update agencies set paused_at = now()'],
  ['an agency that has not paid', 'update agencies set suspended_at = now()'],
] as const)
  test(`late deliveries of ${what} under a pause are not missed`, async () => {
    const stage = await aSilence({ items: 2 });
    await db.pool.query(pause);
    // A sweep holds paused posts first, but a pause may begin right after that.
    assert.equal(await markMissed(stage.worker.engine), 0);
    assert.deepEqual(await stage.states(), ['scheduled', 'scheduled']);
  });
