/** Single-use links that replace a password, and the tickets of log-ins that wait for a code. */

import type { Tx } from '#db/database.ts';
import { personColumns } from './person-queries.ts';

/** What a single-use link or ticket is for. */
export type LinkPurpose = 'reset-password' | 'set-password' | 'master-login' | 'second-factor';

/** Stores a single-use link that replaces a password. */
export async function insertLoginLink(
  tx: Tx,
  link: {
    agencyId: string;
    userId: string;
    purpose: LinkPurpose;
    tokenHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('login_links')
    .values({
      agency_id: link.agencyId,
      user_id: link.userId,
      purpose: link.purpose,
      token_hash: link.tokenHash,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Whether a link is valid for one of the purposes; does not use it up. */
export async function isLivingLink(
  tx: Tx,
  { tokenHash, purposes, now }: { tokenHash: Buffer; purposes: readonly LinkPurpose[]; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('login_links')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a valid link belongs to an owner whose email is another account's log-in: they must choose a new one. */
export async function mustChooseEmail(tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('login_links')
    .innerJoin('users', 'users.id', 'login_links.user_id')
    .select('users.id')
    .where('login_links.token_hash', '=', tokenHash)
    .where('login_links.used_at', 'is', null)
    .where('login_links.expires_at', '>', now)
    .where('users.role', '=', 'owner')
    .where('users.email_elsewhere', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a link if it is valid for one of the purposes; returns its person. Of two concurrent tries one succeeds. */
export async function takeLoginLink(tx: Tx, link: { tokenHash: Buffer; purposes: readonly LinkPurpose[]; now: Date }) {
  const taken = await tx
    .updateTable('login_links')
    .set({ used_at: link.now })
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning('user_id')
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  return tx
    .selectFrom('users')
    .select(personColumns)
    .where('id', '=', taken.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The person of a valid ticket that waits for a code; does not use it up. */
export const findWaiting = (tx: Tx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  tx
    .selectFrom('login_links')
    .innerJoin('users', 'users.id', 'login_links.user_id')
    .select(personColumns)
    .where('login_links.token_hash', '=', tokenHash)
    .where('login_links.purpose', '=', 'second-factor')
    .where('login_links.used_at', 'is', null)
    .where('login_links.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Invalidates a user's other password links, and log-ins that wait for a code, after a link or a new password was used.
 */
export async function deleteLoginLinks(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx
    .deleteFrom('login_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['reset-password', 'set-password', 'second-factor'])
    .where('used_at', 'is', null)
    .execute();
}
