import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import { byTime } from '../../base/retention/index.ts';

/** The last backup that succeeded: a whole set. */
export type LastBackup = {
  /** The instant of the database that it holds. */
  takenAt: Date;
  finishedAt: Date;
  bytes: number;
  seconds: number;
  /** '/var/backups/…' or 's3://…'. */
  repository: string;
  set: string;
};

/** The end of a backup; `failure` is null for one that succeeded. */
export type BackupEnd = {
  startedAt: Date;
  finishedAt: Date;
  repository: string;
  set: string;
  takenAt: Date | null;
  bytes: number;
  failure: string | null;
};

/** Ends of backups are kept for a year. */
export const oldBackups = byTime({ table: 'backups', column: 'finished_at', days: 365 });

/** Records the end of a backup. */
export async function recordBackup(tx: Tx, end: BackupEnd): Promise<void> {
  await sql`
    insert into backups (started_at, finished_at, repository, set_name, taken_at, bytes, failure)
    values (${end.startedAt}, ${end.finishedAt}, ${end.repository}, ${end.set}, ${end.takenAt}, ${end.bytes},
      ${end.failure})
  `.execute(tx);
}

/** The last backup that succeeded; null before the first one. */
export const lastBackup = (db: Pick<Database, 'asSystem'>): Promise<LastBackup | null> =>
  db.asSystem(async (tx) => {
    const { rows } = await sql<{
      takenAt: Date;
      finishedAt: Date;
      bytes: string;
      seconds: number;
      repository: string;
      set: string;
    }>`
      select taken_at as "takenAt", finished_at as "finishedAt", bytes, repository, set_name as set,
        extract(epoch from finished_at - started_at)::float8 as seconds
      from backups
      where failure is null
      order by finished_at desc
      limit 1`.execute(tx);
    const [row] = rows;
    return row === undefined ? null : { ...row, bytes: Number(row.bytes) };
  });

/** The last backups that failed, the newest first, and why. */
export async function listFailures(tx: Tx): Promise<{ at: Date; repository: string; failure: string }[]> {
  const { rows } = await sql<{ at: Date; repository: string; failure: string }>`
    select finished_at as at, repository, failure from backups
    where failure is not null
    order by finished_at desc
    limit ${mostFailures}`.execute(tx);
  return rows;
}
const mostFailures = 10;

/** The instants of the last try and the last failure. */
export async function lastTries(tx: Tx): Promise<{ triedAt: Date | null; failedAt: Date | null; failure: string }> {
  const { rows } = await sql<{ triedAt: Date; failure: string | null }>`
    select started_at as "triedAt", failure from backups order by started_at desc limit 1`.execute(tx);
  const [row] = rows;
  if (row === undefined) return { triedAt: null, failedAt: null, failure: '' };
  return { triedAt: row.triedAt, failedAt: row.failure === null ? null : row.triedAt, failure: row.failure ?? '' };
}
