/** Pronunciations of words, as rows. Only this folder writes the table pronunciations. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A word in its spelling and its pronunciation; `client_id` null for the whole agency. */
export type PronunciationRow = { id: string; client_id: string | null; written: string; spoken: string };

type Of = { agencyId: string; clientId: string | null };

/** The most words of an agency: more than anybody writes by hand. */
const most = 2_000;

/** The agency's words and, if a client is given, then the client's own. */
export async function listPronunciations(tx: Tx, { agencyId, clientId }: Of): Promise<PronunciationRow[]> {
  const { rows } = await sql<PronunciationRow>`
    select id, client_id, written, spoken from pronunciations
    where agency_id = ${agencyId} and (client_id is null or client_id = ${clientId})
    order by client_id nulls first, id
    limit ${most}`.execute(tx);
  return rows;
}

/** Stores the pronunciation of a word, replacing an earlier one; returns its id. */
export async function savePronunciation(
  tx: Tx,
  { agencyId, clientId, written, spoken }: Of & { written: string; spoken: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pronunciations (agency_id, client_id, written, spoken)
    values (${agencyId}, ${clientId}, ${written}, ${spoken})
    on conflict (agency_id, coalesce(client_id, 0), written) do update set spoken = excluded.spoken
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Deletes a word; returns whether it existed. */
export async function deletePronunciation(tx: Tx, key: { agencyId: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from pronunciations where agency_id = ${key.agencyId} and id = ${key.id} returning id`.execute(tx);
  return rows.length > 0;
}
