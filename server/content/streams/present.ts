import type { Stream, StreamItem } from '#contract/content/streams.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { tidyOwnWords } from '#rules/own-words.ts';
import type { ItemRow, ItemWords } from './item-queries.ts';
import { versionOf } from '../../base/lib/versions.ts';
import type { StreamRow } from './queries.ts';

/** The stored fields of a stream's form. */
export const streamWords = ({ title, tags, description }: Pick<StreamRow, 'title' | 'tags' | 'description'>) => ({
  title,
  tags,
  description,
});

/** The stored fields of an item's dialog. */
export const itemWords = ({ title, description, own_words, alt_text }: ItemWords): ItemWords => ({
  title,
  description,
  own_words: tidyOwnWords(own_words),
  alt_text,
});

/** A stream as replies show it. */
export const presentStream = (row: StreamRow): Stream => ({
  id: row.id,
  type: row.type,
  ...streamWords(row),
  created: row.created_at.toISOString(),
  version: versionOf(streamWords(row)),
  items: row.items,
  kind: row.kind,
  client_id: row.client_id,
  thumbnails: row.thumbnails.map((name) => fileAddress(name)),
  is_sample: row.is_sample,
});

/** An item as replies show it. */
export const presentItem = (row: ItemRow): StreamItem => ({
  id: row.id,
  content_stream_id: row.stream_id,
  ...itemWords(row),
  version: versionOf(itemWords(row)),
  title_from_file: row.title_from_file,
  description_format: row.description_format,
  sequence: row.sequence,
  type: row.type,
  stream: fileAddress(row.file_name),
  thumbnail: row.thumbnail_state === 'ready' ? fileAddress(row.thumbnail_name) : null,
  thumbnail_state: row.thumbnail_state ?? 'none',
  created: row.created_at.toISOString(),
});
