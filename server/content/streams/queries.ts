/** Streams and their items, as rows. Only this folder writes the tables streams and items. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import type { StreamKind, StreamSort, StreamState } from '#contract/base/list-options.ts';
import {
  asCreated,
  asRead,
  isBehind,
  ordering,
  orderOf,
  cursorOf,
  type ListOrder,
} from '../../base/lists/list-order.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';
import { lockSchedulesOfStreams } from '../../publishing/index.ts';
import { eraseUnused } from '../../base/files/index.ts';

/** A stream in lists: the number of its items, and the names of its first four thumbnails. */
export type StreamRow = {
  id: string;
  type: StreamType;
  title: string;
  tags: string;
  description: string;
  created_at: Date;
  is_sample: boolean;
  kind: StreamKind;
  client_id: string | null;
  items: number;
  thumbnails: string[];
};

/** The fields of a stream's form. */
export type StreamWords = { title: string; tags: string; description: string };

const streamColumns = sql`
  s.id, s.type, s.title, s.tags, s.description, s.created_at, s.is_sample, s.kind, s.client_id,
  (select count(*)::int from items i where i.stream_id = s.id and i.deleted_at is null) as items,
  array(
    select f.thumbnail_name
    from items i
    join files f on f.id = i.file_id
    where i.stream_id = s.id and i.deleted_at is null and f.thumbnail_state = 'ready'
    order by i.sequence, i.id
    limit 4
  ) as thumbnails`;

type StreamFilter = {
  agencyId: string;
  search: string;
  type: StreamType | null;
  state: StreamState | null;
  kind: StreamKind;
  /** The streams for this client and for any; null for all. */
  clientId: string | null;
};

// NOTE not `exists`, which PostgreSQL may turn into a scan of all agencies' schedules instead of a look-up for each
// stream.
const isScheduled = sql`(
  select true from schedules c where c.stream_id = s.id and c.state = 'active' and c.deleted_at is null limit 1)`;

const ofState: Readonly<Record<StreamState, RawBuilder<unknown>>> = {
  scheduled: sql`and ${isScheduled}`,
  'not-scheduled': sql`and ${isScheduled} is null`,
};

const streamFilter = ({ agencyId, search, type, state, kind, clientId }: StreamFilter) => sql`
  s.agency_id = ${agencyId} and s.deleted_at is null and s.kind = ${sql.lit(kind)}
  and (${type}::text is null or s.type = ${type})
  and (${search} = '' or s.title ilike ${likePattern(search)} or s.type ilike ${likePattern(search)})
  ${clientId === null ? sql`` : sql`and (s.client_id is null or s.client_id = ${clientId})`}
  ${state === null ? sql`` : ofState[state]}`;

/** The order of the list of streams, by its name in the call. */
export const streamOrder = (sort: StreamSort): ListOrder =>
  orderOf(sort, { id: sql`s.id`, keys: { created: [asCreated(sql`s.created_at`)], title: [asRead(sql`s.title`)] } });

