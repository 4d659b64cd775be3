/** Designs of the image creator, as rows. Only this folder writes the table designs. */
import { sql } from 'kysely';
import type { ContentSort } from '#contract/base/list-options.ts';
import type { Tx } from '#db/database.ts';
import { storableDocument } from '../../base/lib/storable.ts';
import {
  asCreated,
  asRead,
  cursorOf,
  isBehind,
  ordering,
  orderOf,
  type ListOrder,
} from '../../base/lists/list-order.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';

/** A design with the stored names of its pictures; with its document only if requested. */
export type DesignRow = {
  id: string;
  client_id: string | null;
  name: string;
  revision: number;
  thumbnail_name: string | null;
  picture_name: string | null;
  /** The credits of everything in its document. */
  credits: string[];
  created_at: Date;
  document?: unknown;
};

const columns = sql.raw(`d.id, d.client_id, d.name, d.revision, d.created_at, t.name as thumbnail_name,
  p.name as picture_name,
  array(
    select l.attribution from file_uses u join file_licences l on l.file_id = u.file_id
    where u.design_id = d.id and l.attribution <> ''
    group by l.attribution
    order by min(l.id)) as credits`);
const joined = sql.raw(
  'designs d left join files t on t.id = d.thumbnail_file_id left join files p on p.id = d.picture_file_id',
);

type Filter = { agencyId: string; search: string };
const matches = ({ agencyId, search }: Filter) => sql`
  d.agency_id = ${agencyId} and (${search} = '' or d.name ilike ${likePattern(search)})`;

/** The order of the list of designs, by its name in the call. */
export const designOrder = (sort: ContentSort): ListOrder =>
  orderOf(sort, { id: sql`d.id`, keys: { created: [asCreated(sql`d.created_at`)], name: [asRead(sql`d.name`)] } });

/** A page of the agency's designs and one more, in that order. */
export async function listDesigns(
  tx: Tx,
  { order, after, ...filter }: Filter & { order: ListOrder; after: readonly string[] | null },
): Promise<(DesignRow & { cursor: string[] })[]> {
  const { rows } = await sql<DesignRow & { cursor: string[] }>`
    select ${columns}, ${cursorOf(order)} as cursor from ${joined}
    where ${matches(filter)} and ${isBehind(order, after)}
    order by ${ordering(order)}
    limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** The number of designs on all pages, up to `mostCounted` + 1. */
export const countDesigns = (tx: Tx, filter: Filter): Promise<number> =>
  countFound(tx, sql`from designs d where ${matches(filter)}`);

/** A design with its document. */
export async function findDesign(tx: Tx, key: { agencyId: string; id: string }): Promise<DesignRow | undefined> {
  const { rows } = await sql<DesignRow>`
    select ${columns}, d.document from ${joined}
    where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  return rows[0];
}

/** Makes other changes of a design wait until the transaction ends. */
export async function lockDesign(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ revision: number; thumbnail_file_id: string | null } | undefined> {
  const { rows } = await sql<{ revision: number; thumbnail_file_id: string | null }>`
    select revision, thumbnail_file_id from designs
    where agency_id = ${key.agencyId} and id = ${key.id}
    for update`.execute(tx);
  return rows[0];
}

/** The stored size of a design with its thumbnail, in bytes; 0 if it does not exist. */
export async function bytesOfDesign(tx: Tx, key: { agencyId: string; id: string }): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (pg_column_size(d.document) + coalesce(f.size_bytes, 0))::text as bytes
    from designs d left join files f on f.id = d.thumbnail_file_id
    where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

/** The part of a design that a save stores. */
export type SavedDesign = {
  agencyId: string;
  name: string;
  clientId: string | null;
  document: object;
  /** The copies of its search results, by their addresses. */
  copies: Readonly<Record<string, string>>;
  thumbnailFileId: string | null;
  now: Date;
};

/** Adds a design; returns its id. */
export async function insertDesign(tx: Tx, design: SavedDesign & { createdBy: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into designs (agency_id, client_id, name, document, copies, thumbnail_file_id, created_by,
      created_at, updated_at)
    values (${design.agencyId}, ${design.clientId}, ${design.name}, ${storableDocument(design.document)}::jsonb,
      ${JSON.stringify(design.copies)}::jsonb, ${design.thumbnailFileId}, ${design.createdBy},
      ${design.now}, ${design.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Updates a design; its finished picture, of the previous document, stays only in the library. */
export async function updateDesign(tx: Tx, design: SavedDesign & { id: string }): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update designs set name = ${design.name}, client_id = ${design.clientId},
      document = ${storableDocument(design.document)}::jsonb, copies = ${JSON.stringify(design.copies)}::jsonb,
      thumbnail_file_id = ${design.thumbnailFileId},
      revision = revision + 1, picture_file_id = null, updated_at = ${design.now}
    where agency_id = ${design.agencyId} and id = ${design.id}
    returning revision`.execute(tx);
  return rows[0]?.revision ?? 0;
}

/** Records the finished picture of a design's revision; returns whether that is still the stored revision. */
export async function completeDesign(
  tx: Tx,
  { agencyId, id, revision, fileId }: { agencyId: string; id: string; revision: number; fileId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update designs set picture_file_id = ${fileId}
    where agency_id = ${agencyId} and id = ${id} and revision = ${revision}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a design; returns the id of its thumbnail's file, or undefined if the design did not exist. */
export async function deleteDesignRow(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<{ thumbnail_file_id: string | null } | undefined> {
  const { rows } = await sql<{ thumbnail_file_id: string | null }>`
    delete from designs where agency_id = ${key.agencyId} and id = ${key.id}
    returning thumbnail_file_id`.execute(tx);
  return rows[0];
}
