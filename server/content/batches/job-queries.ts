/** Batches as their job reads and writes them. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A running batch, with its document. */
export type RunningBatch = { agencyId: string; name: string; document: unknown; userId: string | null };
/** A batch that is running; undefined if it was cancelled or is done. */
export async function findRunning(tx: Tx, id: string): Promise<RunningBatch | undefined> {
  const { rows } = await sql<RunningBatch>`
    select agency_id as "agencyId", name, document, created_by as "userId"
    from batches where id = ${id} and state = 'running'`.execute(tx);
  return rows[0];
}

/** A waiting picture. */
export type WaitingItem = {
  id: string;
  title: string;
  texts: Readonly<Record<string, string>>;
  clientId: string | null;
  streamId: string | null;
  choice: 'none' | 'repair' | 'keep';
};

/** The waiting pictures of a batch, in order. */
export async function listWaiting(tx: Tx, batchId: string): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select id, title, texts, client_id as "clientId", stream_id as "streamId", choice
    from batch_items where batch_id = ${batchId} and state = 'waiting' order by position`.execute(tx);
  return rows;
}

/** Locks a picture that still waits in a running batch; returns whether it does. */
export async function lockWaiting(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from batch_items i join batches b on b.id = i.batch_id
    where i.id = ${id} and i.state = 'waiting' and b.state = 'running'
    for update of i for share of b`.execute(tx);
  return rows.length > 0;
}

/** Records the outcome of a picture. */
export async function settleItem(
  tx: Tx,
  { id, ...outcome }: { id: string; state: 'ready' | 'unfit' | 'failed'; message?: string; fileId?: string },
): Promise<void> {
  await sql`
    update batch_items set state = ${outcome.state}, message = ${outcome.message ?? ''},
      file_id = ${outcome.fileId ?? null}
    where id = ${id} and state = 'waiting'`.execute(tx);
}

/** Records that a batch is done once none of its pictures waits. */
export async function endBatch(tx: Tx, id: string): Promise<void> {
  await sql`
    update batches set state = 'done'
    where id = ${id} and state = 'running'
      and not exists (select from batch_items where batch_id = ${id} and state = 'waiting')`.execute(tx);
}
