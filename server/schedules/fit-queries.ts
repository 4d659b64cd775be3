import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';

/** An item's file as far as it says whether it fits a network. */
export type StreamMedia = {
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  type: StreamType;
  kind: 'image' | 'video';
  sizeBytes: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
};

/** A stream's kind and the files of its items, in their order; undefined where the agency has no such stream. */
export async function listStreamMedia(
  tx: Tx,
  { agencyId, streamId }: { agencyId: string; streamId: string },
): Promise<{ type: StreamType; media: StreamMedia[] } | undefined> {
  const stream = await tx
    .selectFrom('streams')
    .select('type')
    .where('agency_id', '=', agencyId)
    .where('id', '=', streamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (stream === undefined) return undefined;
  const { rows } = await sql<StreamMedia>`
    select i.title, i.description, i.description_format, s.type,
      case when f.content_type like 'video/%' then 'video' else 'image' end as kind,
      f.size_bytes as "sizeBytes", f.width, f.height, f.duration_ms as "durationMs"
    from items i
    join streams s on s.id = i.stream_id
    join files f on f.id = i.file_id
    where i.agency_id = ${agencyId} and i.stream_id = ${streamId} and i.deleted_at is null
    order by i.sequence, i.id`.execute(tx);
  return { type: stream.type, media: rows };
}
