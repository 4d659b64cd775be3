/** Applies changed texts of an item: deliveries that have not passed the fence go out with the new text. */

import type { Tx } from '#db/database.ts';
import { lockSchedulesOf } from '../plan/occurrences.ts';
import { freeClaimed, isNotFinal, uncountTry } from '../fragments.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

/**
 * An unfinished post. `isUnderWay`: a request of it may have been sent, and it would be searched for by the text it was
 * sent with.
 */
export type OpenPost = { id: string; itemId: string; isOpen: boolean; isUnderWay: boolean };

const listOpenStatement = statement({
  name: 'list-posts-of-items',
  columns: { id: 'bigint' },
  text: `
  select o.id
  from occurrences o
  where o.agency_id = $1 and o.item_id = any($2::bigint[])
    and exists (select from deliveries d where d.occurrence_id = o.id and ${isNotFinal})
  order by o.id`,
});

// From here on none of them passes the fence until the end of the transaction.
const lockDeliveriesStatement = statement({
  name: 'lock-deliveries-of-posts',
  columns: { id: 'bigint', occurrenceId: 'bigint', state: 'text', hasTime: 'bool' },
  text: `
  select d.id, d.occurrence_id as "occurrenceId", d.state, d.next_at < 'infinity' as "hasTime"
  from deliveries d
  where d.agency_id = $1 and d.occurrence_id = any($2::bigint[])
  order by d.id
  for update of d`,
});

const openStatement = statement({
  name: 'list-open-posts',
  columns: { id: 'bigint', itemId: 'bigint', isOpen: 'bool' },
  text: `select o.id, o.item_id as "itemId", o.state = 'scheduled' as "isOpen" from occurrences o
    where o.id = any($1::bigint[]) order by o.id`,
});

/** The posts of items that may still go out or be published again; locked, so that none goes out meanwhile. */
export async function lockOpenPosts(
  tx: Tx,
  { agencyId, itemIds }: { agencyId: string; itemIds: readonly string[] },
): Promise<OpenPost[]> {
  const run = runIn(tx);
  const ids = (await run(listOpenStatement, [agencyId, itemIds])).map(({ id }) => id);
  if (ids.length === 0) return [];
  await lockSchedulesOf(run, ids);
  const deliveries = await run(lockDeliveriesStatement, [agencyId, ids]);
  const underWay = new Set(deliveries.filter(isUnderWay).map(({ occurrenceId }) => occurrenceId));
  const posts = await run(openStatement, [ids]);
  return posts.map((post) => ({ ...post, isUnderWay: underWay.has(post.id) }));
}

// A person decides about an uncertain delivery without a planned read-back, and may send it again.
const isUnderWay = ({ state, hasTime }: { state: string; hasTime: boolean }): boolean =>
  state === 'sending' || state === 'processing' || (state === 'uncertain' && hasTime);

const listOutStatement = statement({
  name: 'list-posts-out',
  columns: { id: 'bigint' },
  text: `
  select o.id
  from occurrences o
  where o.agency_id = $1 and o.item_id = $2
    and exists (select from deliveries d where d.occurrence_id = o.id and d.state = 'published')
    and not exists (select from deliveries d where d.occurrence_id = o.id and ${isNotFinal})
  order by o.id`,
});

/** The ids of an item's posts that are partly out and have nothing left to send. */
export async function listPostsOut(
  tx: Tx,
  { agencyId, itemId }: { agencyId: string; itemId: string },
): Promise<string[]> {
  return (await runIn(tx)(listOutStatement, [agencyId, itemId])).map(({ id }) => id);
}

const standOnStatement = statement({
  name: 'stand-on-item',
  columns: {},
  text: `update occurrences set item_id = $3 where agency_id = $1 and id = any($2::bigint[])`,
});

/**
 * Gives posts the texts of another item: a copy of their item with its earlier texts, or their item again. Lock them
 * first.
 */
export async function standOn(
  tx: Tx,
  { agencyId, ids, itemId }: { agencyId: string; ids: readonly string[]; itemId: string },
): Promise<void> {
  if (ids.length > 0) await runIn(tx)(standOnStatement, [agencyId, ids, itemId]);
}

const listStatement = statement({
  name: 'list-to-reword',
  columns: { id: 'bigint' },
  text: `
  select distinct o.id
  from occurrences o
  join deliveries d on d.occurrence_id = o.id
  where o.agency_id = $1 and o.item_id = $2 and d.state in ('scheduled', 'claimed')`,
});

// As with cancelling, claimed deliveries are taken from their worker, as if they had not been claimed. Scheduled ones
// get another fencing token as well: a concurrent claim that has read the old text then skips them.
const rewordStatement = statement({
  name: 'reword-deliveries',
  columns: { id: 'bigint' },
  text: `
  with chosen as (
    select d.id, d.state, d.account_id
    from deliveries d
    where d.agency_id = $1 and d.occurrence_id = any($2::bigint[]) and d.state in ('scheduled', 'claimed')
    order by d.id
    for update of d
  ), taken as (
    update deliveries d
    set claim = d.claim + 1, state = 'scheduled', worker = null,
      lease_until = null,
      ${uncountTry("chosen.state = 'claimed'")}
    from chosen
    where d.id = chosen.id
  ), freed as (${freeClaimed}
  ), told as (
    select pg_notify('due', '')
  )
  select chosen.id from chosen, told`,
});

/** Makes sure that an item with changed texts is sent with these, unless it has passed the fence. */
export async function rewordDeliveries(
  tx: Tx,
  { agencyId, itemId }: { agencyId: string; itemId: string },
): Promise<void> {
  const run = runIn(tx);
  const occurrenceIds = (await run(listStatement, [agencyId, itemId])).map(({ id }) => id);
  if (occurrenceIds.length === 0) return;
  await lockSchedulesOf(run, occurrenceIds);
  await run(rewordStatement, [agencyId, occurrenceIds]);
}
