/** The queries of memberships for sale, in the table `memberships`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

const columns = [
  'm.id',
  'm.agency_id',
  'm.stripe_account_id',
  'm.name',
  'm.price_cents',
  'm.period',
  'm.plans',
  'm.product_id',
  'm.price_id',
  'm.archived_at',
] as const;

const select = (tx: Tx) =>
  tx
    .selectFrom('memberships as m')
    .select(columns)
    .select(
      sql<number>`(select count(*) from subscriptions s where s.membership_id = m.id
        and s.buyer_agency_id is not null and s.status not in ('canceled', 'incomplete_expired'))::int`.as('buyers'),
    );

/** The agency's memberships that are on sale, oldest first. */
export const listMemberships = (tx: Tx, agencyId: string) =>
  select(tx).where('m.agency_id', '=', agencyId).where('m.archived_at', 'is', null).orderBy('m.id').execute();

/** How many memberships the agency has ever had on sale. */
export async function countMemberships(tx: Tx, agencyId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A membership of the agency, also one that is off sale; undefined if there is none. */
export const findMembership = (tx: Tx, { agencyId, id }: { agencyId: string; id: string }) =>
  select(tx).where('m.agency_id', '=', agencyId).where('m.id', '=', id).executeTakeFirst();
export type MembershipRow = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

/** The terms of a membership, which its seller decides. */
export type Terms = { name: string; priceCents: number; period: 'monthly' | 'yearly'; plans: string };

/** Adds a membership; answers its id. */
export async function insertMembership(
  tx: Tx,
  row: Terms & { agencyId: string; stripeAccountId: string; productId: string; priceId: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('memberships')
    .values({
      agency_id: row.agencyId,
      stripe_account_id: row.stripeAccountId,
      name: row.name,
      price_cents: row.priceCents,
      period: row.period,
      plans: row.plans,
      product_id: row.productId,
      price_id: row.priceId,
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Saves a membership's terms and the ids of its objects on Stripe. */
export async function updateMembershipRow(
  tx: Tx,
  row: Terms & { agencyId: string; id: string; stripeAccountId: string; productId: string; priceId: string },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({
      name: row.name,
      price_cents: row.priceCents,
      period: row.period,
      plans: row.plans,
      stripe_account_id: row.stripeAccountId,
      product_id: row.productId,
      price_id: row.priceId,
    })
    .where('agency_id', '=', row.agencyId)
    .where('id', '=', row.id)
    .execute();
}

/** Takes a membership off sale. */
export async function archiveMembership(
  tx: Tx,
  { agencyId, id, now }: { agencyId: string; id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ archived_at: now })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** The host at which the agency's white label is served; null while it is not active. */
export async function activeHostOf(tx: Tx, agencyId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('white_labels')
    .select('host')
    .where('agency_id', '=', agencyId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.host ?? null;
}