/** A page of the agency's streams in that order, found by words of the title or by type. */
export async function listStreams(
  tx: Tx,
  { order, after, ...filter }: StreamFilter & { order: ListOrder; after: readonly string[] | null },
): Promise<(StreamRow & { cursor: string[] })[]> {
  const { rows } = await sql<StreamRow & { cursor: string[] }>`
    select ${streamColumns}, ${cursorOf(order)} as cursor
    from streams s
    where ${streamFilter(filter)} and ${isBehind(order, after)}
    order by ${ordering(order)}
    limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** The number of streams that a search finds, on all pages, up to `mostCounted` + 1. */
export const countStreams = (tx: Tx, filter: StreamFilter): Promise<number> =>
  countFound(tx, sql`from streams s where ${streamFilter(filter)}`);

/** One existing stream of the agency, or undefined. */
export async function findStream(tx: Tx, key: { agencyId: string; id: string }): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`
    select ${streamColumns} from streams s
    where s.agency_id = ${key.agencyId} and s.id = ${key.id} and s.deleted_at is null`.execute(tx);
  return rows[0];
}

/**
 * The type of an existing stream, with its row locked until the end of the transaction: adding and reordering items
 * take this lock, so that no position is used twice. What changes items that exist takes `lockStreamToChange`.
 */
export async function lockStream(tx: Tx, key: { agencyId: string; id: string }): Promise<StreamType | undefined> {
  const { rows } = await sql<{ type: StreamType }>`
    select type from streams
    where agency_id = ${key.agencyId} and id = ${key.id} and deleted_at is null
    for no key update`.execute(tx);
  return rows[0]?.type;
}

/** Like `lockStream`, with all of its schedules: until the end of the transaction no round begins with its items. */
export async function lockStreamToChange(
  tx: Tx,
  key: { agencyId: string; id: string },
): Promise<StreamType | undefined> {
  const type = await lockStream(tx, key);
  if (type !== undefined) await lockSchedulesOfStreams(tx, { agencyId: key.agencyId, streamIds: [key.id] });
  return type;
}

/** Adds a stream; returns its id. */
export async function insertStream(
  tx: Tx,
  stream: StreamWords & {
    agencyId: string;
    type: StreamType;
    createdBy: string;
    kind?: StreamKind;
    clientId?: string | null;
    /** The composer's key of a single post. */
    saveKey?: string | null;
    isSample?: boolean;
    now: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into streams (agency_id, type, title, tags, description, created_by, kind, client_id, save_key, is_sample,
      created_at)
    values (${stream.agencyId}, ${stream.type}, ${stream.title}, ${stream.tags}, ${stream.description},
      ${stream.createdBy}, ${stream.kind ?? 'stream'}, ${stream.clientId ?? null}, ${stream.saveKey ?? null}::uuid,
      ${stream.isSample ?? false}, ${stream.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Changes a stream's title and other fields. */
export async function updateStreamWords(tx: Tx, stream: StreamWords & { agencyId: string; id: string }): Promise<void> {
  await sql`
    update streams set title = ${stream.title}, tags = ${stream.tags}, description = ${stream.description}
    where agency_id = ${stream.agencyId} and id = ${stream.id} and deleted_at is null`.execute(tx);
}

/** Says which client a stream is for; null: any. */
export async function updateStreamClient(
  tx: Tx,
  { agencyId, id, clientId }: { agencyId: string; id: string; clientId: string | null },
): Promise<void> {
  await sql`
    update streams set client_id = ${clientId}
    where agency_id = ${agencyId} and id = ${id} and deleted_at is null`.execute(tx);
}

/** Makes the stream of a single post a content stream, because it gets a second item or a second schedule. */
export async function makeRealStream(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await sql`
    update streams set kind = 'stream' where agency_id = ${agencyId} and id = ${id} and kind = 'post'`.execute(tx);
}

/** How many of these distinct streams the agency has. */
export async function countLiving(
  tx: Tx,
  { agencyId, ids }: { agencyId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from streams
    where agency_id = ${agencyId} and id = any(${[...ids]}::bigint[]) and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Removes a stream from every list; returns whether it existed. Its items stay for the record of what was posted. */
export async function deleteStreamRow(tx: Tx, key: { agencyId: string; id: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    update streams set deleted_at = ${key.now}
    where agency_id = ${key.agencyId} and id = ${key.id} and deleted_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes the sample's streams with their items, schedules and files, except files that have other uses by now; returns
 * the names of the stored files that they leave behind.
 */
export async function eraseSampleStreams(tx: Tx, agencyId: string): Promise<string[]> {
  const { rows: files } = await sql<{ id: string }>`
    select distinct i.file_id as id
    from streams s
    join items i on i.stream_id = s.id
    where s.agency_id = ${agencyId} and s.is_sample and i.file_id is not null`.execute(tx);
  await sql`delete from streams where agency_id = ${agencyId} and is_sample`.execute(tx);
  return eraseUnused(tx, { agencyId, ids: files.map(({ id }) => id) });
}
