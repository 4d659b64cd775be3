import assert from 'node:assert/strict';
import { putAhead } from './ahead.ts';
import { awkwardInstants, beginningOfCommit, besideTwice, namedBeginning, randomBeginning } from './begin.ts';
import { test } from './fixtures.ts';

const now = new Date('2026-11-21T16:10:00Z');

test('The awkward instants are the next ones of their kind', () => {
  assert.deepEqual(
    awkwardInstants(now).map(({ at }) => at.toISOString().slice(0, 16)),
    [
      '2026-11-21T16:10',
      '2026-11-21T23:50',
      '2026-11-21T21:50',
      '2026-11-22T00:05',
      '2026-11-22T09:30',
      '2026-11-30T22:10',
      '2027-02-28T22:30',
      '2026-12-31T16:00',
      '2027-03-28T00:20',
      '2027-10-30T18:30',
      '2026-11-22T13:00',
    ],
  );
  const leap = awkwardInstants(new Date('2028-01-05T00:00:00Z')).find(({ what }) => what.includes('February'));
  assert.equal(leap?.at.toISOString(), '2028-02-29T22:30:00.000Z');
});

test('A random beginning is one of the awkward instants of the next forty days', () => {
  assert.deepEqual(randomBeginning(now, 0).at, now);
  assert.equal(randomBeginning(now, 0.999).what, 'a Sunday');
  const drawn = Array.from({ length: 100 }, (_, index) =>
    randomBeginning(now, index / 100)
      .at.toISOString()
      .slice(0, 10),
  );
  assert.deepEqual([...new Set(drawn)].toSorted(), ['2026-11-21', '2026-11-22', '2026-11-30', '2026-12-31']);
});

test('E2E_BEGINS names an instant, or now', () => {
  assert.equal(namedBeginning(now, ''), undefined);
  assert.equal(namedBeginning(now, undefined), undefined);
  assert.equal(namedBeginning(now, '2027-02-28T22:30:00Z')?.at.toISOString(), '2027-02-28T22:30:00.000Z');
  assert.deepEqual(namedBeginning(now, 'now')?.at, now);
  assert.throws(() => namedBeginning(now, 'soon'), /E2E_BEGINS must be an instant/);
});

test('A commit always has the same kind of beginning, and all kinds occur', () => {
  const later = new Date(now.getTime() + 200 * 86_400_000);
  const commits = Array.from({ length: 60 }, (_, index) => `commit ${index}`);
  const kinds = commits.map((commit) => beginningOfCommit(now, commit).what);
  assert.deepEqual(
    commits.map((commit) => beginningOfCommit(later, commit).what),
    kinds,
  );
  assert.deepEqual([...new Set(kinds)].toSorted(), [
    'a Sunday',
    'before noon in Berlin',
    'shortly after midnight in UTC',
    'shortly before midnight in Berlin, winter or summer',
    'shortly before midnight in UTC',
    'the last hour of a month in Berlin',
  ]);
});

test('A beginning is never close to the hour that Berlin has twice', () => {
  const moved = (at: string): string => besideTwice(new Date(at)).toISOString().slice(0, 16);
  assert.deepEqual(
    [
      '2027-10-30T18:30Z',
      '2027-10-30T22:00Z',
      '2027-10-31T00:10Z',
      '2027-10-31T01:30Z',
      '2027-10-31T02:00Z',
      '2027-03-28T00:20Z',
    ].map(moved),
    [
      '2027-10-30T18:30',
      '2027-10-31T04:00',
      '2027-10-31T06:10',
      '2027-10-31T07:30',
      '2027-10-31T02:00',
      '2027-03-28T00:20',
    ],
  );
});

test('A clock that is put ahead twice is ahead by both, and given instants stay the same', () => {
  const real = Date;
  try {
    putAhead(3_600_000);
    putAhead(60_000);
    const ahead = Date.now() - real.now();
    assert.ok(Math.abs(ahead - 3_660_000) < 1_000, `ahead by ${ahead} ms`);
    assert.ok(Math.abs(new Date().getTime() - Date.now()) < 1_000);
    assert.ok(Math.abs(new Date(Date()).getTime() - Date.now()) < 2_000);
    assert.equal(new Date('2026-03-29T01:00:00Z').getTime(), 1_774_746_000_000);
    assert.equal(new Date(0).toISOString(), '1970-01-01T00:00:00.000Z');
    assert.equal(Date.UTC(2026, 0, 31), 1_769_817_600_000);
    assert.ok(new Date() instanceof Date);
  } finally {
    globalThis.Date = real;
  }
});
