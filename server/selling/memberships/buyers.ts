/** The agencies of the buyers of a membership. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { insertAgency } from '../../people/agency/index.ts';
import { auditWorker } from '../../base/audit/index.ts';
import { credentialsMail } from '../../base/mail/index.ts';
import { insertOwner } from '../../people/users/index.ts';
import { isEmailTaken } from '../../people/auth/index.ts';
import { findMembership } from './queries.ts';
import type { SubscriptionRow } from './subscription-queries.ts';

/** The agency, if this seller sold it; null otherwise. */
export async function ownSold(
  tx: Tx,
  { sellerId, agencyId = '' }: { sellerId: string; agencyId?: string | undefined },
): Promise<string | null> {
  if (!/^[1-9]\d{0,17}$/.test(agencyId)) return null;
  const row = await tx
    .selectFrom('agencies')
    .select('id')
    .where('id', '=', agencyId)
    .where('seller_agency_id', '=', sellerId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Creates an agency with its owner for a paying buyer, and mails a link to set a password; answers the agency's id. If
 * the address belongs to another account, the owner chooses a new one together with the password.
 */
export async function makeBuyer(
  tx: Tx,
  { row, email, name }: { row: SubscriptionRow; email: string; name: string },
): Promise<string> {
  const membership = await findMembership(tx, { agencyId: row.agency_id, id: row.membership_id });
  if (membership === undefined) throw new Error('a subscription without its membership');
  const address = email.trim().toLowerCase();
  const called = name.trim().slice(0, 120) || (address.split('@')[0] ?? '');
  // Of two purchases with the same address the second waits here, and then sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`buyer ${address}`}))`.execute(tx);
  const agencyId = await insertAgency(tx, { name: called, sellerAgencyId: row.agency_id });
  const id = await insertOwner(tx, {
    agencyId,
    name: called,
    email: address,
    passwordHash: null,
    membership: membership.plans,
    isWhiteLabel: true,
    emailElsewhere: await isEmailTaken(tx, address),
  });
  await credentialsMail(tx, { id, agencyId });
  await auditWorker(tx, [{ agencyId, action: 'owner-created', subjectKind: 'owner', subjectId: id, details: {} }]);
  return agencyId;
}

/** The current buyers of a seller, by name. */
export async function listBuyers(tx: Tx, sellerId: string, id: string | null = null) {
  const { rows } = await sql<{
    id: string;
    agency_id: string;
    name: string;
    email: string;
    created_at: Date;
    has_password: boolean;
    is_suspended: boolean;
    in_grace: boolean;
    membership: string;
  }>`
    select u.id::text, u.agency_id::text, u.name, u.email, u.created_at, u.password_hash is not null as has_password,
      g.suspended_at is not null as is_suspended, coalesce(s.status = 'past_due', false) as in_grace,
      coalesce(m.name, '') as membership
    from agencies g
    join users u on u.agency_id = g.id and u.role = 'owner' and u.deleted_at is null
    left join lateral (
      select s.status, s.membership_id from subscriptions s where s.buyer_agency_id = g.id order by s.id desc limit 1
    ) s on true
    left join memberships m on m.id = s.membership_id
    where g.seller_agency_id = ${sellerId} and u.is_white_label and not u.is_reseller
      and (${id}::bigint is null or u.id = ${id}::bigint)
    order by lower(u.name), u.id`.execute(tx);
  return rows;
}
export type BuyerRow = Awaited<ReturnType<typeof listBuyers>>[number];
