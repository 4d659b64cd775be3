import assert from 'node:assert/strict';
import { test } from 'vitest';
import { importedRows } from './import-rows.ts';

const accounts = [
  { id: '1', type: 'telegram', username: 'Harbor' },
  { id: '2', type: 'twitter', username: 'harbor_coffee' },
] as const;

test('a table with names gives captions, times and accounts, and names the columns that are left out', () => {
  const { rows, leftOut } = importedRows(
    [
      ['Date', 'Time', 'Caption', 'Network', 'Note'],
      ['2026-12-03', '9:00', 'Winter beans', 'Telegram, nobody', 'x'],
      ['3.12.2026', '6:30 PM', 'Long table', 'harbor_coffee', ''],
      ['', '', '', '', ''],
      ['2026-02-30', '09:00', 'Never', '', ''],
      ['2026-12-03', '25:00', 'Never', '', ''],
      ['', '', 'Plain', '', ''],
    ],
    accounts,
  );
  assert.deepEqual(
    rows.map(({ words, at, accounts: own, problem }) => [words, at && `${at.date} ${at.time}`, own, problem]),
    [
      ['Winter beans', '2026-12-03 09:00', ['1'], ''],
      ['Long table', '2026-12-03 18:30', ['2'], ''],
      ['Never', null, null, 'Its date or time cannot be read'],
      ['Never', null, null, 'Its date or time cannot be read'],
      ['Plain', null, null, ''],
    ],
  );
  assert.deepEqual(leftOut, ['Note']);
});

test('times of twelve hours are read, and others that no clock shows are not', () => {
  const timeOf = (time: string) =>
    importedRows(
      [
        ['date', 'time', 'text'],
        ['2026-12-03', time, 'x'],
      ],
      accounts,
    ).rows[0]?.at?.time ?? null;
  assert.deepEqual(['12:00 am', '12:30 pm', '1:05 p.m.', '13:00 pm', '0:15 am', '09:60', '7'].map(timeOf), [
    '00:00',
    '12:30',
    '13:05',
    null,
    null,
    null,
    null,
  ]);
});

test('cells without names are captions in their first column', () => {
  const { rows, leftOut } = importedRows(
    [
      ['One', 'x'],
      ['Two', 'y'],
    ],
    accounts,
  );
  assert.deepEqual([rows.map(({ words }) => words), leftOut], [['One', 'Two'], []]);
});
