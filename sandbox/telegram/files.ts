import type { Context } from '../context.ts';
import type { Part } from '../http/multipart.ts';
import { isJson, parseJson, text } from '../json.ts';
import { fetchOwn } from '../media/fetch-own.ts';
import type { Media } from '../media/store.ts';
import { bad } from './answers.ts';
import { checkPhoto } from './message.ts';

/** The source of a request's files: its parts by name. */
export type Upload = { context: Context; files: Map<string, Part> };

/**
 * The file of a field: an uploaded part, `attach://part`, an address of this machine, or the file_id of an earlier
 * answer. Throws Refused.
 */
export async function readFile({ context, files }: Upload, field: string, value: unknown): Promise<Media> {
  const named = text(value);
  const part = files.get(field) ?? (named.startsWith('attach://') ? files.get(named.slice(9)) : undefined);
  if (part) {
    if (part.data.length === 0) throw bad('file must be non-empty');
    return context.media.keep(part.data);
  }
  if (/^https?:\/\//.test(named)) {
    const data = await fetchOwn(named);
    if (!data) throw bad('failed to get HTTP URL content');
    return context.media.keep(data);
  }
  if (named.startsWith('sandbox-')) {
    for (const post of context.state.posts.values()) {
      const known = post.media.find((each) => `sandbox-${each.name}` === named);
      if (known) return known;
    }
  }
  throw bad(
    named === ''
      ? `there is no ${field} in the request`
      : 'wrong remote file identifier specified: Wrong string length',
  );
}

/** The 2 to 10 files of an album with the caption fields of its first item. Throws Refused. */
export async function readAlbum(
  upload: Upload,
  value: unknown,
): Promise<{ media: Media[]; first: Record<string, unknown> }> {
  const list = typeof value === 'string' ? parseJson(value) : value;
  if (!Array.isArray(list)) throw bad("can't parse media JSON object");
  if (list.length < 1 || list.length > 10) throw bad('too many messages to send as an album');
  const items = list.filter(isJson);
  const media: Media[] = [];
  for (const item of items) {
    const type = item['type'];
    if (type !== 'photo' && type !== 'video')
      throw bad(`can't parse InputMedia: type "${text(type)}" is not taken by the sandbox`);
    const file = await readFile(upload, text(item['media']), item['media']);
    if (type === 'photo') checkPhoto(file);
    media.push(file);
  }
  return { media, first: items[0] ?? {} };
}
