import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Stores a link that changes its person's email when opened; earlier links to other addresses become invalid. */
export async function insertEmailLink(
  tx: Tx,
  link: {
    agencyId: string;
    userId: string;
    newEmail: string;
    tokenHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await deleteEmailLinks(tx, { userId: link.userId });
  await tx
    .insertInto('login_links')
    .values({
      agency_id: link.agencyId,
      user_id: link.userId,
      purpose: 'change-email',
      new_email: link.newEmail,
      token_hash: link.tokenHash,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Invalidates the links that would change a person's email. */
export async function deleteEmailLinks(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .deleteFrom('login_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Uses up a valid link; returns its person, the current email and the new one. Of two concurrent tries one succeeds.
 */
export async function takeEmailLink(tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const taken = await tx
    .updateTable('login_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'new_email'])
    .executeTakeFirst();
  if (taken === undefined || taken.new_email === null) return undefined;
  const person = await tx
    .selectFrom('users')
    .select(['id', 'agency_id', 'name', 'email'])
    .where('id', '=', taken.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return person === undefined ? undefined : { person, newEmail: taken.new_email };
}

/** The password hash of a signed-in person. */
export const findPasswordHash = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * A client whose email is the log-in of a person in another agency, and the client's agency; undefined for everybody
 * else.
 */
export const findEmailElsewhere = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .innerJoin('agencies', 'agencies.id', 'users.agency_id')
    .select(['users.name', 'users.email', 'agencies.name as agency'])
    .where('users.agency_id', '=', key.agencyId)
    .where('users.id', '=', key.id)
    .where('users.deleted_at', 'is', null)
    // An owner chooses another email together with the password.
    .where('users.role', '!=', 'owner')
    .where(sql<boolean>`users.email_elsewhere`)
    .executeTakeFirst();

/**
 * Whether somebody signs in with this email (lower case), in any agency except the one left out. Needs a transaction
 * that sees every agency.
 */
export async function isEmailTaken(
  tx: Tx,
  email: string,
  { besides = '0' }: { besides?: string } = {},
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not email_elsewhere`)
    .where('agency_id', '!=', besides)
    .executeTakeFirst();
  return row !== undefined;
}
