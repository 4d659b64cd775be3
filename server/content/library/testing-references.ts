/** The foreign keys that point to files, and a row for each of them. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#db/database.ts';
import type { TestPerson } from '../../app/testing/people.ts';

/** For each reference: whether its row needs the file, is deleted with the file, or stays without it. */
export const needs: Readonly<Record<string, 'needs it' | 'goes with it' | 'stays without it'>> = {
  'agencies.logo_file_id': 'needs it',
  'batch_items.file_id': 'stays without it',
  'designs.picture_file_id': 'needs it',
  'designs.thumbnail_file_id': 'needs it',
  'drawings.file_id': 'stays without it',
  'file_licences.file_id': 'goes with it',
  'file_parts.file_id': 'goes with it',
  'file_parts.part_id': 'goes with it',
  'file_uses.file_id': 'needs it',
  'font_faces.file_id': 'goes with it',
  'items.file_id': 'needs it',
  'kits.logo_file_id': 'needs it',
  'media_fits.file_id': 'goes with it',
  'rebrandings.logo_file_id': 'needs it',
  'users.image_file_id': 'needs it',
  'videos.file_id': 'needs it',
  'videos.poster_file_id': 'needs it',
  'white_labels.logo_file_id': 'needs it',
};

/** A file of the owner's agency that nothing refers to. */
export async function anUnneededFile(db: Database, { agencyId }: TestPerson): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, thumbnail_state)
     values ($1, $2, 'image', 'image/png', 1, $3, 'none') returning id`,
    [agencyId, `${randomBytes(20).toString('hex')}.png`, randomBytes(32)],
  );
  return rows[0]?.id ?? '';
}

type Statement = readonly [text: string, undo: string];

/** How to create a row that refers to the file $2 in the agency $1 with the owner $3, and how to release the file. */
const statements: Readonly<Record<string, Statement>> = {
  'agencies.logo_file_id': [
    'update agencies set logo_file_id = $2 where id = $1 and $3::bigint is not null',
    'update agencies set logo_file_id = null',
  ],
  'users.image_file_id': [
    'update users set image_file_id = $2 where agency_id = $1 and id = $3',
    'update users set image_file_id = null',
  ],
  'rebrandings.logo_file_id': [
    `insert into rebrandings (agency_id, name, logo_file_id, created_at)
     select $1, 'Brand', $2, now() where $3::bigint is not null`,
    'delete from rebrandings',
  ],
  'white_labels.logo_file_id': [
    `insert into white_labels (agency_id, name, logo_file_id, first_color, second_color, host, proof, created_at)
     select $1, 'Brand', $2, '#000000', '#ffffff', 'brand.test', 'p', now() where $3::bigint is not null`,
    'delete from white_labels',
  ],
  'kits.logo_file_id': [
    `with made as (insert into users (agency_id, role, name, email)
       values ($1, 'client', 'C', gen_random_uuid() || '@kits.test') returning id)
     insert into kits (agency_id, client_id, logo_file_id, colours, fonts, updated_at)
     select $1, id, $2, '{}', '{}', now() from made where $3::bigint is not null`,
    'delete from kits',
  ],
  'items.file_id': [
    `with made as (insert into streams (agency_id, type, title, created_by) values ($1, 'image', 'S', $3) returning id)
     insert into items (agency_id, stream_id, sequence, file_id) select $1, id, 1, $2 from made`,
    'update items set deleted_at = now()',
  ],
  'file_uses.file_id': [
    `with made as (insert into designs (agency_id, name, document, created_by, created_at, updated_at)
       values ($1, 'D', '{}', $3, now(), now()) returning id)
     insert into file_uses (agency_id, file_id, design_id) select $1, $2, id from made`,
    'delete from designs',
  ],
  ...Object.fromEntries(
    (['picture_file_id', 'thumbnail_file_id'] as const).map((column): [string, Statement] => [
      `designs.${column}`,
      [
        `insert into designs (agency_id, name, document, ${column}, created_by, created_at, updated_at)
         values ($1, 'D', '{}', $2, $3, now(), now())`,
        'delete from designs',
      ],
    ]),
  ),
  ...Object.fromEntries(
    (['file_id', 'poster_file_id'] as const).map((column): [string, Statement] => [
      `videos.${column}`,
      [
        `insert into videos (agency_id, name, project, ${column}, created_by, created_at, updated_at)
         values ($1, 'V', '{}', $2, $3, now(), now())`,
        'delete from videos',
      ],
    ]),
  ),
};

/** Creates a row that refers to a file; returns a function that releases the file. */
export async function aRowThatNeeds(
  db: Database,
  { owner, reference, fileId }: { owner: TestPerson; reference: string; fileId: string },
): Promise<() => Promise<void>> {
  const statement = statements[reference];
  if (statement === undefined) throw new Error(`please say in testing-references.ts how ${reference} comes about`);
  const [text, undo] = statement;
  await db.pool.query(text, [owner.agencyId, fileId, owner.id]);
  return async () => {
    await db.pool.query(undo);
  };
}
