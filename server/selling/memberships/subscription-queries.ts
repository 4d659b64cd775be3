/** The queries of buyers' subscriptions and their events, in the tables `subscriptions` and `stripe_events`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

type Key = { stripeAccountId: string; subscriptionId: string };

/** Records the start of reading a known subscription; answers the reading's number, undefined for an unknown one. */
export async function beginLook(
  tx: Tx,
  { stripeAccountId, subscriptionId }: Key,
): Promise<{ id: string; look: number } | undefined> {
  const row = await tx
    .updateTable('subscriptions')
    .set({ looks: sql<number>`looks + 1` })
    .where('stripe_account_id', '=', stripeAccountId)
    .where('subscription_id', '=', subscriptionId)
    .returning(['id', 'looks'])
    .executeTakeFirst();
  return row && { id: row.id, look: row.looks };
}

/** Inserts a subscription; an existing one stays as it is. */
export async function insertSubscription(
  tx: Tx,
  row: Key & { agencyId: string; membershipId: string; customerId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      agency_id: row.agencyId,
      stripe_account_id: row.stripeAccountId,
      membership_id: row.membershipId,
      subscription_id: row.subscriptionId,
      customer_id: row.customerId,
      status: 'incomplete',
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(['stripe_account_id', 'subscription_id']).doNothing())
    .execute();
}

const columns = [
  's.id',
  's.agency_id',
  's.stripe_account_id',
  's.membership_id',
  's.subscription_id',
  's.customer_id',
  's.buyer_agency_id',
  's.status',
  's.grace_until',
  's.renews_at',
  's.ends_at',
  's.invoice_url',
  's.mailed_invoice',
] as const;
const select = (tx: Tx) => tx.selectFrom('subscriptions as s').select(columns);
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof lockSubscription>>>;

/** A subscription, locked until the end of the transaction, if no newer reading has begun; otherwise undefined. */
export const lockSubscription = (tx: Tx, { id, look }: { id: string; look: number }) =>
  select(tx).where('s.id', '=', id).where('s.looks', '=', look).forUpdate().executeTakeFirst();

/** Records the result of a reading. */
export async function saveLook(
  tx: Tx,
  row: {
    id: string;
    status: string;
    customerId: string;
    buyerAgencyId: string | null;
    graceUntil: Date | null;
    renewsAt: Date | null;
    endsAt: Date | null;
    invoiceUrl: string;
    mailedInvoice: string;
    now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      status: row.status,
      customer_id: row.customerId,
      buyer_agency_id: row.buyerAgencyId,
      grace_until: row.graceUntil,
      renews_at: row.renewsAt,
      ends_at: row.endsAt,
      invoice_url: row.invoiceUrl,
      mailed_invoice: row.mailedInvoice,
      seen_at: row.now,
    })
    .where('id', '=', row.id)
    .execute();
}

/** All subscriptions of a buyer's agency, newest first. */
export const listOfBuyer = (tx: Tx, buyerAgencyId: string) =>
  select(tx).where('s.buyer_agency_id', '=', buyerAgencyId).orderBy('s.id', 'desc').execute();

/** All subscriptions of a seller that have not ended. */
export const listOfSeller = (tx: Tx, agencyId: string) =>
  select(tx)
    .where('s.agency_id', '=', agencyId)
    .where('s.status', 'not in', ['canceled', 'incomplete_expired'])
    .orderBy('s.id')
    .execute();

/** Subscriptions not read since `until`, and those whose grace period ended by `now` without another reading. */
export const listToLookAt = (tx: Tx, { until, now, limit }: { until: Date; now: Date; limit: number }) =>
  select(tx)
    .where('s.status', 'not in', ['canceled', 'incomplete_expired'])
    .where((row) =>
      row.or([
        row('s.seen_at', 'is', null),
        row('s.seen_at', '<=', until),
        row.and([row('s.grace_until', '<=', now), row('s.seen_at', '<', sql<Date>`s.grace_until`)]),
      ]),
    )
    .orderBy(sql`s.seen_at nulls first`)
    .limit(limit)
    .execute();

/** How long a claim of an event is valid; afterwards another process takes over. */
const claimSeconds = 120;

/** Claims an event. `ours`: claimed; `done`: handled before; `busy`: another process has it. */
export async function claimEvent(
  tx: Tx,
  event: { stripeAccountId: string; agencyId: string; eventId: string; now: Date },
): Promise<'ours' | 'done' | 'busy'> {
  const { rows } = await sql<{ ours: boolean; done: boolean }>`
    with claimed as (
      insert into stripe_events (stripe_account_id, event_id, agency_id, claimed_at)
      values (${event.stripeAccountId}, ${event.eventId}, ${event.agencyId}, ${event.now})
      on conflict (stripe_account_id, event_id) do update set claimed_at = excluded.claimed_at
      where stripe_events.done_at is null
        and stripe_events.claimed_at < excluded.claimed_at - make_interval(secs => ${claimSeconds})
      returning 1
    )
    select exists (select from claimed) as ours, exists (
      select from stripe_events e where e.stripe_account_id = ${event.stripeAccountId}
        and e.event_id = ${event.eventId} and e.done_at is not null) as done`.execute(tx);
  const [row] = rows;
  return row?.ours === true ? 'ours' : row?.done === true ? 'done' : 'busy';
}

/** Records that an event has been handled. */
export async function finishEvent(
  tx: Tx,
  { stripeAccountId, eventId, now }: { stripeAccountId: string; eventId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('stripe_events')
    .set({ done_at: now })
    .where('stripe_account_id', '=', stripeAccountId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Releases a claimed event, so that its next delivery is accepted. */
export async function giveEventBack(
  tx: Tx,
  { stripeAccountId, eventId }: { stripeAccountId: string; eventId: string },
): Promise<void> {
  await tx
    .deleteFrom('stripe_events')
    .where('stripe_account_id', '=', stripeAccountId)
    .where('event_id', '=', eventId)
    .where('done_at', 'is', null)
    .execute();
}

/** Events that Stripe will not send again: it repeats them for three days. */
export const oldEvents = byTime({ table: 'stripe_events', column: 'claimed_at', days: 30 });
