/** Stops posts that are not out yet, in the caller's transaction, and updates their occurrences and rounds. */

import type { Tx } from '#db/database.ts';
import { deliveryStates, statesFor, unsentStates, type DeliveryState } from '#rules/delivery-states.ts';
import { lockSchedulesOf, settleOccurrences } from '../plan/occurrences.ts';
import { repaceAccounts } from '../repace.ts';
import { freeClaimed } from '../fragments.ts';
import { oneOf, shaped, statement, type Row } from '../statement.ts';
import { runIn, type Run } from '../statements.ts';

type Cancel = { agencyId: string; now: Date };

/** Stops a schedule's posts that are not out yet; posted, failed and in-flight ones stay on record. */
export const cancelForSchedule = (
  tx: Tx,
  { scheduleId, ...cancel }: Cancel & { scheduleId: string },
): Promise<number> => cancelWhere(runIn(tx), cancel, lists.schedule, scheduleId);

const occurrenceStatement = statement({
  name: 'find-occurrence',
  columns: { id: 'bigint' },
  text: `select id from occurrences where agency_id = $1 and id = $2`,
});

/** Stops the unposted deliveries of one occurrence (a scheduled item); reports if there was nothing to stop. */
export async function cancelForOccurrence(
  tx: Tx,
  { occurrenceId, ...cancel }: Cancel & { occurrenceId: string },
): Promise<'cancelled' | 'not-found' | 'nothing-open'> {
  const found = await runIn(tx)(occurrenceStatement, [cancel.agencyId, occurrenceId]);
  if (found.length === 0) return 'not-found';
  const cancelled = await cancelWhere(runIn(tx), cancel, lists.occurrence, occurrenceId);
  return cancelled > 0 ? 'cancelled' : 'nothing-open';
}

/**
 * The number of posts (to all of their accounts) that were stopped while they waited, and of those already being sent.
 */
export type Stopped = { waiting: number; underWay: number };

/**
 * Stops the unposted deliveries of a stream's items in all schedules, including those with the text from before an
 * edit. Stores each delivery's state for `restoreForItems`.
 */
export async function cancelForItems(
  tx: Tx,
  { itemIds, ...cancel }: Cancel & { itemIds: readonly string[] },
): Promise<Stopped> {
  return countPosts(await stopWhere(runIn(tx), cancel, { list: lists.item, of: itemIds }));
}

const stoppedStatement = statement({
  name: 'list-stopped-from',
  columns: { occurrenceId: 'bigint', from: shaped<{ state: DeliveryState }>() },
  text: `
  select d.occurrence_id as "occurrenceId", d.stopped_from as "from"
  from deliveries d
  where d.agency_id = $1 and d.stopped_from ->> 'at' = $3
    and d.occurrence_id in (select o.id from occurrences o where o.item_id = any(array(select i.id from items i where
      i.id = any($2::bigint[]) or i.kept_of = any($2::bigint[]))))`,
});

/** The deliveries that `cancelForItems` stopped at an instant and nobody has restored. */
export async function countStoppedForItems(
  tx: Tx,
  { agencyId, itemIds, at }: { agencyId: string; itemIds: readonly string[]; at: Date },
): Promise<Stopped> {
  const stopped = await runIn(tx)(stoppedStatement, [agencyId, itemIds, at.toISOString()]);
  return countPosts(stopped.map(({ occurrenceId, from: { state } }) => ({ occurrenceId, state })));
}

function countPosts(stopped: readonly { occurrenceId: string; state: DeliveryState }[]): Stopped {
  const count = (isMeant: (state: DeliveryState) => boolean): number =>
    new Set(stopped.flatMap(({ occurrenceId, state }) => (isMeant(state) ? [occurrenceId] : []))).size;
  return {
    waiting: count((state) => unsentStates.includes(state)),
    underWay: count((state) => state === 'sending' || state === 'uncertain'),
  };
}

/** Stops the unposted deliveries to an account. */
export const cancelForAccount = (tx: Tx, { accountId, ...cancel }: Cancel & { accountId: string }): Promise<number> =>
  cancelWhere(runIn(tx), cancel, lists.account, accountId);

