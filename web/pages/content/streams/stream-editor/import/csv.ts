/** Reads a CSV file as texts of a stream: its encoding, its rows, and what each column contains. */
import { largestOf } from '#rules/numbers.ts';
import Papa from 'papaparse';
import { isBlankHtml } from '../text-drafts.ts';
import { paragraphsOf } from '#rules/captions.ts';
import { isSentences } from '#rules/table-of-texts.ts';
import { isInvisible } from '#rules/visible.ts';
import { sayCount } from '../../../../../lib/words.ts';

/**
 * A table read from a file, without its empty rows; `numbers` are the row numbers in the file, from 1. `separator` is
 * that of the file, '' if each row is one text.
 */
export type Table = { rows: string[][]; numbers: number[]; separator: string; problems: RowProblem[] };

/** What is wrong with a row; `row` is its number in the file, from 1. */
export type RowProblem = { row: number; message: string };

/** The columns, from 0, that contain each field; null for none. */
export type Columns = { title: number | null; text: number; hasNames: boolean; isHtml: boolean };

/** A row that can become an item. */
export type ImportedText = { row: number; title: string; value: string };

const most = { title: 300, text: 100_000 };

/** The largest accepted file in bytes, and the largest number of rows. */
export const limits = { bytes: 10_000_000, rows: 5000 };

/**
 * The text of a file: UTF-8 or UTF-16, with or without a byte order mark, otherwise Windows-1252, which old
 * spreadsheets write.
 */
export function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // In UTF-16, separators and line ends contain a zero byte in every script.
  const zeros = [0, 0];
  bytes.subarray(0, 4000).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > even) return 'utf-16le';
  return even > 0 ? 'utf-16be' : 'utf-8';
}

/** The possible separators; '' for rows of one text each. */
export const separators = [',', ';', '\t', '|', ''] as const;
export type Separator = (typeof separators)[number];

/** A separator that is in no text, so that each row is one cell. */
const inNoText = '\u001f';

/**
 * The rows of a CSV, split by the selected separator, otherwise by the one that a spreadsheet names in a first line of
 * its own (`sep=;`), otherwise by the one that splits them best.
 */
export function tableOf(text: string, chosen?: Separator): Table {
  const [hint = '', named] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const before = hint === '' ? 0 : 1;
  const body = text.slice(hint.length);
  const wanted = chosen ?? named;
  const delimiter = wanted === undefined ? guessedDelimiter(body) : wanted === '' ? inNoText : wanted;
  // Empty rows are removed afterwards, so that the others keep their numbers.
  const { data, errors, meta } = Papa.parse<string[]>(body, { delimiter });
  const rows = data.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === '') ? [] : [{ cells, number: at + 1 + before }],
  );
  const problems = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row = 0 }) => ({ row: row + 1 + before, message: 'A quotation mark is not closed' }));
  const taken = rows.slice(0, limits.rows + 1);
  return {
    rows: taken.map(({ cells }) => cells),
    numbers: taken.map(({ number }) => number),
    separator: meta.delimiter === inNoText ? '' : meta.delimiter,
    problems,
  };
}

/** The separator of a file; one that is in no text if its rows are sentences. */
function guessedDelimiter(body: string): string {
  const { data, meta } = Papa.parse<string[]>(body, {
    delimiter: '',
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
  });
  return isListOfTexts(data, { body, separator: meta.delimiter }) ? inNoText : meta.delimiter;
}

/**
 * Whether the split rows are sentences with commas rather than a table: no row names columns, and each comma is one of
 * a sentence, or fewer than four rows of five have the most frequent number of cells.
 */
function isListOfTexts(rows: readonly string[][], { body, separator }: { body: string; separator: string }): boolean {
  const [head = []] = rows;
  if (head.some((cell) => names.title.test(cell.trim()) || names.text.test(cell.trim()))) return false;
  if (isSentences(body, separator)) return true;
  const byWidth = Map.groupBy(rows, ({ length }) => length);
  const most = largestOf(
    [...byWidth.values()].map(({ length }) => length),
    0,
  );
  return most < rows.length * 0.8;
}

