import type { Stream, StreamItem } from '#contract/streams.ts';
import { fileAddress } from '../files.ts';
import type { ItemRow } from './item-queries.ts';
import type { StreamRow } from './queries.ts';

/** A stream as it leaves the server. */
export const presentStream = (row: StreamRow): Stream => ({
  id: row.id,
  type: row.type,
  title: row.title,
  tags: row.tags,
  description: row.description,
  created: row.created_at.toISOString(),
  items: row.items,
  thumbnails: row.thumbnails.map((name) => fileAddress(name)),
  is_sample: row.is_sample,
});

/** An item as it leaves the server. */
export const presentItem = (row: ItemRow): StreamItem => ({
  id: row.id,
  content_stream_id: row.stream_id,
  title: row.title,
  description: row.description,
  description_format: row.description_format,
  sequence: row.sequence,
  type: row.type,
  stream: fileAddress(row.file_name),
  thumbnail: row.thumbnail_state === 'ready' ? fileAddress(row.thumbnail_name) : null,
  thumbnail_state: row.thumbnail_state ?? 'none',
  created: row.created_at.toISOString(),
});
