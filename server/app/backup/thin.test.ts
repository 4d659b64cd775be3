import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isDue } from './due.ts';
import { setsToKeep } from './thin.ts';

const daily = (days: number, end: string): Date[] =>
  Array.from({ length: days }, (_, back) => new Date(new Date(end).getTime() - back * 86_400_000));
const days = (kept: ReadonlySet<number>): string[] =>
  [...kept].toSorted((a, b) => b - a).map((at) => new Date(at).toISOString().slice(0, 10));

test('the newest sets of 7 days, 4 weeks and 12 months stay', () => {
  assert.deepEqual(days(setsToKeep(daily(800, '2026-11-27T02:30:00Z'))), [
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ]);
});

test('thinning every day keeps what thinning once would keep', () => {
  let sets: Date[] = [];
  for (const at of daily(500, '2026-11-27T02:30:00Z').toReversed()) {
    const kept = setsToKeep([...sets, at]);
    sets = [...sets, at].filter((set) => kept.has(set.getTime()));
  }
  assert.deepEqual(days(new Set(sets.map((at) => at.getTime()))), days(setsToKeep(daily(500, '2026-11-27T02:30:00Z'))));
});

test('several sets of a day leave the newest, and sets that are rare all stay', () => {
  const ofDay = ['2026-11-27T02:30:00Z', '2026-11-27T12:00:00Z', '2026-11-27T11:00:00Z'].map((at) => new Date(at));
  assert.deepEqual([...setsToKeep(ofDay)], [new Date('2026-11-27T12:00:00Z').getTime()]);
  const rare = ['2024-01-05T00:00:00Z', '2025-03-01T00:00:00Z', '2026-11-27T00:00:00Z'].map((at) => new Date(at));
  assert.equal(setsToKeep(rare).size, 3);
  assert.equal(setsToKeep([]).size, 0);
});

test('a backup is due once a day at its time, and an hour after a failure', () => {
  const now = new Date('2026-11-27T02:31:00Z');
  const cases: [string | null, string | null, boolean][] = [
    [null, null, true],
    ['2026-11-26T02:31:00Z', null, true],
    ['2026-11-27T02:29:00Z', null, true],
    ['2026-11-27T02:30:00Z', null, false],
    ['2026-11-27T02:30:00Z', '2026-11-27T02:30:00Z', false],
  ];
  const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
  for (const [triedAt, failedAt, expected] of cases)
    assert.equal(
      isDue({ at: '02:30', now, triedAt: instant(triedAt), failedAt: instant(failedAt) }),
      expected,
      String(triedAt),
    );
  const failed = new Date('2026-11-27T02:30:00Z');
  for (const [minutes, expected] of [
    [59, false],
    [60, true],
  ] as const)
    assert.equal(
      isDue({ at: '02:30', now: new Date(failed.getTime() + minutes * 60_000), triedAt: failed, failedAt: failed }),
      expected,
    );
  assert.equal(isDue({ at: '23:00', now, triedAt: new Date('2026-11-26T23:00:00Z'), failedAt: null }), false);
});
