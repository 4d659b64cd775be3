/** Faces that agencies have copied from sources, as rows. Only this folder writes the table font_faces. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A face in the agency's library; `name` is that of its stored file. */
export type FaceRow = {
  family: string;
  source: string;
  is_bold: boolean;
  is_italic: boolean;
  file_id: string;
  name: string;
};

const mostFaces = 2_000;

/** The agency's faces by family, without those whose files were removed from the library. */
export async function listFaces(tx: Tx, agencyId: string): Promise<FaceRow[]> {
  const { rows } = await sql<FaceRow>`
    select t.family, t.source, t.is_bold, t.is_italic, t.file_id, f.name
    from font_faces t join files f on f.id = t.file_id
    where t.agency_id = ${agencyId} and f.deleted_at is null
      and (f.kept_since is not null or exists (select from file_uses u where u.file_id = f.id))
    order by lower(t.family), t.is_italic, t.is_bold
    limit ${sql.lit(mostFaces)}`.execute(tx);
  return rows;
}

/** A face to store, with its file in the library. */
export type NewFace = {
  agencyId: string;
  family: string;
  source: string;
  isBold: boolean;
  isItalic: boolean;
  fileId: string;
  now: Date;
};

/** Stores a face; the same face copied again uses its latest file. */
export async function putFace(tx: Tx, face: NewFace): Promise<void> {
  await sql`
    insert into font_faces (agency_id, family, source, is_bold, is_italic, file_id, created_at)
    values (${face.agencyId}, ${face.family}, ${face.source}, ${face.isBold}, ${face.isItalic}, ${face.fileId},
      ${face.now})
    on conflict (agency_id, lower(family), is_bold, is_italic) do update set family = excluded.family,
      source = excluded.source, file_id = excluded.file_id`.execute(tx);
}
