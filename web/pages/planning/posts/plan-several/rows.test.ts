import assert from 'node:assert/strict';
import { test } from 'vitest';
import { accountsOf, blankRow, csvOf, standingOf, type SheetAccount } from './rows.ts';
import { rhythmInWords, rowTimes, timesOf } from './times.ts';

const telegram: SheetAccount = { id: '1', type: 'telegram', username: 'Harbor' };
const youtube: SheetAccount = { id: '2', type: 'youtube', username: 'Harbor' };
const at = { date: '2026-12-03', time: '09:00' };
const fine = { accounts: [telegram], at, isPast: false };
const zone = 'Europe/Berlin';

test('a row says the worst of what keeps it from being planned', () => {
  const words = (part: object, known: object = {}) => standingOf(blankRow(part), { ...fine, ...known }).words;
  assert.equal(standingOf(blankRow(), fine).kind, 'blank');
  assert.equal(words({ words: 'Winter beans' }), 'Ready');
  assert.equal(words({ share: 0.417 }), 'Uploading 41 %');
  assert.equal(words({ words: ' ', problem: 'x' }), 'No caption');
  assert.equal(words({ words: 'x'.repeat(20_000) }), 'Ready');
  assert.equal(words({ words: 'x'.repeat(20_001) }), 'Too long');
  assert.equal(words({ words: 'Beans', isDouble: true }), 'Planned already');
  assert.equal(words({ words: 'Beans', isDouble: true, isWanted: true }), 'Ready');
  assert.equal(words({ words: 'Beans', problem: 'Too large' }), 'Too large');
  assert.equal(words({ words: 'Beans' }, { accounts: [] }), 'No account takes it');
  assert.equal(words({ words: 'Beans' }, { at: null }), 'No time');
  assert.equal(words({ words: 'Beans' }, { isPast: true }), 'Its time has passed');
});

test('a row goes to the chosen accounts that take its content', () => {
  const both = [telegram, youtube];
  assert.deepEqual(accountsOf(blankRow({ words: 'Beans' }), ['1', '2'], both), [telegram]);
  assert.deepEqual(accountsOf(blankRow({ words: 'Beans', accounts: ['2'] }), ['1'], both), []);
  assert.deepEqual(accountsOf(blankRow({ words: 'Beans' }), [], both), []);
});

test('times follow the days and times in order, leave out what has passed, and skip rows with an own time', () => {
  const now = new Date('2026-12-03T08:30:00Z'); // a Thursday, 09:30 in Berlin
  const rhythm = { days: [1, 2, 3, 4, 5], times: ['18:00', '09:00'], from: '2026-12-03' };
  assert.deepEqual(
    timesOf(rhythm, { count: 4, zone, now }).map(({ date, time }) => `${date} ${time}`),
    ['2026-12-03 18:00', '2026-12-04 09:00', '2026-12-04 18:00', '2026-12-07 09:00'],
  );
  assert.deepEqual(timesOf({ ...rhythm, days: [] }, { count: 1, zone, now }), []);
  assert.deepEqual(timesOf({ ...rhythm, times: [] }, { count: 1, zone, now }), []);
  const own = { date: '2026-12-24', time: '12:00' };
  assert.deepEqual(rowTimes([blankRow(), blankRow({ at: own }), blankRow()], rhythm, { zone, now }), [
    { date: '2026-12-03', time: '18:00' },
    own,
    { date: '2026-12-04', time: '09:00' },
  ]);
});

test('days and times are said in one line', () => {
  const words = (days: number[], times: string[]) => rhythmInWords({ days, times, from: '2026-12-03' });
  assert.equal(words([5, 1, 2, 3, 4], ['18:00', '09:00']), 'Mon–Fri 09:00, 18:00');
  assert.equal(words([1, 2, 3, 4, 5, 6, 7], ['09:00']), 'Every day 09:00');
  assert.equal(words([1, 3], ['09:00']), 'Mon, Wed 09:00');
  assert.equal(words([], []), 'No day no time');
});

test('the rows that are left are a CSV file whose cells no spreadsheet calculates', () => {
  const row = blankRow({ words: '=1+1 "now"' });
  assert.equal(
    csvOf([{ row, at, words: 'No caption' }]),
    '"Date","Time","Caption","File","Problem"\r\n"2026-12-03","09:00","\'=1+1 ""now""","","No caption"',
  );
});
