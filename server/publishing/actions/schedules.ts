/** Publishing's writes to the table of schedules, except for the end of a round. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Ends the schedules of a deleted stream; they stay in the list with their published posts. */
export async function stopSchedulesOfStream(tx: Tx, key: { agencyId: string; streamId: string }): Promise<void> {
  await sql`
    update schedules set state = 'stopped'
    where agency_id = ${key.agencyId} and stream_id = ${key.streamId} and state = 'active'
      and deleted_at is null`.execute(tx);
}

/** Ends a client's schedules and removes them from every list. */
export async function deleteSchedulesOfClient(
  tx: Tx,
  key: { agencyId: string; clientId: string; now: Date },
): Promise<void> {
  await sql`
    update schedules set state = 'deleted', deleted_at = ${key.now}
    where agency_id = ${key.agencyId} and user_client_id = ${key.clientId} and deleted_at is null`.execute(tx);
}
