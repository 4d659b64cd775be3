import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a `from … where …` finds a row. NOTE not `exists`: PostgreSQL may turn that into a scan of all agencies' rows
 * instead of one index look-up per row.
 */
export const hasRow = (rows: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((select true ${rows} limit 1) is true)`;
