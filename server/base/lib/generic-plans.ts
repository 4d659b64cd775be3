import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/**
 * Makes PostgreSQL plan the remaining reads of this transaction once per connection, for any values. Meant for large
 * statements that read by whole keys: planning the calendar's events takes 2.4 ms and running them 1 ms, and if one
 * agency owns most of the rows, PostgreSQL rejects the generic plan and plans at each call.
 */
export async function preferGenericPlans(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx);
}
