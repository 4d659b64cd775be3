import assert from 'node:assert/strict';
import { test } from 'vitest';
import { freeSlots } from './free-slots.ts';

const now = new Date('2026-06-01T08:30:00Z');
const given = { time: '10:00', zone: 'UTC', now };
const days = (...posts: number[]) => posts.map((count, at) => ({ date: `2026-06-0${at + 1}`, posts: count }));

test('the next three empty days are proposed in their order', () => {
  assert.deepEqual(
    freeSlots(days(2, 0, 1, 0, 0, 0), given).map(({ date, time, posts }) => [date, time, posts]),
    [
      ['2026-06-02', '10:00', 0],
      ['2026-06-04', '10:00', 0],
      ['2026-06-05', '10:00', 0],
    ],
  );
});

test('in a full fortnight the days with the fewest posts are proposed', () => {
  assert.deepEqual(
    freeSlots(days(5, 3, 1, 4, 1, 2), given).map(({ date }) => date),
    ['2026-06-03', '2026-06-05', '2026-06-06'],
  );
});

test('a slot is at least an hour ahead, in the time of the zone', () => {
  const first = (zone: string, time: string) => freeSlots(days(0), { time, zone, now })[0]?.date;
  assert.equal(first('UTC', '09:29'), undefined);
  assert.equal(first('UTC', '09:30'), '2026-06-01');
  assert.equal(first('Europe/Berlin', '10:30'), undefined);
  assert.equal(first('Europe/Berlin', '11:30'), '2026-06-01');
});
