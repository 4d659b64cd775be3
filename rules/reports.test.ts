import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  bestHoursOf,
  completeSections,
  contractOf,
  growthOf,
  monthBounds,
  monthPlus,
  reportSections,
  weeksOf,
} from './reports.ts';

test('a month begins and ends at midnight of its zone, also if its clocks change within it', () => {
  const { from, to } = monthBounds({ month: '2026-03', zone: 'Europe/Berlin' });
  assert.deepEqual([from.toISOString(), to.toISOString()], ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
  assert.deepEqual([monthPlus('2026-12', 1), monthPlus('2026-01', -1)], ['2027-01', '2025-12']);
});

test('the weeks of a month are cut at its ends', () => {
  assert.deepEqual(
    weeksOf('2026-05').map(({ from, to, days }) => `${from} ${to} ${days}`),
    [
      '2026-05-01 2026-05-03 3',
      '2026-05-04 2026-05-10 7',
      '2026-05-11 2026-05-17 7',
      '2026-05-18 2026-05-24 7',
      '2026-05-25 2026-05-31 7',
    ],
  );
});

test('the weeks of a contract add up to its month, for any agreed number', () => {
  for (const month of ['2026-02', '2026-05', '2027-12'])
    for (let postsAWeek = 1; postsAWeek <= 30; postsAWeek += 1) {
      const { agreed, weeks } = contractOf({ month, postsAWeek, days: [] });
      assert.equal(
        weeks.reduce((sum, week) => sum + week.agreed, 0),
        agreed,
      );
      assert.ok(weeks.filter(({ days }) => days === 7).every((week) => Math.abs(week.agreed - postsAWeek) <= 1));
    }
});

test('a post counts in the week of its day, and not at all outside the month', () => {
  const days = ['2026-05-03', '2026-05-04', '2026-05-04', '2026-05-31', '2026-06-01'];
  const contract = contractOf({ month: '2026-05', postsAWeek: 7, days });
  assert.deepEqual([contract.agreed, contract.delivered], [31, 4]);
  assert.deepEqual(
    contract.weeks.map(({ agreed, delivered }) => [agreed, delivered]),
    [
      [3, 1],
      [7, 2],
      [7, 0],
      [7, 0],
      [7, 1],
    ],
  );
});

test('points grow by the latest reading of each post, by local day', () => {
  const at = (text: string) => new Date(text);
  const reads = [
    { postId: 'a', at: at('2026-05-01T10:00Z'), points: 5 },
    { postId: 'b', at: at('2026-05-01T22:30Z'), points: 1 },
    { postId: 'a', at: at('2026-05-02T10:00Z'), points: 8 },
    { postId: 'b', at: at('2026-05-05T10:00Z'), points: 0 },
  ];
  assert.deepEqual(
    growthOf(reads, 'Europe/Berlin').map(({ day, points }) => [day, points]),
    [
      ['2026-05-01', 5],
      ['2026-05-02', 9],
      ['2026-05-05', 8],
    ],
  );
});

test('hours are compared by the mean of their posts, once five are measured', () => {
  const post = (hour: string, points: number) => ({ publishedAt: new Date(`2026-05-01T${hour}:10Z`), points });
  const few = [post('08', 10), post('08', 30), post('09', 21), post('17', 1)];
  assert.deepEqual(bestHoursOf(few, 'UTC'), []);
  assert.deepEqual(
    bestHoursOf([...few, post('20', 2)], 'UTC').map(({ hour, mean, posts }) => [hour, mean, posts]),
    [
      [9, 21, 1],
      [8, 20, 2],
      [20, 2, 1],
    ],
  );
});

test('a choice of sections is completed by the missing ones, each once', () => {
  const all = completeSections([
    { id: 'posts', on: false },
    { id: 'posts', on: true },
    { id: 'summary', on: true },
  ]);
  assert.deepEqual(all.slice(0, 2), [
    { id: 'posts', on: false },
    { id: 'summary', on: true },
  ]);
  assert.deepEqual(all.map(({ id }) => id).toSorted(), reportSections.toSorted());
  assert.deepEqual(
    completeSections([]).filter(({ on }) => !on),
    [{ id: 'profit', on: false }],
  );
});
