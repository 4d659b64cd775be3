import assert from 'node:assert/strict';
import { test } from 'vitest';
import { daysOf, sayPostDay } from './post-days.ts';

test('posts are listed under their days in order', () => {
  const posts = [
    { id: 1, day: '2026-11-21', timezone: 'Europe/Berlin' },
    { id: 2, day: '2026-11-21', timezone: 'UTC' },
    { id: 3, day: '2026-11-22', timezone: 'UTC' },
  ];
  assert.deepEqual(
    daysOf(posts).map(({ day, timezone, posts: of }) => [day, timezone, of.map(({ id }) => id)]),
    [
      ['2026-11-21', 'Europe/Berlin', [1, 2]],
      ['2026-11-22', 'UTC', [3]],
    ],
  );
});

const night = new Date('2026-11-21T23:30:00Z');
const sayings = [
  ['2026-11-21', 'UTC', 'Today, Saturday, 21 November'],
  ['2026-11-21', 'Europe/Berlin', 'Yesterday, Saturday, 21 November'],
  ['2026-11-23', 'Europe/Berlin', 'Tomorrow, Monday, 23 November'],
  ['2026-11-30', 'UTC', 'Monday, 30 November'],
  ['2027-01-01', 'UTC', 'Friday, 1 January 2027'],
] as const;
for (const [day, zone, said] of sayings) {
  test(`${day} in ${zone} is written ${said}`, () => {
    assert.equal(sayPostDay(day, { now: night, zone }), said);
  });
}
