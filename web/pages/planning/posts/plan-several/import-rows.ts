/** Rows of the sheet from cells that were pasted, or from a CSV file. */
import { networkIds, networkNames } from '#rules/eligibility.ts';
import { blankRow, type Row, type SheetAccount } from './rows.ts';

const names = {
  words: ['caption', 'text', 'words', 'post', 'message', 'description', 'content'],
  date: ['date', 'day'],
  time: ['time', 'hour'],
  accounts: ['accounts', 'account', 'networks', 'network', 'channels', 'channel'],
} as const;
type Field = keyof typeof names;

/** What was read: its rows, and the names of columns that nothing is taken from. */
export type Imported = { rows: Row[]; leftOut: string[] };

/** Reads a table; without a row of names, its first column is the captions. */
export function importedRows(table: readonly (readonly string[])[], accounts: readonly SheetAccount[]): Imported {
  const [head = [], ...rest] = table;
  const fields = head.map((cell) => fieldOf(cell));
  const hasNames = fields.includes('words');
  const columns = hasNames ? fields : head.map((_cell, index) => (index === 0 ? 'words' : null));
  const body = hasNames ? rest : table;
  return {
    rows: body.map((cells) => rowOf(cells, columns, accounts)).filter((row) => row !== null),
    leftOut: hasNames ? head.filter((cell, index) => columns[index] === null && cell.trim() !== '') : [],
  };
}

const fieldOf = (cell: string): Field | null => {
  const name = cell.trim().toLowerCase();
  if (name === '') return null;
  return (
    (['words', 'date', 'time', 'accounts'] as const).find((field) => names[field].some((one) => one === name)) ?? null
  );
};

function rowOf(
  cells: readonly string[],
  columns: readonly (Field | null)[],
  accounts: readonly SheetAccount[],
): Row | null {
  const cell = (field: Field) => (cells[columns.indexOf(field)] ?? '').trim();
  const words = cell('words');
  if (cells.every((one) => one.trim() === '')) return null;
  const date = dateIn(cell('date'));
  const time = timeIn(cell('time'));
  const isUnread = (cell('date') !== '' && date === null) || (cell('time') !== '' && time === null);
  return blankRow({
    words,
    at: date !== null && time !== null ? { date, time } : null,
    accounts: accountsIn(cell('accounts'), accounts),
    problem: isUnread ? 'Its date or time cannot be read' : '',
  });
}

/** A day as people and spreadsheets write it without doubt: '2026-12-03', '3.12.2026'. */
function dateIn(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [, day2 = '', month2 = '', year2 = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const date = `${year || year2}-${(month || month2).padStart(2, '0')}-${(day || day2).padStart(2, '0')}`;
  const at = new Date(`${date}T00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? null : date;
}

/** A time of day: '9:00', '18:30', '6:30 pm'. */
function timeIn(text: string): string | null {
  const [, hour = '', minute = '', half = ''] = /^(\d{1,2}):(\d\d)(?::\d\d)?(?: ?([ap])\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === '') return null;
  const given = Number(hour);
  if (half !== '' && (given < 1 || given > 12)) return null;
  const hours = half === '' ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Accounts by their names or their networks', separated by commas; null for those of the sheet. */
function accountsIn(text: string, accounts: readonly SheetAccount[]): string[] | null {
  const wanted = text
    .toLowerCase()
    .split(/[,;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (wanted.length === 0) return null;
  const networks = networkIds.filter((id) => wanted.includes(id) || wanted.includes(networkNames[id].toLowerCase()));
  return accounts
    .filter(({ type, username }) => networks.includes(type) || wanted.includes(username.toLowerCase()))
    .map(({ id }) => id);
}
