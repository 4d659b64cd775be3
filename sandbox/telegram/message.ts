import { isJson, parseJson, text as asText } from '../json.ts';
import type { Entity } from '../state/model.ts';
import type { Media } from '../media/store.ts';
import { bad } from './answers.ts';
import { parseHtml, trim } from './html.ts';

/**
 * A text with its formatting, within Telegram's limit in UTF-16 units. `field` is its source: text ≤ 4096, caption ≤
 * 1024. Throws Refused.
 */
export function readText(
  fields: Record<string, unknown>,
  field: 'text' | 'caption',
): { text: string; entities: Entity[] } {
  const source = typeof fields[field] === 'number' ? String(fields[field]) : asText(fields[field]);
  const mode = asText(fields['parse_mode']).toLowerCase();
  if (mode !== '' && mode !== 'html') throw bad('unsupported parse_mode');
  const parsed =
    mode === 'html'
      ? parseHtml(source)
      : trim({ text: source, entities: readEntities(fields[field === 'text' ? 'entities' : 'caption_entities']) });
  if ('error' in parsed) throw bad(`can't parse entities: ${parsed.error}`);
  if (field === 'text' && parsed.text === '') throw bad('message text is empty');
  if (parsed.text.length > (field === 'text' ? 4096 : 1024))
    throw bad(field === 'text' ? 'message is too long' : 'message caption is too long');
  return parsed;
}

function readEntities(value: unknown): Entity[] {
  const list = typeof value === 'string' ? parseJson(value) : value;
  if (value === undefined || value === '') return [];
  if (!Array.isArray(list)) throw bad("can't parse entities: expected an Array of MessageEntity");
  return list.filter(isJson).map((each) => ({
    type: asText(each['type']),
    offset: Number(each['offset']),
    length: Number(each['length']),
    ...(typeof each['url'] === 'string' ? { url: each['url'] } : {}),
  }));
}

/** The part of a Message that describes its file; a video that is not an mp4 becomes a document. */
export function presentMedia(media: Media): Record<string, unknown> {
  const file = {
    file_id: `sandbox-${media.name}`,
    file_unique_id: media.sha256.slice(0, 16),
    file_size: media.sizeBytes,
  };
  if (media.kind === 'image') return { photo: [{ ...file, width: media.width, height: media.height }] };
  if (media.kind === 'video')
    return {
      video: {
        ...file,
        width: media.width,
        height: media.height,
        duration: media.durationSeconds,
        mime_type: media.type,
      },
    };
  return { document: { ...file, mime_type: media.type } };
}

/**
 * Refuses files that Telegram does not accept as a photo: 10 MB, sides together 10,000 px, no side over 20 times the
 * other. Throws Refused.
 */
export function checkPhoto(media: Media): void {
  if (media.kind !== 'image') throw bad('IMAGE_PROCESS_FAILED');
  if (media.sizeBytes > 10 * 1024 * 1024)
    throw bad(`file of size ${media.sizeBytes} bytes is too big for a photo; the maximum size is 10485760 bytes`);
  const { width, height } = media;
  if (width === 0 || height === 0 || width + height > 10_000 || Math.max(width, height) > 20 * Math.min(width, height))
    throw bad('PHOTO_INVALID_DIMENSIONS');
}
