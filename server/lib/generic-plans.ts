import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/**
 * Has what this transaction reads from here on planned once a connection, for any values. For large statements that
 * read by whole keys: PostgreSQL plans the calendar's events in 2.4 ms and runs them in 1; where one agency has most of
 * the rows, it takes a plan for any values for a bad one and plans at each call.
 */
export async function preferGenericPlans(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
}
