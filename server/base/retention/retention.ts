import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Keep } from '../settings/keep.ts';

/** At most `limit` rows from before an instant; `after` is the `next` of the run's batch before ('0' at first). */
export type OldBatch = { before: Date; limit: number; after: string };

/** How many rows a batch deleted, and where the next one begins; null if none is left. */
export type Deleted = { deleted: number; next: string | null };

/** How long the rows of a table are kept, and how a batch of the older ones is deleted. */
export type Retention = {
  table: keyof Tables;
  /** Fixed, or the name of the operator's setting. */
  days: number | keyof Keep;
  deleteBatch: (tx: Tx, batch: OldBatch) => Promise<Deleted>;
};

/** A table's column that says how old a row is; `only` excludes rows that stay however old. */
type Aged = Pick<Retention, 'table' | 'days'> & { column: string; only?: RawBuilder<boolean> };

const always = sql<boolean>`true`;

/** Rows of a table that stays small, or has an index by the column. In `only` the table is `t`. */
export const byTime = ({ table, days, column, only = always }: Aged): Retention => ({
  table,
  days,
  async deleteBatch(tx, { before, limit }) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select t.ctid from ${sql.table(table)} t
        where t.${sql.ref(column)} < ${before} and ${only}
        limit ${limit}))`.execute(tx);
    const deleted = Number(numAffectedRows ?? 0);
    return { deleted, next: deleted < limit ? null : '0' };
  },
});

/**
 * Rows of a large table that are numbered in chronological order: the primary key is read from the oldest to the first
 * that is too young, so that no index by time is needed. In `only` the table is `t`.
 */
export const byId = ({ table, days, column, only = always }: Aged): Retention => ({
  table,
  days,
  async deleteBatch(tx, { before, limit, after }) {
    const { rows } = await sql<{ last: string | null; reached: boolean; deleted: number }>`
      with oldest as (
        select id, ${sql.ref(column)} as at from ${sql.table(table)}
        where id > ${after}::bigint
        order by id
        limit ${limit}
      ), gone as (
        delete from ${sql.table(table)} t using oldest
        where t.id = oldest.id and oldest.at < ${before} and ${only}
        returning t.id
      )
      select max(id)::text as last, coalesce(bool_or(at >= ${before}), false) as reached,
        (select count(*)::int from gone) as deleted
      from oldest`.execute(tx);
    const { last = null, reached = true, deleted = 0 } = rows[0] ?? {};
    return { deleted, next: reached ? null : last };
  },
});
