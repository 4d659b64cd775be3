/** Video projects, as rows. Only this folder writes the table videos. */
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

/** A video with the stored names of its poster and its finished file. */
export type VideoRow = {
  id: string;
  client_id: string | null;
  name: string;
  /** As parsed by the contract's `videoProject`. */
  project: unknown;
  revision: number;
  status: '3' | '4' | '5' | '6';
  failed: boolean;
  message: string;
  percent: number;
  seconds_left: number | null;
  file_id: string | null;
  file_name: string | null;
  poster_name: string | null;
  /** The credits of the finished file and of everything that it was made from. */
  credits: string[];
  created_at: Date;
};

const columns = sql.raw(`v.id, v.client_id, v.name, v.project, v.revision, v.status, v.failed, v.message, v.percent,
  v.seconds_left, v.file_id, v.created_at, f.name as file_name, coalesce(p.thumbnail_name, p.name) as poster_name,
  array(
    select l.attribution from file_licences l
    where l.file_id = v.file_id and l.attribution <> ''
    group by l.attribution
    order by min(l.id)) as credits`);
const joined = sql.raw('videos v left join files f on f.id = v.file_id left join files p on p.id = v.poster_file_id');

type Filter = { agencyId: string; search: string };
const matches = ({ agencyId, search }: Filter) => sql`
  v.agency_id = ${agencyId} and (${search} = '' or v.name ilike ${likePattern(search)})`;

/** The order of the list of videos, by its name in the call. */
export const videoOrder = (sort: ContentSort): ListOrder =>
  orderOf(sort, { id: sql`v.id`, keys: { created: [asCreated(sql`v.created_at`)], name: [asRead(sql`v.name`)] } });

/** A page of the agency's videos and one more, in that order. */
export async function listVideos(
  tx: Tx,
  { order, after, ...filter }: Filter & { order: ListOrder; after: readonly string[] | null },
): Promise<(VideoRow & { cursor: string[] })[]> {
  const { rows } = await sql<VideoRow & { cursor: string[] }>`
    select ${columns}, ${cursorOf(order)} as cursor from ${joined}
    where ${matches(filter)} and ${isBehind(order, after)}
    order by ${ordering(order)}
    limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** The number of videos on all pages, up to `mostCounted` + 1. */
export const countVideos = (tx: Tx, filter: Filter): Promise<number> =>
  countFound(tx, sql`from videos v where ${matches(filter)}`);

/** Some of the agency's videos, by their ids. */
export async function findVideos(tx: Tx, key: { agencyId: string; ids: readonly string[] }): Promise<VideoRow[]> {
  const { rows } = await sql<VideoRow>`
    select ${columns} from ${joined}
    where v.agency_id = ${key.agencyId} and v.id = any(${[...key.ids]}::bigint[])
    order by v.id desc`.execute(tx);
  return rows;
}

/** Makes other changes of a video wait until the transaction ends; returns its current state. */
export async function lockVideo(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<Pick<VideoRow, 'status' | 'failed' | 'revision'> | undefined> {
  const { rows } = await sql<Pick<VideoRow, 'status' | 'failed' | 'revision'>>`
    select status, failed, revision from videos
    where agency_id = ${key.agencyId} and id = ${key.id}
    for update`.execute(tx);
  return rows[0];
}

/** The stored size of a project, in bytes; 0 if it does not exist. */
export async function bytesOfVideo(tx: Tx, key: { agencyId: string; id: string }): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_column_size(project) as bytes from videos
    where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows[0]?.bytes ?? 0;
}

/** The part of a project that a save stores. */
export type SavedVideo = {
  agencyId: string;
  name: string;
  clientId: string | null;
  project: object;
  /** The copies of its search results, by their addresses. */
  copies: Readonly<Record<string, string>>;
  posterFileId: string | null;
  now: Date;
};

/** Adds a project; returns its id. */
export async function insertVideo(tx: Tx, video: SavedVideo & { createdBy: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into videos (agency_id, client_id, name, project, poster_file_id, created_by, created_at, updated_at)
    values (${video.agencyId}, ${video.clientId}, ${video.name}, ${storableDocument(video.project)}::jsonb,
      ${video.posterFileId}, ${video.createdBy}, ${video.now}, ${video.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Updates a project, which must then be rendered again: its finished file stays only in the library. */
export async function updateVideo(tx: Tx, video: SavedVideo & { id: string }): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update videos set name = ${video.name}, client_id = ${video.clientId},
      project = ${storableDocument(video.project)}::jsonb, copies = ${JSON.stringify(video.copies)}::jsonb,
      poster_file_id = ${video.posterFileId}, revision = revision + 1, status = '3', failed = false, message = '',
      percent = 0, seconds_left = null, file_id = null, updated_at = ${video.now}
    where agency_id = ${video.agencyId} and id = ${video.id}
    returning revision`.execute(tx);
  return rows[0]?.revision ?? 0;
}

/** The copies that were made of a project's search results, by the addresses of these. */
export async function findCopies(tx: Tx, key: { agencyId: string; id: string }): Promise<Record<string, string>> {
  const { rows } = await sql<{ copies: Record<string, string> }>`
    select copies from videos where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows[0]?.copies ?? {};
}

/** Records that a video is made: its finished file, which the library keeps. */
export async function completeVideo(
  tx: Tx,
  { agencyId, id, fileId, now }: { agencyId: string; id: string; fileId: string; now: Date },
): Promise<void> {
  await sql`
    update videos set status = '6', failed = false, message = '', percent = 100, seconds_left = null,
      file_id = ${fileId}, updated_at = ${now}
    where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}

/** Deletes a project with the records of its files; returns whether it existed. */
export async function deleteVideoRow(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from videos where agency_id = ${key.agencyId} and id = ${key.id} returning id`.execute(tx);
  return rows.length > 0;
}
