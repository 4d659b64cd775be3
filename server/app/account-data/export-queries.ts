/** The queries of downloads of all data of an agency, in the table `data_exports`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

type Key = { agencyId: string; id: string };

const columns = [
  'id',
  'agency_id',
  'user_id',
  'state',
  'step',
  'percent',
  'message',
  'object_name',
  'size_bytes',
  'file_count',
  'missing_count',
  'created_at',
  'finished_at',
  'expires_at',
] as const;

/** The latest download of an agency; undefined if there was none. */
export const findLatestExport = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('data_exports')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findLatestExport>>>;

/** One download of the agency, or undefined. */
export const findExport = (tx: Tx, { agencyId, id }: Key) =>
  tx
    .selectFrom('data_exports')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Requests a download; undefined if one is already being made. */
export const insertExport = (
  tx: Tx,
  { agencyId, userId, now }: { agencyId: string; userId: string; now: Date },
): Promise<ExportRow | undefined> =>
  tx
    .insertInto('data_exports')
    .values({ agency_id: agencyId, user_id: userId, created_at: now, touched_at: now })
    // The states are literals: with parameters, PostgreSQL misses the index once it uses a generic plan (from the sixth
    // run).
    .onConflict((conflict) =>
      conflict
        .column('agency_id')
        .where(sql<boolean>`state in ('waiting', 'running')`)
        .doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();

/**
 * Takes over a download, from the beginning; an earlier worker (a vanished one) loses it. Undefined if it has ended.
 */
export const takeExport = (
  tx: Tx,
  { id, run, now }: { id: string; run: string; now: Date },
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('data_exports')
    .set({ state: 'running', run, step: 'tables', percent: 0, file_count: 0, missing_count: 0, touched_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(columns)
    .executeTakeFirst();

type Held = { id: string; run: string; now: Date };

/** Stores a download's progress; false if it was cancelled or taken over, so that the worker stops. */
export async function noteProgress(
  tx: Tx,
  { id, run, now, step, percent }: Held & { step: string; percent: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set({ step, percent, touched_at: now })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the file's name before the file itself, so that it can be found and removed whatever happens. */
export async function noteObject(
  tx: Tx,
  { id, run, objectName }: Omit<Held, 'now'> & { objectName: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set({ object_name: objectName })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the file as ready to fetch; undefined if the download was cancelled or taken over. */
export const finishExport = (
  tx: Tx,
  { id, run, now, ...made }: Held & { sizeBytes: number; files: number; missing: number; expiresAt: Date },
): Promise<ExportRow | undefined> =>
  tx
    .updateTable('data_exports')
    .set({
      state: 'ready',
      percent: 100,
      step: '',
      size_bytes: String(made.sizeBytes),
      file_count: made.files,
      missing_count: made.missing,
      finished_at: now,
      touched_at: now,
      expires_at: made.expiresAt,
    })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .returning(columns)
    .executeTakeFirst();

/** Marks a download as failed; `message` says why, for the person. Another one can then be requested. */
export async function failExport(tx: Tx, { id, run, now, message }: Held & { message: string }): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ state: 'failed', message, finished_at: now, touched_at: now })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .execute();
}

/** Cancels a waiting or running download; false if there is none. */
export async function cancelExport(tx: Tx, { agencyId, id, now }: Key & { now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('data_exports')
    .set({ state: 'cancelled', finished_at: now, touched_at: now })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Binds a ticket for fetching the file to a session, replacing an earlier one. */
export async function storeTicket(
  tx: Tx,
  { id, ...ticket }: Key & { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ ticket_hash: ticket.hash, ticket_session_id: ticket.sessionId, ticket_expires_at: ticket.expiresAt })
    .where('agency_id', '=', ticket.agencyId)
    .where('id', '=', id)
    .execute();
}

/** The file of a ticket, while its session is valid and the person is still the agency's owner. */
export async function findByTicket(
  tx: Tx,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<{ object_name: string; agency_id: string; created_at: Date } | undefined> {
  const { rows } = await sql<{ object_name: string; agency_id: string; created_at: Date }>`
    select e.object_name, e.agency_id, e.created_at
    from data_exports e
    join sessions s on s.id = e.ticket_session_id
    join users u on u.id = s.user_id
    where e.ticket_hash = ${hash} and e.ticket_expires_at > ${now} and e.state = 'ready' and e.expires_at > ${now}
      and e.object_name is not null
      and s.expires_at > ${now} and u.deleted_at is null and u.role = 'owner' and u.agency_id = e.agency_id`.execute(
    tx,
  );
  return rows[0];
}

/**
 * The names in storage of files to delete: of downloads that have expired, were replaced by a later one, or ended
 * without becoming ready.
 */
export async function listSpent(tx: Tx, now: Date): Promise<{ id: string; agency_id: string; object_name: string }[]> {
  const { rows } = await sql<{ id: string; agency_id: string; object_name: string }>`
    select e.id, e.agency_id, e.object_name
    from data_exports e
    where e.object_name is not null and (
      e.state in ('failed', 'cancelled', 'expired')
      or e.state = 'ready' and (
        e.expires_at <= ${now}
        or exists (select from data_exports later where later.agency_id = e.agency_id and later.id > e.id
          and later.state = 'ready')))
    order by e.id`.execute(tx);
  return rows;
}

/** Records that the file of a download was deleted from storage. */
export async function forgetObject(tx: Tx, { agencyId, id }: Key): Promise<void> {
  await sql`
    update data_exports
    set object_name = null, ticket_hash = null, state = case when state = 'ready' then 'expired' else state end
    where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}

/** Ends downloads without progress since an instant: their job no longer exists. */
export async function failAbandoned(
  tx: Tx,
  { untouchedSince, message, now }: { untouchedSince: Date; message: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ state: 'failed', message, finished_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .where('touched_at', '<', untouchedSince)
    .execute();
}

/** Ends the download links of every agency. */
export async function endAllDownloads(tx: Tx): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ ticket_hash: null, ticket_session_id: null, ticket_expires_at: null })
    .where('ticket_hash', 'is not', null)
    .execute();
}

/** Downloads whose files are deleted. */
export const oldExports = byTime({
  table: 'data_exports',
  column: 'touched_at',
  days: 'downloads',
  only: sql<boolean>`t.object_name is null and t.state in ('failed', 'cancelled', 'expired')`,
});
