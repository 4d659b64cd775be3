import { readFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import { contentType, readFields, type Call } from '../http/request.ts';
import { isJson, parseJson, type Json } from '../json.ts';
import type { Media } from '../media/store.ts';
import { word } from './faults.ts';
import type { Caller } from './oauth.ts';
import { invalid, plain } from './problems.ts';
import { nextId } from './ids.ts';
import type { XUpload } from './rows.ts';

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
const lifeSeconds = 86_400;
/** The largest part; 1 MB is X's own example, 5 MB is what the older endpoint accepted. */
const partBytes = 5 * 1024 * 1024;

/** `POST /2/media/upload/initialize`. */
export async function initialize(context: Context, call: Call, { user }: Caller): Promise<Reply> {
  const body = readJson(call, ['media_type', 'total_bytes', 'media_category', 'shared', 'additional_owners']);
  const { media_type: mediaType, total_bytes: totalBytes, media_category: category } = body;
  if (typeof mediaType !== 'string' || !mediaTypes.includes(mediaType))
    throw invalid('media_type', mediaType, 'media_type: does not have a value in the enumeration');
  if (typeof totalBytes !== 'number' || !Number.isInteger(totalBytes) || totalBytes < 1 || totalBytes > 17_179_869_184)
    throw invalid('total_bytes', totalBytes, 'total_bytes: must be an integer from 1 to 17179869184');
  if (category !== undefined && (typeof category !== 'string' || !categories.includes(category)))
    throw invalid('media_category', category, 'media_category: does not have a value in the enumeration');
  const kind = mediaType === 'image/gif' ? 'tweet_gif' : mediaType.startsWith('video/') ? 'tweet_video' : 'tweet_image';
  if (mediaType.startsWith('image/') && totalBytes > (mediaType === 'image/gif' ? 15_728_640 : 5_242_880))
    throw invalid('total_bytes', totalBytes, 'File size exceeds the limit for this media category.');
  if (mediaType.startsWith('video/') && totalBytes > 536_870_912)
    throw invalid('total_bytes', totalBytes, 'File size exceeds the limit for this media category.');
  const now = context.now().getTime();
  const upload: XUpload = {
    id: nextId(context),
    owner: user.id,
    mediaType,
    category: category ?? kind,
    totalBytes,
    segments: {},
    media: null,
    startedAt: now,
    readyAt: 0,
    failure: '',
    alt: '',
  };
  await keep(context, upload);
  return json(200, { data: { id: upload.id, media_key: mediaKey(upload), expires_after_secs: lifeSeconds } });
}

/** `POST /2/media/upload/{id}/append`: multipart with `media` and `segment_index`. */
export async function append(
  context: Context,
  call: Call,
  { caller, id }: { caller: Caller; id: string },
): Promise<Reply> {
  const upload = open(context, caller, id);
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
  return context.faults.around(
    {
      network: 'twitter',
      operation: 'upload',
      account: caller.user.id,
      text: part.filename ?? '',
      token: caller.access,
    },
    (fault) => word(context, fault),
    async () => {
      const { name } = await context.media.keep(part.data);
      const fresh = context.state.tables.xUploads.get(id) ?? upload;
      await keep(context, { ...fresh, segments: { ...fresh.segments, [Number(index)]: name } });
      return json(200, { data: { expires_at: Math.floor(upload.startedAt / 1000) + lifeSeconds } });
    },
  );
}

/** `POST /2/media/upload/{id}/finalize`: joins the parts; videos and GIFs are then processed for a while. */
export async function finalize(
  context: Context,
  call: Call,
  { caller, id }: { caller: Caller; id: string },
): Promise<Reply> {
  if (call.body.length > 0) throw plain(400, 'Invalid Request', 'This request has no body.');
  const held = open(context, caller, id, true);
  if (held.media) return json(200, { data: present(context, held) });
  const names = Object.keys(held.segments)
    .map(Number)
    .toSorted((a, b) => a - b);
  const parts = await Promise.all(names.map((index) => readFile(context.media.path(held.segments[index] ?? '') ?? '')));
  const data = Buffer.concat(parts);
  if (names.some((index, at) => index !== at) || data.length !== held.totalBytes)
    throw invalid('media_id', id, 'Segments do not add up to provided total file size.');
  const media = await context.media.keep(data);
  if (held.mediaType.startsWith('image/') && media.type !== held.mediaType.replace('pjpeg', 'jpeg'))
    throw invalid('media_id', id, `File type (${media.type}) is not the media_type of the upload.`);
  const fault = context.faults.take({
    network: 'twitter',
    operation: 'process',
    account: caller.user.id,
    text: sentinelsIn(data),
  });
  const isSlow = held.mediaType.startsWith('video/') || held.category.endsWith('gif');
  const seconds = fault?.kind === 'takes' ? fault.seconds : isSlow ? 1 : 0;
  const failure = !isSlow
    ? ''
    : fault?.kind === 'fails' || media.kind === 'file'
      ? 'Unsupported video format.'
      : media.durationSeconds > 140
        ? 'Video longer than 140 seconds.'
        : '';
  const upload: XUpload = { ...held, media, readyAt: context.now().getTime() + seconds * 1000, failure };
  await keep(context, upload);
  return json(200, { data: present(context, upload, 'pending') });
}

/** `GET /2/media/upload?command=STATUS&media_id=`. */
export function status(context: Context, call: Call, { user }: Caller): Reply {
  const wrong = [...call.query.keys()].find((each) => each !== 'command' && each !== 'media_id');
  if (wrong !== undefined)
    throw invalid(wrong, call.query.get(wrong), `The query parameter [${wrong}] is not one of [command,media_id]`);
  const upload = context.state.tables.xUploads.get(call.query.get('media_id') ?? '');
  if (!upload?.media || upload.owner !== user.id)
    throw invalid('media_id', call.query.get('media_id') ?? '', 'The media id is invalid or has not been finalized.');
  return json(200, { data: present(context, upload) });
}

/** `POST /2/media/metadata`: the alt text of a picture. */
export async function metadata(context: Context, call: Call, { user }: Caller): Promise<Reply> {
  const body = readJson(call, ['id', 'metadata']);
  const upload = context.state.tables.xUploads.get(typeof body['id'] === 'string' ? body['id'] : '');
  const alt =
    isJson(body['metadata']) && isJson(body['metadata']['alt_text']) ? body['metadata']['alt_text']['text'] : undefined;
  if (!upload?.media || upload.owner !== user.id) throw invalid('id', body['id'], 'Your media ID is invalid.');
  if (typeof alt !== 'string' || alt.length > 1000)
    throw invalid('metadata.alt_text.text', alt, 'alt_text.text: must be a text of at most 1000 characters');
  await keep(context, { ...upload, alt });
  return json(200, { data: { id: upload.id, associated_metadata: { alt_text: { text: alt } } } });
}

/** The file of a finished upload of this user, or why it cannot be in a post. */
export function usableMedia(context: Context, owner: string, id: string): Media | undefined {
  const upload = context.state.tables.xUploads.get(id);
  if (!upload?.media || upload.owner !== owner || isOver(context, upload)) return undefined;
  return upload.failure === '' && upload.readyAt <= context.now().getTime()
    ? { ...upload.media, alt: upload.alt }
    : undefined;
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

function open(context: Context, { user }: Caller, id: string, finished = false): XUpload {
  const upload = context.state.tables.xUploads.get(id);
  if (!upload || upload.owner !== user.id || isOver(context, upload) || (upload.media && !finished))
    throw invalid('id', id, 'The upload session is unknown, over or finished.');
  return upload;
}

const isOver = (context: Context, upload: XUpload): boolean =>
  upload.startedAt + lifeSeconds * 1000 <= context.now().getTime();

function keep(context: Context, upload: XUpload): Promise<void> {
  return context.state.commit({ kind: 'row', table: 'xUploads', id: upload.id, value: upload });
}

const mediaKey = (upload: XUpload): string =>
  `${upload.category.includes('video') ? 13 : upload.category.includes('gif') ? 16 : 3}_${upload.id}`;

function present(context: Context, upload: XUpload, at: 'pending' | 'in_progress' = 'in_progress'): Json {
  const now = context.now().getTime();
  const shared = {
    id: upload.id,
    media_key: mediaKey(upload),
    size: upload.totalBytes,
    expires_after_secs: Math.max(0, Math.floor((upload.startedAt - now) / 1000) + lifeSeconds),
  };
  if (upload.mediaType.startsWith('image/') && upload.category === 'tweet_image')
    return {
      ...shared,
      image: { image_type: upload.mediaType, w: upload.media?.width ?? 0, h: upload.media?.height ?? 0 },
    };
  const left = Math.ceil((upload.readyAt - now) / 1000);
  const video = { ...shared, video: { video_type: upload.mediaType } };
  if (left > 0)
    return {
      ...video,
      processing_info: {
        state: at,
        check_after_secs: Math.min(left, 5),
        ...(at === 'in_progress' ? { progress_percent: 40 } : {}),
      },
    };
  if (upload.failure !== '')
    return {
      ...video,
      processing_info: {
        state: 'failed',
        progress_percent: 100,
        error: { code: 1, name: 'InvalidMedia', message: upload.failure },
      },
    };
  return { ...video, processing_info: { state: 'succeeded', progress_percent: 100 } };
}

/** The sentinels of processing in a file's bytes: X does not know the post's text while it processes a video. */
function sentinelsIn(data: Buffer): string {
  const at = data.indexOf('sandbox-processing-');
  return at < 0 ? '' : (/^[a-z0-9-]+/.exec(data.toString('latin1', at, at + 40))?.[0] ?? '');
}
