import type { Tx } from '#db/database.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

const releaseStatement = statement({
  name: 'release-waiting',
  columns: { id: 'bigint' },
  text: `
  with released as (
    update deliveries set state = 'scheduled', next_at = $3, message = '', first_tried_at = null, tries = 0
    where agency_id = $1 and account_id = $2 and state = 'waiting' and next_at < 'infinity'
    returning id
  ), told as (
    select pg_notify('due', '')
  )
  select released.id from released, told`,
});

/**
 * Releases the deliveries that waited for a reconnected account, except those handed over to a person. Returns how
 * many.
 */
export async function releaseWaiting(
  tx: Tx,
  { agencyId, accountId, now }: { agencyId: string; accountId: string; now: Date },
): Promise<number> {
  return (await runIn(tx)(releaseStatement, [agencyId, accountId, now])).length;
}
