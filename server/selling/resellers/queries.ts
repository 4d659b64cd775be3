/**
 * The queries of reseller accounts. These live in agencies of their own, which row-level security hides from the agency
 * that created them. So the queries run in a transaction that sees all agencies, and each of them filters by the
 * seller: another agency's accounts are not found.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';

type Search = { sellerAgencyId: string; search: string };

/** A reseller account, the owner of an agency of its own. */
export type ResellerRow = {
  id: string;
  agency_id: string;
  name: string;
  email: string;
  membership: string;
  created_at: Date;
};

const isReseller = sql`u.role = 'owner' and u.is_reseller and u.deleted_at is null`;
const columns = sql`u.id, u.agency_id, u.name, u.email, u.membership, u.created_at`;

/**
 * The reseller accounts `u` that an agency has created, by name or email, newest first: each is created with its
 * agency, and they are listed in the order of these agencies. NOTE `offset 0` makes PostgreSQL look up the owner of
 * each agency; it would read all owners otherwise.
 */
function sold({ sellerAgencyId, search, before }: Search & { before: string | null }): RawBuilder<unknown> {
  const pattern = likePattern(search);
  return sql`
    from agencies a
    cross join lateral (
      select u.* from users u
      where u.agency_id = a.id and ${isReseller}
      offset 0
    ) u
    where a.seller_agency_id = ${sellerAgencyId} ${before === null ? sql`` : sql`and a.id < ${before}`}
      ${search === '' ? sql`` : sql`and (u.name ilike ${pattern} or u.email ilike ${pattern})`}
    order by a.id desc`;
}

/** A page of reseller accounts and one more; `before` is the agency of the last account on the page before. */
export async function listResellers(tx: Tx, search: Search & { before: string | null }): Promise<ResellerRow[]> {
  const { rows } = await sql<ResellerRow>`
    select ${columns} ${sold(search)} limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** How many reseller accounts a search finds on all pages, at most one more than the limit of counting. */
export const countResellers = (tx: Tx, search: Search): Promise<number> =>
  countFound(tx, sold({ ...search, before: null }));

/**
 * One reseller account that this agency has created, with its row locked until the end of the transaction; or
 * undefined.
 */
export async function lockReseller(
  tx: Tx,
  { sellerAgencyId, id }: { sellerAgencyId: string; id: string },
): Promise<ResellerRow | undefined> {
  const { rows } = await sql<ResellerRow>`
    select ${columns} from users u join agencies a on a.id = u.agency_id
    where u.id = ${id} and ${isReseller} and a.seller_agency_id = ${sellerAgencyId}
    for update of u`.execute(tx);
  return rows[0];
}

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
