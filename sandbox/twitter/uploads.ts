import { readFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import { isJson } from '../json.ts';
import type { Media } from '../media/store.ts';
import { word } from './faults.ts';
import type { Caller } from './oauth.ts';
import { invalid, plain } from './problems.ts';
import { nextId } from './ids.ts';
import { lifeSeconds, mediaKey, present } from './present-upload.ts';
import type { XUpload } from './rows.ts';
import { checkedUpload, readJson, readSegment } from './upload-requests.ts';

/** `POST /2/media/upload/initialize`. */
export async function initialize(context: Context, call: Call, { user }: Caller): Promise<Reply> {
  const body = readJson(call, ['media_type', 'total_bytes', 'media_category', 'shared', 'additional_owners']);
  const { mediaType, totalBytes, category } = checkedUpload(body);
  const upload: XUpload = {
    id: nextId(context),
    owner: user.id,
    mediaType,
    category,
    totalBytes,
    segments: {},
    media: null,
    startedAt: context.now().getTime(),
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
  const { part, index } = readSegment(call);
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
      await keep(context, { ...fresh, segments: { ...fresh.segments, [index]: name } });
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
  const data = await joined(context, held);
  const media = await context.media.keep(data);
  if (held.mediaType.startsWith('image/') && media.type !== held.mediaType.replace('pjpeg', 'jpeg'))
    throw invalid('media_id', id, `File type (${media.type}) is not the media_type of the upload.`);
  const { seconds, failure } = processingOf(context, { caller, upload: held, media, data });
  const upload: XUpload = { ...held, media, readyAt: context.now().getTime() + seconds * 1000, failure };
  await keep(context, upload);
  return json(200, { data: present(context, upload, 'pending') });
}

/** The parts of an upload in their order; they must have no gap and the length that was announced. */
async function joined({ media }: Context, { id, segments, totalBytes }: XUpload): Promise<Buffer> {
  const indexes = Object.keys(segments)
    .map(Number)
    .toSorted((a, b) => a - b);
  const data = Buffer.concat(
    await Promise.all(indexes.map((index) => readFile(media.path(segments[index] ?? '') ?? ''))),
  );
  if (indexes.some((index, at) => index !== at) || data.length !== totalBytes)
    throw invalid('media_id', id, 'Segments do not add up to provided total file size.');
  return data;
}

type Processing = { caller: Caller; upload: XUpload; media: Media; data: Buffer };

/** How long X processes an upload, and why it fails, or ''. Pictures are ready at once and never fail. */
function processingOf(
  context: Context,
  { caller, upload, media, data }: Processing,
): { seconds: number; failure: string } {
  const fault = context.faults.take({
    network: 'twitter',
    operation: 'process',
    account: caller.user.id,
    text: sentinelsIn(data),
  });
  const isProcessed = upload.mediaType.startsWith('video/') || upload.category.endsWith('gif');
  const seconds = fault?.kind === 'takes' ? fault.seconds : isProcessed ? 1 : 0;
  if (!isProcessed) return { seconds, failure: '' };
  if (fault?.kind === 'fails' || media.kind === 'file') return { seconds, failure: 'Unsupported video format.' };
  return { seconds, failure: media.durationSeconds > 1200 ? 'Video longer than 20 minutes.' : '' };
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

/** The sentinels of processing in a file's bytes: X does not know the post's text while it processes a video. */
function sentinelsIn(data: Buffer): string {
  const at = data.indexOf('sandbox-processing-');
  return at < 0 ? '' : (/^[a-z0-9-]+/.exec(data.toString('latin1', at, at + 40))?.[0] ?? '');
}
