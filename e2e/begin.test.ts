import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awkwardInstants, besideTwice, chooseBeginning } from './begin.ts';

const now = new Date('2026-11-21T16:10:00Z');

test('the awkward instants are the next ones of their kind', () => {
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

test('a beginning is random, or the one that the environment names', () => {
  assert.deepEqual(chooseBeginning({ now, asked: '', chance: 0 }).at, now);
  assert.equal(chooseBeginning({ now, asked: undefined, chance: 0.999 }).what, 'a Sunday');
  const drawn = Array.from({ length: 100 }, (_, index) =>
    chooseBeginning({ now, asked: '', chance: index / 100 })
      .at.toISOString()
      .slice(0, 10),
  );
  assert.deepEqual([...new Set(drawn)].toSorted(), ['2026-11-21', '2026-11-22', '2026-11-30', '2026-12-31']);
  assert.equal(
    chooseBeginning({ now, asked: '2027-02-28T22:30:00Z', chance: 0 }).at.toISOString(),
    '2027-02-28T22:30:00.000Z',
  );
  assert.deepEqual(chooseBeginning({ now, asked: 'now', chance: 0.5 }).at, now);
  assert.throws(() => chooseBeginning({ now, asked: 'soon', chance: 0 }), /E2E_BEGINS must be an instant/);
});

test('a beginning is never close to the hour that Berlin has twice', () => {
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
