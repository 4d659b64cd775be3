/** Replaces a picture everywhere in designs, in one transaction. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { openDesign } from '#contract/content/designs-document.ts';
import { finishedSize } from '#rules/design/layers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { storableDocument } from '../../base/lib/storable.ts';
import { addressesIn, filesBehind, swapAddresses, type Names, replaceUses } from '../../base/files/index.ts';
import { fontFilesIn } from '../fonts/index.ts';
import { wantDrawing } from './drawing-queries.ts';

type Swap = {
  agencyId: string;
  from: Names & { id: string };
  to: Names & { id: string };
  /** Limits it to some designs, and to some paths in them. */
  only?: ReadonlyMap<string, readonly string[]> | undefined;
  userId: string;
  now: Date;
};

/** A changed design, and the paths of its changes. */
export type SwappedDesign = { id: string; name: string; places: string[] };

type Row = { id: string; name: string; document: unknown; has_picture: boolean };

/** Replaces a picture in every design that contains it; a finished picture is drawn again. */
export async function swapFileInDesigns(
  tx: Tx,
  { agencyId, from, to, only, userId, now }: Swap,
): Promise<SwappedDesign[]> {
  const { rows } = await sql<Row>`
    select d.id, d.name, d.document, d.picture_file_id is not null as has_picture
    from designs d
    where d.agency_id = ${agencyId}
      and exists (select from file_uses u where u.design_id = d.id and u.file_id = ${from.id})
      and (${only === undefined} or d.id = any(${[...(only?.keys() ?? [])]}::bigint[]))
    order by d.id
    for update`.execute(tx);
  const done: SwappedDesign[] = [];
  for (const { id, name, document: before, has_picture: hasPicture } of rows) {
    const paths = only?.get(id);
    const { document, places: changed } = swapAddresses(before, { from, to, only: paths && new Set(paths) });
    if (changed.length === 0 || typeof document !== 'object' || document === null) continue;
    const revision = await store(tx, { agencyId, id, document, now });
    const files = await filesBehind(tx, { agencyId, addresses: addressesIn(document) });
    const fontIds = await fontFilesIn(tx, { agencyId, document });
    const fileIds = [...[...files.values()].map((file) => file.id), ...fontIds];
    await replaceUses(tx, { agencyId, user: { designId: id }, fileIds });
    if (hasPicture) {
      const size = finishedSize(openDesign(document).design);
      const drawing = await wantDrawing(tx, { agencyId, designId: id, revision, userId, now, ...size });
      if (drawing.isToBeDrawn) await enqueueJob(tx, jobs.drawDesign, { drawingId: drawing.id });
    }
    done.push({ id, name, places: changed });
  }
  return done;
}

async function store(
  tx: Tx,
  { agencyId, id, document, now }: { agencyId: string; id: string; document: object; now: Date },
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update designs set document = ${storableDocument(document)}::jsonb, revision = revision + 1,
      picture_file_id = null, updated_at = ${now}
    where agency_id = ${agencyId} and id = ${id}
    returning revision`.execute(tx);
  return rows[0]?.revision ?? 0;
}
