import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/**
 * Makes PostgreSQL plan this transaction's further reads once a connection, for any values. For large statements that
 * read by whole keys: PostgreSQL plans the calendar's events in 2.4 ms and runs them in 1; if one agency has most of
 * the rows, it considers a generic plan bad and plans at each call.
 */
export async function preferGenericPlans(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
}
