/** Brand kits, as rows. Only this folder writes the table kits. */
import { sql } from 'kysely';
import type { Kit } from '#rules/design/kit.ts';
import type { Tx } from '#db/database.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';

/** A client with its kit; colours and fonts are null if it has none. */
export type KitRow = {
  client_id: string;
  client: string;
  company: string;
  logo_name: string | null;
  colours: Kit['colours'] | null;
  fonts: Kit['fonts'] | null;
};

type Filter = { agencyId: string; search: string; clientIds: readonly string[] | null };
const matches = ({ agencyId, search, clientIds }: Filter) => sql`
  u.agency_id = ${agencyId} and u.role = 'client' and u.deleted_at is null
  and (${clientIds === null} or u.id = any(${[...(clientIds ?? [])]}::bigint[]))
  and (${search} = '' or u.name ilike ${likePattern(search)} or u.company ilike ${likePattern(search)})`;

/** A page of the agency's clients and one more, newest first, with their kits. */
export async function listKits(tx: Tx, filter: Filter & { beforeId: string | null; most?: number }): Promise<KitRow[]> {
  const { rows } = await sql<KitRow>`
    select u.id as client_id, u.name as client, u.company, f.name as logo_name, k.colours, k.fonts
    from users u
    left join kits k on k.client_id = u.id
    left join files f on f.id = k.logo_file_id and f.deleted_at is null
    where ${matches(filter)} and (${filter.beforeId}::bigint is null or u.id < ${filter.beforeId})
    order by u.id desc
    limit ${sql.lit(filter.most ?? pageSize + 1)}`.execute(tx);
  return rows;
}

/** The number of clients on all pages, up to `mostCounted` + 1. */
export const countKits = (tx: Tx, filter: Filter): Promise<number> =>
  countFound(tx, sql`from users u where ${matches(filter)}`);

/** The part of a kit that a save stores. */
export type SavedKit = {
  agencyId: string;
  clientId: string;
  logoFileId: string | null;
  colours: Kit['colours'];
  fonts: Kit['fonts'];
  now: Date;
};

/** Stores a client's kit, replacing the previous one. */
export async function putKit(tx: Tx, kit: SavedKit): Promise<void> {
  await sql`
    insert into kits (agency_id, client_id, logo_file_id, colours, fonts, updated_at)
    values (${kit.agencyId}, ${kit.clientId}, ${kit.logoFileId}, ${JSON.stringify(kit.colours)}::jsonb,
      ${JSON.stringify(kit.fonts)}::jsonb, ${kit.now})
    on conflict (client_id) do update set logo_file_id = excluded.logo_file_id, colours = excluded.colours,
      fonts = excluded.fonts, updated_at = excluded.updated_at`.execute(tx);
}

/** Deletes a client's kit; returns whether there was one. */
export async function deleteKitRow(tx: Tx, key: { agencyId: string; clientId: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from kits where agency_id = ${key.agencyId} and client_id = ${key.clientId} returning id`.execute(tx);
  return rows.length > 0;
}

/** Replaces a logo file by another: in every kit that has it, or only in those of the clients in `only`. */
export async function swapFileInKits(
  tx: Tx,
  {
    agencyId,
    fromId,
    toId,
    only,
    now,
  }: { agencyId: string; fromId: string; toId: string; only: readonly string[] | undefined; now: Date },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with changed as (
      update kits set logo_file_id = ${toId}, updated_at = ${now}
      where agency_id = ${agencyId} and logo_file_id = ${fromId}
        and (${only === undefined} or client_id = any(${[...(only ?? [])]}::bigint[]))
      returning client_id
    )
    select c.id, c.name from changed join users c on c.id = changed.client_id
    where c.deleted_at is null
    order by c.id`.execute(tx);
  return rows;
}
