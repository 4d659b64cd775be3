import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a `from … where …` finds a row. NOTE not `exists`, which PostgreSQL may turn into a scan of all agencies'
 * rows instead of an index look-up for each row that asks.
 */
export const hasRow = (rows: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select true ${rows} limit 1) is true)`;
