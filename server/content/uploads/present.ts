import type { Upload } from '#contract/content/uploads.ts';
import { keptHours } from '#rules/pieces.ts';
import type { UploadRow } from './queries.ts';

const keptMs = keptHours * 3_600_000;

/** Uploads begun before this instant are no longer kept. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptMs);

/** An unfinished upload as replies show it. */
export const presentUpload = (row: UploadRow): Upload => ({
  id: row.id,
  content_stream_id: row.stream_id,
  file_type: row.file_type,
  file_name: row.file_name,
  size_bytes: row.size_bytes,
  sha256: row.sha256.toString('hex'),
  pieces: row.pieces,
  kept_until: new Date(row.created_at.getTime() + keptMs).toISOString(),
});
