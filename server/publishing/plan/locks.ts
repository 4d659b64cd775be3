/**
 * One order of locks, so that no two transactions wait for each other in a circle:
 *
 * 1. a client's row, or a stream's (`for no key update` by what changes it, `for share` by what plans for it),
 * 2. schedules, by id,
 * 3. items, by id,
 * 4. deliveries, by id, and with them the times of their accounts,
 * 5. everything else of accounts.
 *
 * The end of a round locks its schedule, then the items and accounts of the next one. Hence whatever changes items, or
 * deletes an account, first locks all schedules that could begin a round with them. A claim locks an account before its
 * delivery: it skips locked accounts, and outcomes leave accounts that are not held alone.
 */

import type { Tx } from '#db/database.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

const streamsStatement = statement({
  name: 'lock-schedules-of-streams',
  columns: { id: 'bigint' },
  text: `
  select id from schedules
  where agency_id = $1 and stream_id = any($2::bigint[]) and deleted_at is null
  order by id
  for no key update`,
});

const accountStatement = statement({
  name: 'lock-schedules-of-account',
  columns: { id: 'bigint' },
  text: `
  select id from schedules
  where agency_id = $1 and deleted_at is null
    and id = any(array(select sa.schedule_id from schedule_accounts sa where sa.account_id = $2))
  order by id
  for no key update`,
});

const clientStatement = statement({
  name: 'lock-schedules-of-client',
  columns: { id: 'bigint' },
  text: `
  select id from schedules
  where agency_id = $1 and user_client_id = $2 and deleted_at is null
  order by id
  for no key update`,
});

/** Keeps rounds from beginning with items of these streams. Lock the streams first, and the items afterwards. */
export async function lockSchedulesOfStreams(
  tx: Tx,
  { agencyId, streamIds }: { agencyId: string; streamIds: readonly string[] },
): Promise<void> {
  if (streamIds.length > 0) await runIn(tx)(streamsStatement, [agencyId, streamIds]);
}

/** Keeps rounds from beginning with an account. Lock its client first, and the account afterwards. */
export async function lockSchedulesOfAccount(
  tx: Tx,
  { agencyId, accountId }: { agencyId: string; accountId: string },
): Promise<void> {
  await runIn(tx)(accountStatement, [agencyId, accountId]);
}

/** Keeps rounds of a client's schedules from beginning. Lock the client first. Returns the schedules. */
export async function lockSchedulesOfClient(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<{ id: string }[]> {
  return runIn(tx)(clientStatement, [agencyId, clientId]);
}
