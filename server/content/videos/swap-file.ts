/** Replaces a file in video projects, everywhere it is used. One transaction. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { storableDocument } from '../../base/lib/storable.ts';
import { addressesIn, filesBehind, swapAddresses, type Names, replaceUses } from '../../base/files/index.ts';
import { fontFilesIn } from '../fonts/index.ts';

type Swap = {
  agencyId: string;
  from: Names & { id: string };
  to: Names & { id: string };
  /** Limits it to some projects, and to some paths in them. */
  only?: ReadonlyMap<string, readonly string[]> | undefined;
  now: Date;
};

/** A changed project, and the paths of its changes. `isMade`: its finished video is still the earlier one. */
export type SwappedVideo = { id: string; name: string; places: string[]; isMade: boolean };

type Row = { id: string; name: string; project: unknown; is_made: boolean; is_free: boolean };

/**
 * Replaces a file in every project that uses it. Projects that are being rendered are skipped and listed by name; a
 * finished video stays in the library, and its project must be rendered again.
 */
export async function swapFileInVideos(
  tx: Tx,
  { agencyId, from, to, only, now }: Swap,
): Promise<{ changed: SwappedVideo[]; left: { id: string; name: string }[] }> {
  const { rows } = await sql<Row>`
    select v.id, v.name, v.project, v.file_id is not null as is_made, v.failed or v.status in ('3', '6') as is_free
    from videos v
    where v.agency_id = ${agencyId}
      and exists (select from file_uses u where u.video_id = v.id and u.file_id = ${from.id})
      and (${only === undefined} or v.id = any(${[...(only?.keys() ?? [])]}::bigint[]))
    order by v.id
    for update`.execute(tx);
  const changed: SwappedVideo[] = [];
  for (const { id, name, project: before, is_made: isMade } of rows.filter((row) => row.is_free)) {
    const chosen = only?.get(id);
    const { document: project, places: paths } = swapAddresses(before, { from, to, only: chosen && new Set(chosen) });
    if (paths.length === 0 || typeof project !== 'object' || project === null) continue;
    await sql`
      update videos set project = ${storableDocument(project)}::jsonb, revision = revision + 1, status = '3',
        failed = false, message = '', percent = 0, seconds_left = null, file_id = null, updated_at = ${now},
        poster_file_id = case when poster_file_id = ${from.id} then ${to.id} else poster_file_id end
      where agency_id = ${agencyId} and id = ${id}`.execute(tx);
    const files = await filesBehind(tx, { agencyId, addresses: addressesIn(project) });
    const fontIds = await fontFilesIn(tx, { agencyId, document: project });
    const fileIds = [...[...files.values()].map((file) => file.id), ...fontIds];
    await replaceUses(tx, { agencyId, user: { videoId: id }, fileIds });
    changed.push({ id, name, places: paths, isMade });
  }
  return { changed, left: rows.filter((row) => !row.is_free).map(({ id, name }) => ({ id, name })) };
}
