/** Designs whose search results are copied, as rows. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { storableDocument } from '../../base/lib/storable.ts';

/** URLs of search results, each with the URL of its copy. */
export type Copied = Readonly<Record<string, string>>;

/** A design as it is stored; undefined if it was deleted. With `locked`, other changes of it wait. */
export async function findCopying(
  tx: Tx,
  { id, locked = false }: { id: string; locked?: boolean },
): Promise<{ agency_id: string; document: unknown; created_by: string | null } | undefined> {
  const query = tx.selectFrom('designs').select(['agency_id', 'document', 'created_by']).where('id', '=', id);
  return (locked ? query.forUpdate() : query).executeTakeFirst();
}

/** The copies that were made of a design's search results. */
export async function findCopies(tx: Tx, key: { agencyId: string; id: string }): Promise<Copied> {
  const { rows } = await sql<{ copies: Record<string, string> }>`
    select copies from designs where agency_id = ${key.agencyId} and id = ${key.id}`.execute(tx);
  return rows[0]?.copies ?? {};
}

/** Stores a design with copies in place of search results. Its revision stays: a person sees no change. */
export async function storeCopies(tx: Tx, design: { id: string; document: object; copies: Copied }): Promise<void> {
  await sql`
    update designs set document = ${storableDocument(design.document)}::jsonb,
      copies = copies || ${JSON.stringify(design.copies)}::jsonb
    where id = ${design.id}`.execute(tx);
}

/** The pictures of a design that are still to be drawn. */
export async function listWaitingDrawings(tx: Tx, designId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('drawings')
    .select('id')
    .where('design_id', '=', designId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
