/**
 * The queries of the page Account Data, apart from downloads: the owner, and the contents that a deletion would remove.
 * Read-only.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { isUnsent } from '../../publishing/index.ts';

/** The current owner of an agency, who gets its mails. */
export const findOwnerOf = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('agency_id', '=', agencyId)
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

/**
 * The number of rows that deleting an agency would remove. Records of earlier deletions are removed too, but not
 * counted.
 */
export type DeletionCounts = {
  clients: number;
  members: number;
  accounts: number;
  streams: number;
  files: number;
  file_bytes: number;
  schedules: number;
  planned: number;
  posted: number;
};

/** Counts the existing rows. */
export async function countForDeletion(tx: Tx, agencyId: string): Promise<DeletionCounts> {
  const { rows } = await sql<Omit<DeletionCounts, 'file_bytes'> & { file_bytes: string }>`
    select
      (select count(*)::int from users where agency_id = g.id and role = 'client' and deleted_at is null) as clients,
      (select count(*)::int from users where agency_id = g.id and role = 'member' and deleted_at is null) as members,
      (select count(*)::int from social_accounts where agency_id = g.id and deleted_at is null) as accounts,
      (select count(*)::int from streams where agency_id = g.id and deleted_at is null and kind = 'stream') as streams,
      (select count(*)::int from files where agency_id = g.id and deleted_at is null) as files,
      (select coalesce(sum(size_bytes), 0)::text from files where agency_id = g.id
        and deleted_at is null) as file_bytes,
      (select count(*)::int from schedules where agency_id = g.id and deleted_at is null) as schedules,
      (select count(*)::int from deliveries d where d.agency_id = g.id and ${sql.raw(isUnsent)}) as planned,
      (select count(*)::int from deliveries where agency_id = g.id and state = 'published') as posted
    from agencies g
    where g.id = ${agencyId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the agency is not there');
  return { ...row, file_bytes: Number(row.file_bytes) };
}

/** The networks for which an agency has keys, in the order of `networkIds`. */
export async function listHeldNetworks(tx: Tx, agencyId: string): Promise<NetworkId[]> {
  const { rows } = await sql<{ network: NetworkId }>`
    select distinct network from social_accounts where agency_id = ${agencyId} and deleted_at is null
      and credentials <> ''`.execute(tx);
  return networkIds.filter((id) => rows.some(({ network }) => network === id));
}

/**
 * The addresses and ids of all people of an agency, also of those who have left: they identify rows outside its own
 * tables.
 */
export async function listTraces(
  tx: Tx,
  agencyId: string,
): Promise<{ emails: string[]; userIds: string[]; fileIds: string[] }> {
  const { rows: users } = await sql<{
    id: string;
    email: string;
  }>`select id, lower(email) as email from users where agency_id = ${agencyId}`.execute(tx);
  const { rows: links } = await sql<{ email: string }>`
    select lower(new_email) as email from login_links where agency_id = ${agencyId} and new_email is not null
    union
    select lower(mailed_to) from connect_links where agency_id = ${agencyId} and mailed_to is not null`.execute(tx);
  const { rows: files } = await sql<{ id: string }>`select id from files where agency_id = ${agencyId}`.execute(tx);
  return {
    emails: [...new Set([...users, ...links].map(({ email }) => email))],
    userIds: users.map(({ id }) => id),
    fileIds: files.map(({ id }) => id),
  };
}
