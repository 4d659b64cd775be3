/** Renders of videos, as rows. A try writes only while it is the current one. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The video that a try renders. */
export type WantedVideo = { id: string; agency_id: string; name: string; project: unknown; created_by: string | null };

type Key = { agencyId: string; id: string };
/** A try: the video's row, and the run. */
export type Try = { id: string; run: string };

/** Starts a render; false if it is already running, or the video does not exist. */
export async function startRender(tx: Tx, { agencyId, id, now }: Key & { now: Date }): Promise<boolean> {
  const { rows } = await sql`
    update videos set status = '4', failed = false, message = '', percent = 0, seconds_left = null, file_id = null,
      render_run = null, updated_at = ${now}
    where agency_id = ${agencyId} and id = ${id} and (failed or status in ('3', '6'))
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Says what a render waits for. */
export async function noteWaiting(tx: Tx, { agencyId, id, message }: Key & { message: string }): Promise<void> {
  await sql`update videos set message = ${message} where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}

/** The number of other renders of the agency. */
export async function countUnderWay(tx: Tx, { agencyId, id }: Key): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from videos
    where agency_id = ${agencyId} and id <> ${id} and not failed and status in ('4', '5')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Fails the renders that started before an instant and are not among these; returns how many. */
export async function failAbandoned(
  tx: Tx,
  { live, since, message, now }: { live: readonly string[]; since: Date; message: string; now: Date },
): Promise<number> {
  const { rows } = await sql`
    update videos set status = '5', failed = true, message = ${message}, seconds_left = null, render_run = null,
      updated_at = ${now}
    where not failed and status in ('4', '5') and updated_at < ${since} and id <> all(${[...live]}::bigint[])
    returning id`.execute(tx);
  return rows.length;
}

/** Cancels a render; false if none is running. */
export async function stopRender(tx: Tx, { agencyId, id, now }: Key & { now: Date }): Promise<boolean> {
  const { rows } = await sql`
    update videos set status = '3', failed = false, message = '', percent = 0, seconds_left = null, render_run = null,
      updated_at = ${now}
    where agency_id = ${agencyId} and id = ${id} and not failed and status in ('4', '5')
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Makes a try the current one; undefined if the render was cancelled. */
export async function takeRender(tx: Tx, { id, run }: Try): Promise<WantedVideo | undefined> {
  const { rows } = await sql<WantedVideo>`
    update videos set render_run = ${run}, status = '4', percent = 0, seconds_left = null, message = ''
    where id = ${id} and not failed and status in ('4', '5')
    returning id, agency_id, name, project, created_by`.execute(tx);
  return rows[0];
}

/** Stores a try's progress; false if it is no longer the current one. */
export async function noteRender(
  tx: Tx,
  { id, run, status, percent, secondsLeft }: Try & { status: '4' | '5'; percent: number; secondsLeft: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update videos set status = ${status}, percent = ${percent}, seconds_left = ${secondsLeft}
    where id = ${id} and render_run = ${run} and not failed and status in ('4', '5')
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Stores why a render failed; false if the try is no longer the current one. */
export async function failRender(
  tx: Tx,
  { id, run, message, now }: Try & { message: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update videos set status = '5', failed = true, message = ${message}, seconds_left = null, render_run = null,
      updated_at = ${now}
    where id = ${id} and render_run = ${run}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Locks the row of a try until the transaction ends; false if it is no longer the current one. */
export async function lockRender(tx: Tx, { id, run }: Try): Promise<boolean> {
  const { rows } = await sql`
    select from videos where id = ${id} and render_run = ${run} and not failed and status in ('4', '5')
    for update`.execute(tx);
  return rows.length > 0;
}