/** Stops the unposted deliveries of a stream, in all schedules. */
export const cancelForStream = (tx: Tx, { streamId, ...cancel }: Cancel & { streamId: string }): Promise<number> =>
  cancelWhere(runIn(tx), cancel, lists.stream, streamId);

/** Stops the unposted deliveries for a client. */
export const cancelForClient = (tx: Tx, { clientId, ...cancel }: Cancel & { clientId: string }): Promise<number> =>
  cancelWhere(runIn(tx), cancel, lists.client, clientId);

const listOf = (by: string, condition: string) =>
  statement({
    name: `list-cancellable-by-${by}`,
    columns: { occurrenceId: 'bigint' },
    text: `
  select distinct d.occurrence_id as "occurrenceId"
  from deliveries d
  where d.agency_id = $1 and d.state = any($2) and ${condition}`,
  });

const lists = {
  schedule: listOf('schedule', 'd.schedule_id = $3'),
  occurrence: listOf('occurrence', 'd.occurrence_id = $3'),
  item: listOf(
    'item',
    'd.occurrence_id in (select o.id from occurrences o where o.item_id = any(array(select i.id from items i where ' +
      'i.id = any($3::bigint[]) or i.kept_of = any($3::bigint[]))))',
  ),
  account: listOf('account', 'd.account_id = $3'),
  stream: listOf('stream', 'd.schedule_id in (select s.id from schedules s where s.stream_id = $3)'),
  client: listOf('client', 'd.schedule_id in (select s.id from schedules s where s.user_client_id = $3)'),
};

// Claimed deliveries are taken from their worker: the fence refuses them, and their account is free again at once,
// since nothing was sent. Deliveries past the fence cannot be stopped; if one turns out to be absent, it is not sent
// again.
const cancelStatement = statement({
  name: 'cancel-deliveries',
  columns: { accountId: 'bigint', occurrenceId: 'bigint', state: oneOf(deliveryStates) },
  text: `
  with chosen as (
    select d.id, d.state, d.account_id, d.occurrence_id, case when $6 then jsonb_build_object('at', $7::text,
      'state', d.state, 'nextAt', nullif(d.next_at, 'infinity'), 'message', d.message) end as stopped_from
    from deliveries d
    where d.agency_id = $1 and d.state = any($2) and d.occurrence_id = any($3::bigint[])
      and ($4::bigint is null or d.account_id = $4)
    for update
  ), asked as (
    update deliveries d set cancel_asked = true, stopped_from = chosen.stopped_from
    from chosen
    where d.id = chosen.id and chosen.state in ('sending', 'uncertain')
  ), cancelled as (
    update deliveries d
    set state = 'cancelled', next_at = 'infinity', finished_at = $5, worker = null, lease_until = null, message = '',
      stopped_from = chosen.stopped_from
    from chosen
    where d.id = chosen.id and chosen.state not in ('sending', 'uncertain')
  ), freed as (${freeClaimed}
  )
  select account_id as "accountId", occurrence_id as "occurrenceId", state from chosen`,
});

async function cancelWhere(run: Run, cancel: Cancel, list: typeof lists.schedule, id: string): Promise<number> {
  const stopped = await stopWhere(run, cancel, { list, of: id });
  return stopped.filter(({ state }) => state !== 'uncertain').length;
}

type Which = { list: typeof lists.schedule; of: string | readonly string[] };

async function stopWhere(
  run: Run,
  { agencyId, now }: Cancel,
  { list, of }: Which,
): Promise<Row<typeof cancelStatement>[]> {
  const states = [...statesFor('cancel'), 'uncertain'];
  const found = await run(list, [agencyId, states, of]);
  const occurrenceIds = found.map(({ occurrenceId }) => occurrenceId);
  if (occurrenceIds.length === 0) return [];
  await lockSchedulesOf(run, occurrenceIds);
  const accountId = list === lists.account ? of : null;
  const values = [agencyId, states, occurrenceIds, accountId, now, list === lists.item, now.toISOString()];
  const stopped = await run(cancelStatement, values);
  const freed = stopped.filter(({ state }) => state !== 'uncertain');
  await repaceAccounts(run, { accountIds: freed.map((delivery) => delivery.accountId), now });
  await settleOccurrences(run, { occurrenceIds, now });
  return stopped;
}
