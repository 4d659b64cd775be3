/** Finished pictures of designs, as rows. Only this folder writes the table drawings. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A finished or requested picture; `name` is the stored name of its file. */
export type DrawingRow = { id: string; state: 'waiting' | 'ready' | 'failed'; name: string | null; message: string };

const columns = sql.raw('w.id, w.state, f.name, w.message');

/** A picture of the agency. */
export async function findDrawing(tx: Tx, key: { agencyId: string; id: string }): Promise<DrawingRow | undefined> {
  const { rows } = await sql<DrawingRow>`
    select ${columns} from drawings w left join files f on f.id = w.file_id
    where w.agency_id = ${key.agencyId} and w.id = ${key.id}`.execute(tx);
  return rows[0];
}

/** A picture to draw: the design, its revision, the size, and the person. */
export type NewDrawing = {
  agencyId: string;
  designId: string;
  revision: number;
  width: number;
  height: number;
  userId: string;
  now: Date;
};

/**
 * Records a request for a picture; returns its id, and whether it must be drawn: a failed one, or one whose file was
 * deleted, is drawn again.
 */
export async function wantDrawing(tx: Tx, wanted: NewDrawing): Promise<{ id: string; isToBeDrawn: boolean }> {
  const { rows } = await sql<{ id: string; isToBeDrawn: boolean }>`
    insert into drawings as w (agency_id, design_id, revision, width, height, created_by, created_at)
    values (${wanted.agencyId}, ${wanted.designId}, ${wanted.revision}, ${wanted.width}, ${wanted.height},
      ${wanted.userId}, ${wanted.now})
    on conflict (design_id, revision, width, height) do update
      set state = case when w.state = 'ready' and w.file_id is not null then 'ready' else 'waiting' end, message = ''
    returning w.id, w.state = 'waiting' as "isToBeDrawn"`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row;
}

/** A waiting picture, with the stored design; undefined if it no longer waits. */
export type WaitingDrawing = {
  agencyId: string;
  designId: string;
  name: string;
  document: unknown;
  isCurrent: boolean;
  revision: number;
  width: number;
  height: number;
  userId: string | null;
};
/** A picture that is still to be drawn; undefined otherwise. */
export async function findWaiting(tx: Tx, id: string): Promise<WaitingDrawing | undefined> {
  const { rows } = await sql<WaitingDrawing>`
    select w.agency_id as "agencyId", w.design_id as "designId", d.name, d.document,
      w.revision = d.revision as "isCurrent", w.revision, w.width, w.height, w.created_by as "userId"
    from drawings w
    join designs d on d.id = w.design_id
    where w.id = ${id} and w.state = 'waiting'`.execute(tx);
  return rows[0];
}

/** Records the outcome of a picture: its file, or the reason why there is none. */
export async function settleDrawing(
  tx: Tx,
  { id, ...outcome }: { id: string } & ({ fileId: string } | { message: string }),
): Promise<void> {
  const fileId = 'fileId' in outcome ? outcome.fileId : null;
  const message = 'message' in outcome ? outcome.message : '';
  await sql`
    update drawings set state = ${fileId === null ? 'failed' : 'ready'}, file_id = ${fileId}, message = ${message}
    where id = ${id}`.execute(tx);
}
