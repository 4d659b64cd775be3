/** Batches of pictures, as rows. Only this folder writes the tables batches and batch_items. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countFound, pageSize } from '../../base/lists/paging.ts';

/** A batch with its state. */
export type BatchRow = {
  id: string;
  kind: 'texts' | 'clients';
  name: string;
  state: 'running' | 'done' | 'cancelled';
  created_at: Date;
  total: number;
  waiting: number;
  ready: number;
  unfit: number;
  failed: number;
};
/** A picture of a batch; `file_name` is the stored name of its file. */
export type BatchItemRow = {
  id: string;
  title: string;
  client_id: string | null;
  stream_id: string | null;
  state: 'waiting' | 'ready' | 'unfit' | 'failed' | 'skipped';
  message: string;
  file_name: string | null;
};

const batchRows = sql`
  select b.id, b.kind, b.name, b.state, b.created_at, items.*
  from batches b
  cross join lateral (
    select count(*)::int as total,
      count(*) filter (where i.state = 'waiting')::int as waiting,
      count(*) filter (where i.state = 'ready')::int as ready,
      count(*) filter (where i.state = 'unfit')::int as unfit,
      count(*) filter (where i.state = 'failed')::int as failed
    from batch_items i where i.batch_id = b.id
  ) items`;

/** A page of the agency's batches and one more, newest first. */
export async function listBatches(tx: Tx, key: { agencyId: string; beforeId: string | null }): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    ${batchRows}
    where b.agency_id = ${key.agencyId} and (${key.beforeId}::bigint is null or b.id < ${key.beforeId})
    order by b.id desc limit ${sql.lit(pageSize + 1)}`.execute(tx);
  return rows;
}

/** The number of batches on all pages, up to `mostCounted` + 1. */
export const countBatches = (tx: Tx, agencyId: string): Promise<number> =>
  countFound(tx, sql`from batches where agency_id = ${agencyId}`);

/** One batch of the agency. */
export async function findBatch(tx: Tx, key: { agencyId: string; id: string }): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`
    ${batchRows} where b.agency_id = ${key.agencyId} and b.id = ${key.id}`.execute(tx);
  return rows[0];
}

/** A batch's pictures in their order. */
export async function listBatchItems(tx: Tx, key: { agencyId: string; batchId: string }): Promise<BatchItemRow[]> {
  const { rows } = await sql<BatchItemRow>`
    select i.id, i.title, i.client_id, i.stream_id, i.state, i.message, f.name as file_name
    from batch_items i left join files f on f.id = i.file_id
    where i.agency_id = ${key.agencyId} and i.batch_id = ${key.batchId}
    order by i.position`.execute(tx);
  return rows;
}

/** The source of a batch. */
export type NewBatch = {
  agencyId: string;
  designId: string;
  kind: 'texts' | 'clients';
  name: string;
  document: unknown;
  createdBy: string;
  now: Date;
};
/** The source of a picture in a batch. */
export type NewBatchItem = {
  title: string;
  texts: Readonly<Record<string, string>>;
  clientId: string | null;
  streamId: string;
};

/** Adds a batch with its pictures, all of them waiting; returns its id. */
export async function insertBatch(tx: Tx, batch: NewBatch, items: readonly NewBatchItem[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into batches (agency_id, design_id, kind, name, document, created_by, created_at)
    values (${batch.agencyId}, ${batch.designId}, ${batch.kind}, ${batch.name},
      ${JSON.stringify(batch.document)}::jsonb, ${batch.createdBy}, ${batch.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  await sql`
    insert into batch_items (agency_id, batch_id, position, title, texts, client_id, stream_id)
    select ${batch.agencyId}, ${row.id}, added.position, added.title, added.texts::jsonb, added.client_id,
      added.stream_id
    from unnest(
      ${items.map(({ title }) => title)}::text[],
      ${items.map(({ texts }) => JSON.stringify(texts))}::text[],
      ${items.map(({ clientId }) => clientId)}::bigint[],
      ${items.map(({ streamId }) => streamId)}::bigint[]
    ) with ordinality as added (title, texts, client_id, stream_id, position)`.execute(tx);
  return row.id;
}

/** Stops a running batch; returns whether it exists. */
export async function stopBatch(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    update batches set state = case when state = 'running' then 'cancelled' else state end
    where agency_id = ${key.agencyId} and id = ${key.id} returning id`.execute(tx);
  return rows.length > 0;
}

/** Restarts a batch with its failed pictures; returns whether it exists. */
export async function restartBatch(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    update batches set state = 'running' where agency_id = ${key.agencyId} and id = ${key.id} returning id`.execute(tx);
  await sql`
    update batch_items set state = 'waiting', message = ''
    where agency_id = ${key.agencyId} and batch_id = ${key.id} and state = 'failed'`.execute(tx);
  return rows.length > 0;
}

/** Records a person's decision about an unfit picture; returns its batch, or undefined if it is not unfit. */
export async function chooseFor(
  tx: Tx,
  { agencyId, id, choice }: { agencyId: string; id: string; choice: 'repair' | 'keep' | 'skip' },
): Promise<string | undefined> {
  const { rows } = await sql<{ batch_id: string }>`
    update batch_items set state = ${choice === 'skip' ? 'skipped' : 'waiting'},
      choice = ${choice === 'skip' ? 'none' : choice}, message = ''
    where agency_id = ${agencyId} and id = ${id} and state = 'unfit'
    returning batch_id`.execute(tx);
  return rows[0]?.batch_id;
}

/** Whether the agency has this picture of a batch. */
export async function hasBatchItem(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    select from batch_items where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows.length > 0;
}
