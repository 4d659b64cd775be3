/** What X's calls of uploads accept. The functions throw a Problem for the rest. */
import type { Part } from '../http/multipart.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { isJson, parseJson, type Json } from '../json.ts';
import { invalid, plain } from './problems.ts';

const mediaTypes = [
  'video/mp4',
  'video/webm',
  'video/mp2t',
  'video/quicktime',
  'text/srt',
  'text/vtt',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/png',
  'image/webp',
  'image/pjpeg',
  'image/tiff',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
];
const categories = [
  'amplify_video',
  'tweet_gif',
  'tweet_image',
  'tweet_video',
  'dm_gif',
  'dm_image',
  'dm_video',
  'subtitles',
];
/** The largest upload of each kind, bytes. */
const mostBytes = { any: 17_179_869_184, gif: 15_728_640, picture: 5_242_880, video: 536_870_912 };
/** The largest part; 1 MB is X's own example, 5 MB is what the older endpoint accepted. */
const partBytes = 5 * 1024 * 1024;

/** The announced upload: a known type and category, and a size that its type allows. */
export function checkedUpload(body: Json): { mediaType: string; totalBytes: number; category: string } {
  const { media_type: mediaType, total_bytes: totalBytes, media_category: category } = body;
  if (typeof mediaType !== 'string' || !mediaTypes.includes(mediaType))
    throw invalid('media_type', mediaType, 'media_type: does not have a value in the enumeration');
  if (typeof totalBytes !== 'number' || !Number.isInteger(totalBytes) || totalBytes < 1 || totalBytes > mostBytes.any)
    throw invalid('total_bytes', totalBytes, `total_bytes: must be an integer from 1 to ${mostBytes.any}`);
  if (category !== undefined && (typeof category !== 'string' || !categories.includes(category)))
    throw invalid('media_category', category, 'media_category: does not have a value in the enumeration');
  if (totalBytes > mostBytesOf(mediaType))
    throw invalid('total_bytes', totalBytes, 'File size exceeds the limit for this media category.');
  return { mediaType, totalBytes, category: category ?? categoryOf(mediaType) };
}

function mostBytesOf(mediaType: string): number {
  if (mediaType === 'image/gif') return mostBytes.gif;
  if (mediaType.startsWith('image/')) return mostBytes.picture;
  return mediaType.startsWith('video/') ? mostBytes.video : mostBytes.any;
}

function categoryOf(mediaType: string): string {
  if (mediaType === 'image/gif') return 'tweet_gif';
  return mediaType.startsWith('video/') ? 'tweet_video' : 'tweet_image';
}

/** A segment of an upload and its index, from a multipart body. */
export function readSegment(call: Call): { part: Part; index: number } {
  const form = contentType(call) === 'multipart/form-data' ? readFields(call) : undefined;
  if (!form)
    throw plain(
      400,
      'Invalid Request',
      'The body must be multipart/form-data (sandbox; the real one takes base64 in JSON too).',
    );
  const part = form.files.get('media');
  const index = form.fields['segment_index'];
  const extra = [...Object.keys(form.fields), ...form.files.keys()].find(
    (each) => each !== 'media' && each !== 'segment_index',
  );
  if (extra !== undefined) throw unknownField(extra);
  if (!part || part.data.length === 0) throw invalid('media', '', 'media: is missing but it is required');
  if (typeof index !== 'string' || !/^\d{1,3}$/.test(index))
    throw invalid('segment_index', index, 'segment_index: must be an integer from 0 to 999');
  if (part.data.length > partBytes) throw plain(413, 'Payload Too Large', 'The segment is larger than 5 MB.');
  return { part, index: Number(index) };
}

/** A JSON body with only the named fields. Throws Problem. */
export function readJson(call: Call, names: readonly string[]): Json {
  if (contentType(call) !== 'application/json')
    throw plain(400, 'Invalid Request', 'Content-Type must be application/json.');
  const body = parseJson(call.body.toString());
  if (!isJson(body)) throw plain(400, 'Invalid Request', 'The body is not valid JSON.');
  const wrong = Object.keys(body).find((each) => !names.includes(each));
  if (wrong !== undefined) throw unknownField(wrong);
  return body;
}

const unknownField = (name: string) =>
  invalid(name, '', `$.${name}: is not defined in the schema and the schema does not allow additional properties`);