const names = {
  title: /^(title|headline|heading|name|titel|titre|título|titolo)$/i,
  text: /^(text|description|body|caption|content|post|words|beschreibung|texte|texto|testo)$/i,
};

/** What the columns of a table contain, as far as its first row says so. */
export function guessedColumns({ rows }: Table): Columns {
  const head = (rows[0] ?? []).map((cell) => cell.trim());
  const title = head.findIndex((cell) => names.title.test(cell));
  const text = head.findIndex((cell) => names.text.test(cell));
  const hasNames = title >= 0 || text >= 0;
  const widest = largestOf(
    rows.map(({ length }) => length),
    0,
  );
  if (!hasNames) return { title: widest > 1 ? 0 : null, text: widest > 1 ? 1 : 0, hasNames, isHtml: false };
  const free = title === 0 ? 1 : 0;
  return {
    title: title >= 0 ? title : null,
    text: text >= 0 ? text : Math.min(free, Math.max(0, widest - 1)),
    hasNames,
    isHtml: false,
  };
}

/** The names of the columns that hold something and contain none of the fields. */
export function leftOut(table: Table, { title, text, hasNames }: Columns): string[] {
  const cells = hasNames ? table.rows.slice(1) : table.rows;
  return columnNames(table, hasNames).filter(
    (_name, at) => at !== title && at !== text && cells.some((row) => (row[at] ?? '').trim() !== ''),
  );
}

/** The display name of each column: its name in the first row, or its position. */
export const columnNames = ({ rows }: Table, hasNames: boolean): string[] =>
  Array.from(
    {
      length: largestOf(
        rows.map(({ length }) => length),
        0,
      ),
    },
    (_none, index) => {
      const name = hasNames ? (rows[0]?.[index] ?? '').trim() : '';
      return name === '' ? `Column ${index + 1}` : name;
    },
  );

/**
 * The texts of a table and what is wrong with the other rows. Cells are plain text: what looks like a formula stays as
 * it is written. `formatted`: plain cells become paragraphs.
 */
export function textsOf(
  { rows, numbers, problems: unread }: Table,
  { columns, formatted }: { columns: Columns; formatted: boolean },
): { texts: ImportedText[]; problems: RowProblem[] } {
  const texts: ImportedText[] = [];
  const problems: RowProblem[] = [...unread];
  const broken = new Set(unread.map(({ row }) => row));
  rows.slice(0, limits.rows).forEach((cells, index) => {
    const row = numbers[index] ?? index + 1;
    if ((columns.hasNames && index === 0) || broken.has(row)) return;
    const title = wordsIn(cells, columns.title);
    const words = wordsIn(cells, columns.text);
    const value = formatted && !columns.isHtml ? paragraphsOf(words) : words;
    const message = problemOf({ title, value, isBlank: formatted ? isBlankHtml(value) : isInvisible(value) });
    if (message === null) texts.push({ row, title, value });
    else problems.push({ row, message });
  });
  if (rows.length > limits.rows)
    problems.push({
      row: numbers[limits.rows] ?? limits.rows + 1,
      message: `Only the first ${limits.rows} rows are imported`,
    });
  return { texts, problems: problems.toSorted((a, b) => a.row - b.row) };
}

const wordsIn = (cells: readonly string[], column: number | null): string =>
  column === null ? '' : (cells[column] ?? '').replaceAll('\0', '').trim();

function problemOf({ title, value, isBlank }: { title: string; value: string; isBlank: boolean }): string | null {
  if (isBlank) return 'The text is empty';
  if (title.length > most.title) return `The title has more than ${most.title} characters`;
  return value.length > most.text ? `The text has more than ${sayCount(most.text)} characters` : null;
}
