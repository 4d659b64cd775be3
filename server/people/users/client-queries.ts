/** An agency's clients. */

import { sql, type RawBuilder } from 'kysely';
import type { ClientSort } from '#contract/base/list-options.ts';
import type { Tx } from '#db/database.ts';
import type { ApprovalMode } from '#rules/approvals.ts';
import { isNotFinal } from '../../publishing/index.ts';
import { asRead, isBehind, ordering, orderOf, cursorOf, type ListOrder } from '../../base/lists/list-order.ts';
import { countFound, pageSize } from '../../base/lists/paging.ts';
import { clientsFound, type ClientFilter } from './client-filter.ts';

/** The fields of a client's form; earnings in cents. */
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
      'users.id',
      'users.name',
      'users.email',
      'users.earning_cents',
      'users.frequency',
      'users.company',
      'users.description',
      'users.created_at',
      'users.is_sample',
      'users.paused_at',
      'users.approval',
      'files.name as image_name',
      'files.thumbnail_name as image_thumbnail_name',
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
          and exists (select from deliveries d where d.occurrence_id = o.id and d.unapproved
            and ${sql.raw(isNotFinal)})
      )`.as('approval_waiting'),
    ])
    .where('users.agency_id', '=', agencyId)
    .where('users.role', '=', 'client')
    .where('users.deleted_at', 'is', null);

const withoutAccount = sql<boolean>`not exists (
  select from social_accounts a where a.user_id = users.id and a.deleted_at is null)`;

/** The order of the list of clients, by its name in the call. */
export const clientOrder = (sort: ClientSort): ListOrder =>
  orderOf(sort, {
    id: sql`users.id`,
    keys: {
      created: [],
      name: [asRead(sql`users.name`)],
      connected: [{ value: withoutAccount, type: 'boolean' }, asRead(sql`users.name`)],
    },
  });

/** A page of an agency's clients that a filter finds, in that order. */
export async function listClients(
  tx: Tx,
  { order, after, ...filter }: ClientFilter & { order: ListOrder; after: readonly string[] | null },
) {
  const read = (part: RawBuilder<boolean>, by: ListOrder, behind: readonly string[] | null, rows: number) =>
    clientRows(tx, filter.agencyId)
      .select(cursorOf(order).as('cursor'))
      .where(clientsFound(filter))
      .where(part)
      .where(isBehind(by, behind))
      .orderBy(ordering(by))
      .limit(sql.lit(rows))
      .execute();
  const wanted = pageSize + 1;
  if (order.sort !== 'connected') return read(sql`true`, order, after, wanted);
  // Both parts by their names, as in the index: ordered by whether there is an account, all clients would be sorted.
  const byName = clientOrder('name');
  const isBehindConnected = after?.[0] === 'true';
  const behind = after?.slice(1) ?? null;
  const connected = isBehindConnected ? [] : await read(sql`not ${withoutAccount}`, byName, behind, wanted);
  if (connected.length === wanted) return connected;
  const others = await read(withoutAccount, byName, isBehindConnected ? behind : null, wanted - connected.length);
  return [...connected, ...others];
}

/** How many clients a filter finds, over all pages, up to `mostCounted` + 1. */
export const countClients = (tx: Tx, filter: ClientFilter): Promise<number> =>
  countFound(
    tx,
    sql`from users
      where users.agency_id = ${filter.agencyId} and users.role = 'client' and users.deleted_at is null
        and ${clientsFound(filter)}`,
  );

/** One client of the agency, or undefined. */
export const findClient = (tx: Tx, key: { agencyId: string; id: string }) =>
  clientRows(tx, key.agencyId).where('users.id', '=', key.id).executeTakeFirst();

/** How many of these clients, each named once, the agency has. */
export async function countLivingClients(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('agency_id', '=', agencyId)
    .where('id', 'in', [...ids])
    .where('role', '=', 'client')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/**
 * Adds a client; returns its id. With `emailElsewhere` somebody in another agency signs in with that email, and this
 * client does not. Throws PostgreSQL's unique violation on `users_email` for an email that is taken otherwise.
 */
export async function insertClient(
  tx: Tx,
  client: ClientDetails & {
    agencyId: string;
    email: string;
    passwordHash: string | null;
    emailElsewhere?: boolean;
    isSample?: boolean;
  },
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

/**
 * Changes a client's details, and its password if a hash is passed. `byAgency`: somebody other than the client sets the
 * password.
 */
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
      ...(client.passwordHash === null
        ? {}
        : { password_hash: client.passwordHash, password_by_agency: client.byAgency }),
    })
    .where('agency_id', '=', client.agencyId)
    .where('id', '=', client.id)
    .where('role', '=', 'client')
    .execute();
}

/** Sets whether a client approves its posts before they are published. */
export async function updateApproval(
  tx: Tx,
  client: { agencyId: string; id: string; approval: ApprovalMode },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ approval: client.approval })
    .where('agency_id', '=', client.agencyId)
    .where('id', '=', client.id)
    .where('role', '=', 'client')
    .execute();
}

/** Removes a client from every list; the record of its posts stays. */
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

/** Whether a user of this agency may own social accounts: the owner, or an existing client. */
export async function findAccountHolder(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ id: string; name: string; is_sample: boolean } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'is_sample'])
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .where('role', 'in', ['owner', 'client'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Like `findAccountHolder`, with the row locked until the end of the transaction: a concurrent deletion of the client
 * waits, and then finds what has been added for it.
 */
export async function lockAccountHolder(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ id: string } | undefined> {
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

/** Locks a person's row: what is added for the person meanwhile waits, or has come before. */
export async function lockClient(tx: Tx, key: { agencyId: string; id: string }): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', key.agencyId)
    .where('id', '=', key.id)
    .forNoKeyUpdate()
    .execute();
}

/** Deletes the sample's clients; their accounts, schedules, deliveries and attempts go with them. */
export async function eraseSampleClients(tx: Tx, agencyId: string): Promise<void> {
  await tx
    .deleteFrom('users')
    .where('agency_id', '=', agencyId)
    .where('role', '=', 'client')
    .where('is_sample', '=', true)
    .execute();
}
