import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import { mostCounted } from '#rules/lists.ts';
import { UserError } from '../handlers.ts';

/** The number of rows in a page. */
export const pageSize = 25;

/** The id after which a cursor continues, or null at the start of a list. Throws a UserError for an invalid cursor. */
export function idAfter(cursor: string | undefined): string | null {
  if (cursor === undefined || cursor === '') return null;
  if (!/^[1-9]\d{0,17}$/.test(cursor)) throw unknownPage();
  return cursor;
}

/** The answer to an invalid cursor (422). */
export const unknownPage = (): UserError =>
  new UserError('This page of the list is not known. Please reload.', { status: 422 });

/**
 * Cuts a page out of up to pageSize + 1 rows; `next` is the id of its last row when there is more, or another row's by
 * which the list is ordered.
 */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  orderedBy: (row: Row) => string = ({ id }) => id,
): { rows: Row[]; next: string | null } {
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return { rows: rows.slice(0, pageSize), next: last === undefined ? null : orderedBy(last) };
}

/**
 * The number of rows that a `from … where …` finds, up to `mostCounted` + 1. NOTE the limit is part of the text: with a
 * parameter PostgreSQL expects a tenth of the rows, and prepares to read them all.
 */
export async function countFound(tx: Tx, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${countOf(found)} as n`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Like `countFound`, as a value in a larger statement. */
export const countOf = (found: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select ${found} limit ${sql.lit(mostCounted + 1)}) counted)`;

/** A search word as a `like` pattern that matches it anywhere; its own wildcards are escaped. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
