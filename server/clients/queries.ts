import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ApprovalMode } from '#rules/approvals.ts';
import { likePattern, pageSize } from '../paging.ts';

/** What a client's form holds; earning in cents. */
export type ClientDetails = {
  name: string;
  earningCents: number;
  frequency: 'weekly' | 'monthly' | 'yearly';
  company: string;
  description: string;
};

const clientRows = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('users')
    .leftJoin('files', 'files.id', 'users.image_file_id')
    .select([
      'users.id', 'users.name', 'users.email', 'users.earning_cents', 'users.frequency', 'users.company',
      'users.description', 'users.created_at', 'users.is_sample', 'users.paused_at', 'users.approval',
      'files.name as image_name', 'files.thumbnail_name as image_thumbnail_name',
    ])
    .select((row) => [
      row
        .selectFrom('social_accounts')
        .whereRef('social_accounts.user_id', '=', 'users.id')
        .where('social_accounts.deleted_at', 'is', null)
        .select((count) => count.fn.countAll<string>().as('n'))
        .as('account_count'),
      sql<boolean>`users.password_hash is not null`.as('can_sign_in'),
      sql<number>`(
        select count(*)::int
        from approvals a
        join occurrences o on o.id = a.occurrence_id
        join schedules s on s.id = o.schedule_id
        where a.agency_id = users.agency_id and a.client_id = users.id and a.state = 'waiting' and s.deleted_at is null
          and exists (select from deliveries d where d.occurrence_id = o.id and d.unapproved and d.state not in ('published', 'cancelled'))
      )`.as('approval_waiting'),
    ])
    .where('users.agency_id', '=', agencyId)
    .where('users.role', '=', 'client')
    .where('users.deleted_at', 'is', null);

/** A page of an agency's clients, newest first, by name or e-mail; `onlyId` narrows to one client account. */
export function listClients(
  tx: Tx,
  filter: { agencyId: string; onlyId: string | null; search: string; afterId: string | null },
) {
  let rows = clientRows(tx, filter.agencyId);
  if (filter.onlyId !== null) rows = rows.where('users.id', '=', filter.onlyId);
  if (filter.afterId !== null) rows = rows.where('users.id', '<', filter.afterId);
  if (filter.search !== '') {
    const pattern = likePattern(filter.search);
    rows = rows.where((row) => row.or([row('users.name', 'ilike', pattern), row('users.email', 'ilike', pattern)]));
  }
  return rows.orderBy('users.id', 'desc').limit(pageSize + 1).execute();
}

