/** The queries of reports as PDF files, in the table `report_pdfs`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

type Key = { agencyId: string; id: string };
type Held = { id: string; run: string; now: Date };

const columns = [
  'id',
  'agency_id',
  'client_id',
  'month',
  'state',
  'percent',
  'message',
  'pages',
  'size_bytes',
  'object_name',
  'created_at',
  'expires_at',
] as const;

/** The latest PDF of a client's month; undefined if none was requested. */
export const findLatestPdf = (
  tx: Tx,
  { agencyId, clientId, month }: { agencyId: string; clientId: string; month: string },
) =>
  tx
    .selectFrom('report_pdfs')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .where('month', '=', month)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type PdfRow = NonNullable<Awaited<ReturnType<typeof findLatestPdf>>>;

/** One PDF of the agency, or undefined. */
export const findPdf = (tx: Tx, { agencyId, id }: Key): Promise<PdfRow | undefined> =>
  tx
    .selectFrom('report_pdfs')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Requests a PDF; undefined if one of this month is already being made. */
export const insertPdf = (
  tx: Tx,
  pdf: { agencyId: string; clientId: string; month: string; madeBy: string; now: Date },
): Promise<PdfRow | undefined> =>
  tx
    .insertInto('report_pdfs')
    .values({
      agency_id: pdf.agencyId,
      client_id: pdf.clientId,
      month: pdf.month,
      made_by: pdf.madeBy,
      created_at: pdf.now,
      touched_at: pdf.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'month'])
        .where(sql<boolean>`state in ('waiting', 'running')`)
        .doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();

/** Takes over a PDF, from the beginning; an earlier worker loses it. Undefined if it has ended. */
export const takePdf = (tx: Tx, { id, run, now }: Held): Promise<PdfRow | undefined> =>
  tx
    .updateTable('report_pdfs')
    .set({ state: 'running', run, percent: 0, touched_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(columns)
    .executeTakeFirst();

const held = ({ id, run }: Omit<Held, 'now'>) => sql<boolean>`id = ${id} and run = ${run} and state = 'running'`;

/** Records its progress, and the name under which the file will be stored. False if another worker has it. */
export async function noteProgress(
  tx: Tx,
  { percent, objectName, now, ...key }: Held & { percent: number; objectName?: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('report_pdfs')
    .set({ percent, touched_at: now, ...(objectName === undefined ? {} : { object_name: objectName }) })
    .where(held(key))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a PDF as ready. False if another worker has it. */
export async function finishPdf(
  tx: Tx,
  { now, ...made }: Held & { sizeBytes: number; pages: number; message: string; expiresAt: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('report_pdfs')
    .set({
      state: 'ready',
      percent: 100,
      message: made.message,
      pages: made.pages,
      size_bytes: String(made.sizeBytes),
      touched_at: now,
      expires_at: made.expiresAt,
    })
    .where(held(made))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a PDF as failed; `message` says why. */
export async function failPdf(tx: Tx, { now, message, ...key }: Held & { message: string }): Promise<void> {
  await tx.updateTable('report_pdfs').set({ state: 'failed', message, touched_at: now }).where(held(key)).execute();
}

/** Ends PDFs without progress since an instant: their job no longer exists. */
export async function failAbandoned(
  tx: Tx,
  { untouchedSince, message }: { untouchedSince: Date; message: string },
): Promise<void> {
  await tx
    .updateTable('report_pdfs')
    .set({ state: 'failed', message })
    .where('state', 'in', ['waiting', 'running'])
    .where('touched_at', '<', untouchedSince)
    .execute();
}

/** Sets a PDF's download ticket, replacing an earlier one. */
export async function storeTicket(
  tx: Tx,
  { agencyId, id, hash, expiresAt }: Key & { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('report_pdfs')
    .set({ ticket_hash: hash, ticket_expires_at: expiresAt })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Ends every ticket of a download, in every agency. */
export async function endReportDownloads(tx: Tx): Promise<void> {
  await tx
    .updateTable('report_pdfs')
    .set({ ticket_hash: null, ticket_expires_at: null })
    .where('ticket_hash', 'is not', null)
    .execute();
}

/** The file of a ticket, in any agency. */
export const findByTicket = (tx: Tx, { hash, now }: { hash: Buffer; now: Date }) =>
  tx
    .selectFrom('report_pdfs as p')
    .innerJoin('users as u', 'u.id', 'p.client_id')
    .select(['p.object_name', 'p.month', 'u.name'])
    .where('p.ticket_hash', '=', hash)
    .where('p.ticket_expires_at', '>', now)
    .where('p.state', '=', 'ready')
    .where('p.expires_at', '>', now)
    .executeTakeFirst();

/** Files to delete: expired, replaced by a later one, or never finished. */
export async function listSpent(tx: Tx, now: Date): Promise<{ id: string; agencyId: string; objectName: string }[]> {
  const { rows } = await sql<{ id: string; agencyId: string; objectName: string }>`
    select p.id, p.agency_id as "agencyId", p.object_name as "objectName"
    from report_pdfs p
    where p.object_name is not null and (
      p.state in ('failed', 'expired')
      or p.state = 'ready' and (p.expires_at <= ${now} or exists (
        select from report_pdfs later
        where later.client_id = p.client_id and later.month = p.month and later.id > p.id and later.state = 'ready')))
    order by p.id`.execute(tx);
  return rows;
}

/** PDFs whose files are deleted. */
export const oldPdfs = byTime({
  table: 'report_pdfs',
  column: 'touched_at',
  days: 'downloads',
  only: sql<boolean>`t.object_name is null and t.state in ('failed', 'expired')`,
});

/** Records that a file was deleted from storage. */
export async function forgetObject(tx: Tx, { agencyId, id }: Key): Promise<void> {
  await sql`
    update report_pdfs
    set object_name = null, ticket_hash = null, state = case when state = 'ready' then 'expired' else state end
    where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}
