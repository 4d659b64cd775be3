/** Fails deliveries that cannot succeed before their time, so that a person has time to act. */

import type { Tx } from '#db/database.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { repaceAccounts } from '../repace.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

const listStatement = statement({
  name: 'list-to-fail-ahead',
  columns: { occurrenceId: 'bigint' },
  text: `
  select distinct d.occurrence_id as "occurrenceId"
  from deliveries d
  where d.agency_id = $1 and d.id = any($2::bigint[]) and d.state = 'scheduled'`,
});

const failStatement = statement({
  name: 'fail-ahead',
  columns: { accountId: 'bigint' },
  text: `
  update deliveries d
  set state = 'failed', next_at = 'infinity', finished_at = $4, message = $3
  where d.agency_id = $1 and d.id = any($2::bigint[]) and d.state = 'scheduled'
  returning d.account_id as "accountId"`,
});

/**
 * Fails those of these deliveries that are still scheduled, with a message for the person; returns how many. A delivery
 * that a worker already holds gets the same check in the worker.
 */
export async function failAhead(
  tx: Tx,
  {
    agencyId,
    deliveryIds,
    message,
    now,
  }: { agencyId: string; deliveryIds: readonly string[]; message: string; now: Date },
): Promise<number> {
  const run = runIn(tx);
  const occurrenceIds = (await run(listStatement, [agencyId, deliveryIds])).map(({ occurrenceId }) => occurrenceId);
  await lockSchedulesOf(run, occurrenceIds);
  const failed = await run(failStatement, [agencyId, deliveryIds, message, now]);
  await repaceAccounts(run, { accountIds: failed.map(({ accountId }) => accountId), now });
  await settleOccurrences(run, { occurrenceIds, now });
  return failed.length;
}
