import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addDays, dayBeside, dayByKey, daysBetween, rangeOf, startOfWeek, titleOf } from './days.ts';

test('a week begins on Monday', () => {
  assert.equal(startOfWeek('2026-11-21'), '2026-11-16');
  assert.equal(startOfWeek('2026-11-16'), '2026-11-16');
  assert.equal(startOfWeek('2026-11-22'), '2026-11-16');
});

test('days are counted across the ends of months, years and February', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2028-03-01', -1), '2028-02-29');
  assert.deepEqual(daysBetween('2026-10-24', '2026-10-27'), ['2026-10-24', '2026-10-25', '2026-10-26']);
  assert.deepEqual(daysBetween('2026-10-24', '2026-10-24'), []);
});

test('the month is shown in whole weeks, never more than six', () => {
  assert.deepEqual(rangeOf('month', '2026-11-21'), { from: '2026-10-26', to: '2026-12-07' });
  assert.deepEqual(rangeOf('month', '2027-02-10'), { from: '2027-02-01', to: '2027-03-01' });
  for (let day = '2026-01-15'; day < '2030-01-01'; day = dayBeside('month', day, 1)) {
    const { from, to } = rangeOf('month', day);
    assert.ok(daysBetween(from, to).length <= 42 && daysBetween(from, to).length % 7 === 0);
  }
});

test('the list shows only the month, and the day view only the day', () => {
  assert.deepEqual(rangeOf('list', '2026-11-21'), { from: '2026-11-01', to: '2026-12-01' });
  assert.deepEqual(rangeOf('day', '2026-11-30'), { from: '2026-11-30', to: '2026-12-01' });
});

test('a month later keeps the day if it exists', () => {
  assert.equal(dayBeside('month', '2026-01-31', 1), '2026-02-28');
  assert.equal(dayBeside('month', '2026-01-15', -1), '2025-12-15');
  assert.equal(dayBeside('week', '2026-12-30', 1), '2027-01-06');
});

test('a view is named after what it shows', () => {
  assert.equal(titleOf('month', '2026-11-21'), 'November 2026');
  assert.equal(titleOf('week', '2026-11-21'), '16 – 22 November 2026');
  assert.equal(titleOf('week', '2026-12-01'), '30 November – 6 December 2026');
  assert.equal(titleOf('day', '2026-11-21'), 'Saturday, 21 November 2026');
});

const moves: [string, string | undefined][] = [
  ['ArrowLeft', '2026-11-20'],
  ['ArrowRight', '2026-11-22'],
  ['ArrowUp', '2026-11-14'],
  ['ArrowDown', '2026-11-28'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['PageUp', '2026-10-21'],
  ['PageDown', '2026-12-21'],
  ['a', undefined],
];
for (const [key, expected] of moves) {
  test(`${key} goes from 21 November 2026 to ${expected ?? 'nowhere'}`, () => {
    assert.equal(dayByKey('2026-11-21', key), expected);
  });
}
