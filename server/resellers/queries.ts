/**
 * Reseller accounts live in agencies of their own, which row-level security hides from the agency that created them. So
 * these run in a transaction that sees all agencies, and all of them filter by the seller: another agency's accounts
 * are not found.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countFound, likePattern, pageSize } from '../lib/paging.ts';

type Search = { sellerAgencyId: string; search: string };

const sold = (tx: Tx, { sellerAgencyId, search }: Search) => {
  const rows = tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .where('agencies.seller_agency_id', '=', sellerAgencyId)
    .where('users.role', '=', 'owner')
    .where('users.is_reseller', '=', true)
    .where('users.deleted_at', 'is', null);
  if (search === '') return rows;
  const pattern = likePattern(search);
  return rows.where((row) => row.or([row('users.name', 'ilike', pattern), row('users.email', 'ilike', pattern)]));
};

const columns = [
  'users.id',
  'users.agency_id',
  'users.name',
  'users.email',
  'users.membership',
  'users.created_at',
] as const;

/** A page of the reseller accounts an agency has created, newest first, by name or e-mail. */
export function listResellers(tx: Tx, { afterId, ...filter }: Search & { afterId: string | null }) {
  const rows = sold(tx, filter).select(columns);
  return (afterId === null ? rows : rows.where('users.id', '<', afterId))
    .orderBy('users.id', 'desc')
    .limit(sql.lit(pageSize + 1))
    .execute();
}

/** How many reseller accounts a search finds, over all pages, up to one more than are counted. */
export const countResellers = (tx: Tx, filter: Search): Promise<number> =>
  countFound(tx, sql`from ${sold(tx, filter).select('users.id')} found`);

/** One reseller account that this agency has created, its row locked until the end of the transaction; or undefined. */
export const lockReseller = (tx: Tx, { sellerAgencyId, id }: { sellerAgencyId: string; id: string }) =>
  sold(tx, { sellerAgencyId, search: '' })
    .select(columns)
    .where('users.id', '=', id)
    .forUpdate('users')
    .executeTakeFirst();
export type ResellerRow = NonNullable<Awaited<ReturnType<typeof lockReseller>>>;

/** All people who can sign in to an agency or have accounts there. */
export async function listPeople(tx: Tx, agencyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
