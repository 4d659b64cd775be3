/** The queries of agencies' deletions and their progress, in the table `agency_deletions`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { DeletionStep } from '#rules/account-data.ts';

/** A deletion; `last_mail` is sealed, `objects` are names of stored files whose rows are gone. */
export type DeletionRow = {
  id: string;
  former_agency_id: string;
  step: DeletionStep;
  revoked_count: number;
  unrevoked_count: number;
  last_mail: string;
  mail_failed: boolean;
  asked_at: Date;
};

const columns = [
  'id',
  'former_agency_id',
  'step',
  'revoked_count',
  'unrevoked_count',
  'last_mail',
  'mail_failed',
  'asked_at',
] as const;

/** Begins a deletion; undefined if the agency is already being deleted. */
export const insertDeletion = (
  tx: Tx,
  deletion: { agencyId: string; tokenHash: Buffer; lastMail: string; now: Date },
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('agency_deletions')
    .values({
      former_agency_id: deletion.agencyId,
      token_hash: deletion.tokenHash,
      last_mail: deletion.lastMail,
      asked_at: deletion.now,
    })
    .onConflict((conflict) => conflict.column('former_agency_id').doNothing())
    .returning('id')
    .executeTakeFirst();

/** A deletion by its id, or undefined. */
export const findDeletion = (tx: Tx, id: string): Promise<DeletionRow | undefined> =>
  tx.selectFrom('agency_deletions').select(columns).where('id', '=', id).executeTakeFirst();

/** A deletion by the token from its request. */
export const findDeletionByToken = (tx: Tx, tokenHash: Buffer): Promise<DeletionRow | undefined> =>
  tx.selectFrom('agency_deletions').select(columns).where('token_hash', '=', tokenHash).executeTakeFirst();

/** All deletions of this installation, for its operator, latest first. */
export const listDeletions = (tx: Tx) =>
  tx
    .selectFrom('agency_deletions')
    .select([...columns, 'finished_at'])
    .orderBy('id', 'desc')
    .execute();

/** Unfinished deletions. */
export const listUnfinished = (tx: Tx) =>
  tx.selectFrom('agency_deletions').select(['id']).where('finished_at', 'is', null).execute();

/** Advances to the next step; does nothing if another process already has. */
export async function enterStep(
  tx: Tx,
  { id, from, to }: { id: string; from: DeletionStep; to: DeletionStep },
): Promise<void> {
  await tx.updateTable('agency_deletions').set({ step: to }).where('id', '=', id).where('step', '=', from).execute();
}

/** Records the revocations of some accounts, and the final mail, which lists the accounts that we could not revoke. */
export async function noteRevoked(
  tx: Tx,
  { id, revoked, unrevoked, lastMail }: { id: string; revoked: number; unrevoked: number; lastMail: string },
): Promise<void> {
  await sql`
    update agency_deletions
    set revoked_count = revoked_count + ${revoked}, unrevoked_count = unrevoked_count + ${unrevoked},
      last_mail = ${lastMail}
    where id = ${id}`.execute(tx);
}

/** Stores the names of files whose rows this transaction deletes, so that their bytes can be found afterwards. */
export async function keepObjects(tx: Tx, { id, names }: { id: string; names: readonly string[] }): Promise<void> {
  if (names.length === 0) return;
  await sql`update agency_deletions set objects = objects || ${[...names]}::text[] where id = ${id}`.execute(tx);
}

/** Some names of stored files that are still to be deleted. */
export async function listObjects(tx: Tx, { id, limit }: { id: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{
    objects: string[];
  }>`select objects[1:${sql.lit(limit)}] as objects from agency_deletions where id = ${id}`.execute(tx);
  return rows[0]?.objects ?? [];
}

/** Removes names whose bytes are deleted. */
export async function dropObjects(tx: Tx, { id, names }: { id: string; names: readonly string[] }): Promise<void> {
  await sql`
    update agency_deletions
    set objects = array(select name from unnest(objects) with ordinality as o (name, place)
      where name <> all(${[...names]}::text[]) order by place)
    where id = ${id}`.execute(tx);
}

/** Finishes a deletion: only the fact and its time remain. */
export async function finishDeletion(
  tx: Tx,
  { id, mailFailed, now }: { id: string; mailFailed: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('agency_deletions')
    .set({ step: 'done', objects: [], last_mail: '', mail_failed: mailFailed, finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Whether a worker holds a delivery of an agency, or a request of it is in flight to a network. */
export async function isSending(tx: Tx, agencyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('state', 'in', ['claimed', 'sending'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
