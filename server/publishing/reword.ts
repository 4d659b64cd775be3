/** Changed words: what has not passed the fence goes out with the new ones. */

import type { Tx } from '#db/database.ts';
import { lockSchedulesOf } from './occurrences.ts';
import { runIn } from './statements.ts';

const listStatement = {
  name: 'list-to-reword',
  text: `
  select distinct o.id
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  where o.agency_id = $1 and o.item_id = $2 and d.state in ('scheduled', 'claimed')`,
};

// As with cancelling, what is only claimed is taken out of the worker's hands, as if it had not been claimed. What is scheduled
// is counted as well: a claim that is just under way, and has read the old words, then leaves it for the next one.
const rewordStatement = {
  name: 'reword-deliveries',
  text: `
  with chosen as (
    select d.id, d.state, d.account_id
    from deliveries d
    where d.agency_id = $1 and d.occurrence_id = any($2::bigint[]) and d.state in ('scheduled', 'claimed')
    order by d.id
    for update of d
  ), taken as (
    update deliveries d
    set claim = d.claim + 1, state = 'scheduled', worker = null, lease_until = null,
      tries = case when chosen.state = 'claimed' then greatest(0, d.tries - 1) else d.tries end,
      first_tried_at = case when chosen.state <> 'claimed' or d.tries > 1 then d.first_tried_at end
    from chosen
    where d.id = chosen.id
  ), freed as (
    update social_accounts a set free_at = '-infinity'
    from chosen
    where chosen.state = 'claimed' and a.id = chosen.account_id
  ), told as (
    select pg_notify('due', '')
  )
  select chosen.id from chosen, told`,
};

/** Sees to it that an item whose words have just been changed is sent with these, wherever it has not passed the fence. */
export async function rewordDeliveries(tx: Tx, { agencyId, itemId }: { agencyId: string; itemId: string }): Promise<void> {
  const run = runIn(tx);
  const occurrenceIds = (await run<{ id: string }>(listStatement, [agencyId, itemId])).map(({ id }) => id);
  if (occurrenceIds.length === 0) return;
  await lockSchedulesOf(run, occurrenceIds);
  await run(rewordStatement, [agencyId, occurrenceIds]);
}
