import type { Tx } from '#db/database.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { readableNetworks } from '../recovery/unseen.ts';
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
  ), read_back as (
    update deliveries d set next_at = $3, settle_reads = 0, message = $4, finished_at = null
    from unseen_deliveries u
    where u.account_id = $2 and d.id = u.delivery_id and d.agency_id = $1 and d.state = 'uncertain'
      and d.network = any($5)
    returning d.occurrence_id
  ), reopened as (
    update occurrences o set state = 'scheduled' from read_back where o.id = read_back.occurrence_id
  ), told as (
    select pg_notify('due', '')
  )
  select released.id from released, told`,
});

/**
 * Releases the deliveries that waited for a reconnected account, except those handed over to a person, and reads back
 * those that a restored database did not see. Returns how many are released.
 */
export async function releaseWaiting(
  tx: Tx,
  { agencyId, accountId, now }: { agencyId: string; accountId: string; now: Date },
): Promise<number> {
  return (
    await runIn(tx)(releaseStatement, [agencyId, accountId, now, deliveryMessages.unseenChecking, readableNetworks])
  ).length;
}
