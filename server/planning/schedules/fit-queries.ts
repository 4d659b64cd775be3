import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import type { ImageToFit, VideoToFit } from '#rules/media-fit.ts';
import type { OwnWords } from '#rules/own-words.ts';

/** An item with the facts about its file that decide whether it fits a network; null without a file. */
export type ItemMedia = {
  id: string;
  title: string;
  title_from_file: boolean;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  file_id: string | null;
  kind: 'image' | 'video';
  size_bytes: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
};

/** A stream's kind and its items, in their order; undefined if the agency has no such stream. */
export async function listItemMedia(
  tx: Tx,
  { agencyId, streamId }: { agencyId: string; streamId: string },
): Promise<{ type: StreamType; items: ItemMedia[] } | undefined> {
  const stream = await tx
    .selectFrom('streams')
    .select('type')
    .where('agency_id', '=', agencyId)
    .where('id', '=', streamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (stream === undefined) return undefined;
  const { rows } = await sql<ItemMedia>`
    select i.id, i.title, i.title_from_file, i.description, i.description_format, i.own_words, i.file_id,
      case when f.content_type like 'video/%' then 'video' else 'image' end as kind,
      f.size_bytes, f.width, f.height, f.duration_ms
    from items i
    left join files f on f.id = i.file_id
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.deleted_at is null
    order by i.sequence, i.id`.execute(tx);
  return { type: stream.type, items: rows };
}

const unseen = { videoCodec: null, audioCodec: null, pixelFormat: null, framesPerSecond: null, picture: null } as const;

/** What is known of an item's file before it is opened; null where it has none. */
export function mediaOf(item: ItemMedia): ImageToFit | VideoToFit | null {
  const { kind, size_bytes: sizeBytes, width, height, duration_ms: durationMs } = item;
  if (sizeBytes === null) return null;
  const facts = { sizeBytes: Number(sizeBytes), width, height };
  return kind === 'video' ? { kind, ...facts, durationMs, ...unseen } : { kind, ...facts };
}
