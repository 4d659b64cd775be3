import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Whether a session still exists; locked until the end of the transaction. */
export async function holdsSession(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
  );
}

/** The valid sessions of a person, the most recently used first. */
export const listSessions = (tx: Tx, { agencyId, userId, now }: { agencyId: string; userId: string; now: Date }) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'opened_by', 'created_at', 'seen_at'])
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('opened_by', '<>', 'connect-link')
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/**
 * Whether a session belongs to a seller's own people or to those of its direct or indirect buyers; null if there is no
 * such session. Needs a transaction that sees every agency.
 */
export async function isSessionOf(
  tx: Tx,
  { tokenHash, sellerId }: { tokenHash: Buffer; sellerId: string },
): Promise<boolean | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(sql<boolean>`belongs_to(agency_id, ${sellerId}::bigint)`.as('is'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.is ?? null;
}

/**
 * Whether an expired session may be resumed by password: it came from a log-in, was not ended, and its person still
 * exists.
 */
export async function hasRunOut(tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '<=', now)
    .where('sessions.opened_by', '=', 'password')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the agency had set the password that opened a session. */
export async function isByAgencyPassword(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('by_agency_password')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.by_agency_password ?? false;
}

/** Records that a session's person has just confirmed their identity. */
export async function confirmSession(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute();
}

/** Ends one of a person's own sessions; undefined if it is not theirs or has already ended. */
export const endOwnSession = (tx: Tx, { agencyId, userId, id }: { agencyId: string; userId: string; id: string }) =>
  tx
    .deleteFrom('sessions')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['user_agent'])
    .executeTakeFirst();

/** Ends all of a person's sessions but one; returns how many of them were still valid. */
export async function endOtherSessions(
  tx: Tx,
  { agencyId, userId, exceptId, now }: { agencyId: string; userId: string; exceptId: string; now: Date },
): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .returning('expires_at')
    .execute();
  return ended.filter(({ expires_at }) => expires_at > now).length;
}

/** Opens a session for the holder of a connect link, as the link's client. It is never extended. */
export async function insertLinkSession(
  tx: Tx,
  session: {
    agencyId: string;
    userId: string;
    linkId: string;
    tokenHash: Buffer;
    address: string;
    userAgent: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      agency_id: session.agencyId,
      user_id: session.userId,
      connect_link_id: session.linkId,
      opened_by: 'connect-link',
      token_hash: session.tokenHash,
      user_agent: session.userAgent.slice(0, 300),
      address: session.address,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Ends the sessions of some connect links. */
export async function deleteLinkSessions(
  tx: Tx,
  { agencyId, linkIds }: { agencyId: string; linkIds: readonly string[] },
): Promise<void> {
  if (linkIds.length === 0) return;
  await tx.deleteFrom('sessions').where('agency_id', '=', agencyId).where('connect_link_id', 'in', linkIds).execute();
}

/** Ends every session of an agency's connect links. */
export async function deleteAllLinkSessions(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('agency_id', '=', agencyId).where('opened_by', '=', 'connect-link').execute();
}

/** Signs out all people of an agency at once, and invalidates every mailed link. */
export async function endAllAccess(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('agency_id', '=', agencyId).execute();
  await tx.deleteFrom('login_links').where('agency_id', '=', agencyId).execute();
}

/** Signs everybody out, in every agency, and ends every log-in link. */
export async function endEverybodysAccess(tx: Tx): Promise<number> {
  await tx.deleteFrom('login_links').execute();
  return (await tx.deleteFrom('sessions').returning('id').execute()).length;
}