/** How many clients a search finds, over all pages. */
export async function countClients(tx: Tx, filter: { agencyId: string; onlyId: string | null; search: string }): Promise<number> {
  const pattern = likePattern(filter.search);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users
    where agency_id = ${filter.agencyId} and role = 'client' and deleted_at is null
      and (${filter.onlyId}::bigint is null or id = ${filter.onlyId})
      and (name ilike ${pattern} or email ilike ${pattern})`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** One client of the agency, or undefined. */
export const findClient = (tx: Tx, key: { agencyId: string; id: string }) =>
  clientRows(tx, key.agencyId).where('users.id', '=', key.id).executeTakeFirst();
export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/**
 * Adds a client; answers its id. With `emailElsewhere` somebody in another agency signs in with that e-mail, and this client does not.
 * Throws PostgreSQL's unique violation on `users_email` for an e-mail that is taken otherwise.
 */
export async function insertClient(
  tx: Tx,
  client: ClientDetails & { agencyId: string; email: string; passwordHash: string | null; emailElsewhere?: boolean; isSample?: boolean },
): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      agency_id: client.agencyId,
      role: 'client',
      name: client.name,
      email: client.email,
      email_elsewhere: client.emailElsewhere ?? false,
      password_hash: client.passwordHash,
      password_by_agency: client.passwordHash !== null,
      earning_cents: String(client.earningCents),
      frequency: client.frequency,
      company: client.company,
      description: client.description,
      is_sample: client.isSample ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes a client's details, and its password where a hash is given; `byAgency`: it is not the client itself who sets that. */
export async function updateClient(
  tx: Tx,
  client: ClientDetails & { agencyId: string; id: string; passwordHash: string | null; byAgency: boolean },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: client.name,
      earning_cents: String(client.earningCents),
      frequency: client.frequency,
      company: client.company,
      description: client.description,
      ...(client.passwordHash === null ? {} : { password_hash: client.passwordHash, password_by_agency: client.byAgency }),
    })
    .where('agency_id', '=', client.agencyId)
    .where('id', '=', client.id)
    .where('role', '=', 'client')
    .execute();
}

/** Whether a client approves what is published for it. */
export async function updateApproval(tx: Tx, client: { agencyId: string; id: string; approval: ApprovalMode }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ approval: client.approval })
    .where('agency_id', '=', client.agencyId)
    .where('id', '=', client.id)
    .where('role', '=', 'client')
    .execute();
}

/** Takes a client out of every list; the record of what was posted for it stays. */
export async function deleteClientRow(tx: Tx, key: { agencyId: string; id: string; now: Date }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deleted_at: key.now, password_hash: null })
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('role', '=', 'client')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Whether a user of this agency may own social accounts: the owner, or a living client. */
export async function findAccountHolder(tx: Tx, key: { agencyId: string; id: string }): Promise<{ id: string; is_sample: boolean } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'is_sample'])
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('role', 'in', ['owner', 'client'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The same, its row locked until the end of the transaction: whoever is just deleting the client waits, and then finds what
 * has been added for it.
 */
export async function lockAccountHolder(tx: Tx, key: { agencyId: string; id: string }): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('role', 'in', ['owner', 'client'])
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Adds the owner of an agency; answers its id. Throws PostgreSQL's unique violation on `users_email` for a taken e-mail. */
export async function insertOwner(
  tx: Tx,
  owner: { agencyId: string; name: string; email: string; passwordHash: string; membership: string; isReseller?: boolean; isWhiteLabel?: boolean },
): Promise<string> {
  const row = await tx
    .insertInto('users')
    .values({
      agency_id: owner.agencyId, role: 'owner', name: owner.name, email: owner.email,
      password_hash: owner.passwordHash, membership: owner.membership, is_reseller: owner.isReseller ?? false, is_white_label: owner.isWhiteLabel ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Gives a user of any role another password, of their own choice. */
export async function updatePasswordHash(tx: Tx, user: { id: string; passwordHash: string }): Promise<void> {
  await tx.updateTable('users').set({ password_hash: user.passwordHash, password_by_agency: false }).where('id', '=', user.id).execute();
}

/** Changes the name of a person of any role. */
export async function updateOwnName(tx: Tx, user: { agencyId: string; id: string; name: string }): Promise<void> {
  await tx.updateTable('users').set({ name: user.name }).where('agency_id', '=', user.agencyId).where('id', '=', user.id).execute();
}

/** Changes the email a person signs in with. Throws PostgreSQL's unique violation on `users_email` for a taken one. */
export async function updateEmail(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await tx.updateTable('users').set({ email: user.email }).where('id', '=', user.id).execute();
}

/** Whether an error is PostgreSQL's refusal of an email that somebody has already. */
export const isTakenEmail = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && (error.constraint === 'users_email' || error.constraint === 'users_email_of_agency');

/** Whether somebody of an agency has this email (lower case), to sign in with or not. */
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

/** Lets clients sign in with an email that nobody in another agency signs in with any more; of several with the same one the first. */
export async function takeOverFreeEmails(tx: Tx): Promise<void> {
  await sql`
    update users u set email_elsewhere = false
    where u.email_elsewhere and u.deleted_at is null and not exists (
      select from users o
      where lower(o.email) = lower(u.email) and o.deleted_at is null and (not o.email_elsewhere or o.id < u.id))`.execute(tx);
}

/** A living person of an agency who may have a picture, or undefined. */
export const findImageHolder = (tx: Tx, key: { agencyId: string; id: string }) =>
  tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Gives a person another picture; answers the id of the file of the one before, null for none. Throws for a person who is gone. */
export async function updateImage(tx: Tx, user: { agencyId: string; id: string; fileId: string }): Promise<string | null> {
  const person = tx.selectFrom('users').where('agency_id', '=', user.agencyId).where('id', '=', user.id).where('deleted_at', 'is', null);
  // Locked, so that of two pictures at once the second replaces the first.
  const { image_file_id: before } = await person.select('image_file_id').forUpdate().executeTakeFirstOrThrow();
  await tx.updateTable('users').set({ image_file_id: user.fileId }).where('agency_id', '=', user.agencyId).where('id', '=', user.id).execute();
  return before;
}

/** Changes an owner's plans ('dfy__unlimited'). */
export async function updateMembership(tx: Tx, owner: { id: string; membership: string }): Promise<void> {
  await tx.updateTable('users').set({ membership: owner.membership }).where('id', '=', owner.id).where('role', '=', 'owner').execute();
}

/** Erases the sample's clients; their accounts, schedules, deliveries and attempts go with them. */
export async function eraseSampleClients(tx: Tx, agencyId: string): Promise<void> {
  await tx.deleteFrom('users').where('agency_id', '=', agencyId).where('role', '=', 'client').where('is_sample', '=', true).execute();
}
