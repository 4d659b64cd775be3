import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** When the last good backup ended; null if there has been none. */
export async function findLastBackup(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select null::timestamptz as at`.execute(tx);
  return rows[0]?.at ?? null;
}
