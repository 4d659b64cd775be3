/** The orders of paged lists, and their cursors (keyset paging). */

import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { pageSize, unknownPage } from './paging.ts';

/** The expression that rows are compared by. It is never null: it also places rows without a value. */
export type SortKey = { value: RawBuilder<unknown>; type: 'text' | 'timestamptz' | 'boolean' | 'bigint' };

/**
 * A sort order: its keys, then the id, which separates equal rows, all in one direction. `sort` is its name on the
 * wire: 'title' or, descending, '-title'.
 */
export type ListOrder = { sort: string; keys: readonly SortKey[]; id: RawBuilder<unknown>; isDown: boolean };

/**
 * Text in the order of a dictionary: 'apple', 'Äpfel', 'Banana'. An index on the same expression serves the order. NOTE
 * not `lower()`: behind row-level security PostgreSQL uses no index on a function that is not leakproof.
 */
export const asRead = (column: RawBuilder<unknown>): SortKey => ({
  value: sql`${column} collate "und-x-icu"`,
  type: 'text',
});

/**
 * Orders by time of creation, for a table with many agencies' rows and an index on agency and this time. NOTE an order
 * by id alone makes PostgreSQL walk the primary key past the rows of all other agencies.
 */
export const asCreated = (column: RawBuilder<unknown>): SortKey => ({ value: column, type: 'timestamptz' });

/** The order for a name on the wire, from the keys of each name. */
export function orderOf<Name extends string>(
  sort: Name | `-${Name}`,
  { id, keys }: { id: RawBuilder<unknown>; keys: Readonly<Record<Name, readonly SortKey[]>> },
): ListOrder {
  const isDown = sort.startsWith('-');
  const name = isDown ? sort.slice(1) : sort;
  const found = Object.entries<readonly SortKey[]>(keys).find(([each]) => each === name);
  if (found === undefined) throw new Error(`there is no order by ${name}`);
  return { sort, keys: found[1], id, isDown };
}

const all = ({ keys, id }: ListOrder): RawBuilder<unknown>[] => [...keys.map(({ value }) => value), id];

/** The expressions after `order by`. */
export const ordering = (order: ListOrder): RawBuilder<unknown> =>
  sql.join(all(order).map((value) => sql`${value} ${sql.raw(order.isDown ? 'desc' : 'asc')}`));

/** A row's position in the order, as texts: the column `cursor` of the rows of a page. */
export const cursorOf = (order: ListOrder): RawBuilder<string[]> =>
  sql<string[]>`array[${sql.join(all(order).map((value) => sql`(${value})::text`))}]`;

/**
 * Whether a row comes after a cursor. The first key is also compared alone: if the id is in another table, only that
 * comparison can use an index.
 */
export function comesAfter(order: ListOrder, keys: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const types = [...order.keys.map(({ type }) => type), 'bigint'];
  const given = keys.map((text, index) => sql`${text}::${sql.raw(types[index] ?? 'text')}`);
  const behind = sql.raw(order.isDown ? '<' : '>');
  const wholly = sql`(${sql.join(all(order))}) ${behind} (${sql.join(given)})`;
  const [first] = order.keys;
  return first === undefined ? wholly : sql`(${first.value} ${behind}= ${given[0]} and ${wholly})`;
}

/** Like `comesAfter`, for a cursor given as values; without one, all rows. */
export const isBehind = (order: ListOrder, keys: readonly string[] | null): RawBuilder<boolean> =>
  keys === null
    ? sql<boolean>`true`
    : sql<boolean>`${comesAfter(
        order,
        keys.map((text) => sql`${text}`),
      )}`;

const forms = {
  text: /^[^\0]*$/,
  timestamptz: /^(-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?)$/,
  boolean: /^(true|false)$/,
  bigint: /^(0|[1-9]\d{0,17})$/,
} as const;
const written = z.tuple([z.string()], z.string());

/**
 * The content of a cursor, or null at the start of a list. Throws a UserError for an invalid cursor and for one of
 * another order.
 */
export function readOrderCursor(cursor: string | undefined, order: ListOrder): readonly string[] | null {
  if (cursor === undefined || cursor === '') return null;
  const [sort, ...keys] = read(cursor);
  const types = [...order.keys.map(({ type }) => type), 'bigint' as const];
  const isOurs = sort === order.sort && keys.length === types.length;
  if (!isOurs || types.some((type, index) => !forms[type].test(keys[index] ?? ''))) throw unknownPage();
  return keys;
}

function read(cursor: string): [string, ...string[]] {
  try {
    return written.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw unknownPage();
  }
}

/** Cuts a page out of up to pageSize + 1 rows; `next` is the cursor of the next page, null at the end. */
export function pageOfOrder<Row extends { cursor: readonly string[] }>(
  rows: readonly Row[],
  { sort }: ListOrder,
): { rows: Row[]; next: string | null } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const next =
    rows.length > pageSize && last !== undefined
      ? Buffer.from(JSON.stringify([sort, ...last.cursor])).toString('base64url')
      : null;
  return { rows: shown, next };
}
