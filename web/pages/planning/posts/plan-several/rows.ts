/** The rows of the sheet: each becomes a post. */
import type { Data, Sent } from '#contract/index.ts';
import { isEligible, type NetworkId } from '#rules/eligibility.ts';
import { newUuid } from '../../../../lib/uuid.ts';

/** A file of the library. */
export type SheetFile = NonNullable<Data<'fetch-post'>['file']>;

/** One post to be planned. */
export type Row = {
  /** Names the post for the server, so that a repeated call plans nothing twice. */ key: string;
  words: string;
  file: SheetFile | null;
  /** How much of its file is uploaded, 0 to 1; null if none is under way. */ share: number | null;
  /** Its own accounts; null for those of the sheet. */ accounts: readonly string[] | null;
  /** Its own time; null for the next of the sheet's days and times. */ at: { date: string; time: string } | null;
  /** Why the server left it, or why its file is missing; '' for nothing. */ problem: string;
  /** The client gets it already. */ isDouble: boolean;
  /** The person wants it all the same. */ isWanted: boolean;
};

/** A row without anything. */
export const blankRow = (part: Partial<Row> = {}): Row => ({
  key: newUuid(),
  words: '',
  file: null,
  share: null,
  accounts: null,
  at: null,
  problem: '',
  isDouble: false,
  isWanted: false,
  ...part,
});

/** The most characters of a caption. */
export const mostWords = 20_000;

/** The most rows of a sheet. */
export const mostRows = 500;

/** Whether a row holds nothing, as the last one does. */
export const isBlank = ({ words, file, share, problem }: Row): boolean =>
  words.trim() === '' && file === null && share === null && problem === '';

/** An account of the client. */
export type SheetAccount = { id: string; type: NetworkId; username: string };

/** The accounts to which a row goes: the chosen ones that take its content. */
export function accountsOf(row: Row, ofSheet: readonly string[], all: readonly SheetAccount[]): SheetAccount[] {
  const chosen = row.accounts ?? ofSheet;
  const type = row.file === null ? 'text' : row.file.kind;
  return all.filter(({ id, type: network }) => chosen.includes(id) && isEligible(network, type));
}

/** How a row stands: only a ready one is planned. */
export type Standing = { kind: 'ready' | 'blank' | 'double' | 'wait' | 'problem'; words: string };

type Known = { accounts: readonly SheetAccount[]; at: { date: string; time: string } | null; isPast: boolean };

/** How a row stands, worst first, in a few words. */
export function standingOf(row: Row, { accounts, at, isPast }: Known): Standing {
  if (isBlank(row)) return { kind: 'blank', words: '' };
  if (row.share !== null) return { kind: 'wait', words: `Uploading ${Math.floor(row.share * 100)} %` };
  if (row.isDouble && !row.isWanted) return { kind: 'double', words: 'Planned already' };
  if (row.words.trim() === '') return { kind: 'problem', words: 'No caption' };
  if (row.words.length > mostWords) return { kind: 'problem', words: 'Too long' };
  if (row.problem !== '') return { kind: 'problem', words: row.problem };
  if (accounts.length === 0) return { kind: 'problem', words: 'No account takes it' };
  if (at === null) return { kind: 'problem', words: 'No time' };
  return isPast ? { kind: 'problem', words: 'Its time has passed' } : { kind: 'ready', words: 'Ready' };
}

/** A row as `plan-posts` takes it. */
export const sentRow = (
  { key, words, file }: Row,
  {
    accounts,
    at,
    timezone,
  }: { accounts: readonly SheetAccount[]; at: { date: string; time: string }; timezone: string },
): Sent<'plan-posts'>['posts'][number] => ({
  save_key: key,
  account_ids: accounts.map(({ id }) => id),
  words,
  file_id: file?.id ?? null,
  when: { ...at, timezone },
});

/** The rows as a CSV file, which can be imported again. */
export function csvOf(rows: readonly { row: Row; at: Row['at']; words: string }[]): string {
  const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = rows.map(({ row, at, words }) => [
    at?.date ?? '',
    at?.time ?? '',
    row.words,
    row.file?.name ?? '',
    words,
  ]);
  return [['Date', 'Time', 'Caption', 'File', 'Problem'], ...lines]
    .map((line) => line.map(cell).join(','))
    .join('\r\n');
}
