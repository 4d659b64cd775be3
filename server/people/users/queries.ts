/** People of any role: email, password, name and picture. */

import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/**
 * Adds the owner of an agency; returns its id. Throws PostgreSQL's unique violation on `users_email` for a taken email.
 */
export async function insertOwner(
  tx: Tx,
  owner: {
    agencyId: string;
    name: string;
    email: string;
    /** Null for a person who has yet to set one. */
    passwordHash: string | null;
    membership: string;
    isReseller?: boolean;
    isWhiteLabel?: boolean;
    /** Whether the email logs in to another account, and not to this one. */
    emailElsewhere?: boolean;
  },
): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      agency_id: owner.agencyId,
      role: 'owner',
      name: owner.name,
      email: owner.email,
      password_hash: owner.passwordHash,
      membership: owner.membership,
      is_reseller: owner.isReseller ?? false,
      is_white_label: owner.isWhiteLabel ?? false,
      email_elsewhere: owner.emailElsewhere ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Sets the password of a user of any role, as chosen by that user. */
export async function updatePasswordHash(tx: Tx, user: { id: string; passwordHash: string }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: user.passwordHash, password_by_agency: false })
    .where('id', '=', user.id)
    .execute();
}

/** Changes the name of a person of any role. */
export async function updateOwnName(tx: Tx, user: { agencyId: string; id: string; name: string }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name: user.name })
    .where('agency_id', '=', user.agencyId)
    .where('id', '=', user.id)
    .execute();
}

/**
 * Changes the email that a person signs in with. Throws PostgreSQL's unique violation on `users_email` for a taken one.
 */
export async function updateEmail(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await tx.updateTable('users').set({ email: user.email }).where('id', '=', user.id).execute();
}

/** Sets the email that a person signs in with from now on. Throws PostgreSQL's unique violation for a taken one. */
export async function chooseEmail(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await tx.updateTable('users').set({ email: user.email, email_elsewhere: false }).where('id', '=', user.id).execute();
}

/** Whether an error is PostgreSQL's refusal of a taken email. */
export const isTakenEmail = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  (error.constraint === 'users_email' || error.constraint === 'users_email_of_agency');

/** Whether somebody of an agency has this email (lower case), whether or not they sign in with it. */
export async function hasEmail(tx: Tx, { agencyId, email }: { agencyId: string; email: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where(sql`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lets clients log in with an email that nobody in another agency logs in with any more; if several have the same one,
 * the first of them.
 */
export async function takeOverFreeEmails(tx: Tx): Promise<void> {
  await sql`
    update users u set email_elsewhere = false
    where u.email_elsewhere and u.deleted_at is null and not exists (
      select from users o
      where lower(o.email) = lower(u.email) and o.deleted_at is null and (not o.email_elsewhere
        or o.id < u.id))`.execute(tx);
}

/** An existing person of an agency who may have a picture, or undefined. */
export const findImageHolder = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Sets a person's picture; returns the id of the previous picture's file, null for none. Throws if the person is gone.
 */
export async function updateImage(
  tx: Tx,
  user: { agencyId: string; id: string; fileId: string },
): Promise<string | null> {
  const person = tx
    .selectFrom('users')
    .where('agency_id', '=', user.agencyId)
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null);
  // Locked, so that of two concurrent pictures the second replaces the first.
  const { image_file_id: before } = await person.select('image_file_id').forUpdate().executeTakeFirstOrThrow();
  await tx
    .updateTable('users')
    .set({ image_file_id: user.fileId })
    .where('agency_id', '=', user.agencyId)
    .where('id', '=', user.id)
    .execute();
  return before;
}

/** Changes an owner's plans ('dfy__unlimited'). */
export async function updateMembership(tx: Tx, owner: { id: string; membership: string }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ membership: owner.membership })
    .where('id', '=', owner.id)
    .where('role', '=', 'owner')
    .execute();
}
