import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { json, raw, type Reply } from '../http/reply.ts';
import type { Call } from '../http/request.ts';
import type { Media } from '../media/store.ts';
import { readJson } from './body.ts';
import { denied, Refused } from './errors.ts';
import { word } from './faults.ts';
import { urnOf } from './members.ts';
import { callerOf, type Caller } from './oauth.ts';
import type { LinkedinAsset } from './rows.ts';

const partBytes = 4_194_304;
const dayMs = 86_400_000;
const most = { imagePixels: 36_152_320, videoBytes: 524_288_000, videoSeconds: 1800 };
const least = { videoBytes: 75 * 1024, videoSeconds: 3 };

/** `POST /rest/images?action=initializeUpload` and the same for videos: the address for the bytes. */
export async function initialize(
  context: Context,
  call: Call,
  { caller, kind }: { caller: Caller; kind: LinkedinAsset['kind'] },
): Promise<Reply> {
  const request = readJson(call, { initializeUploadRequest: true })['initializeUploadRequest'];
  const required =
    kind === 'image'
      ? { owner: true, mediaLibraryMetadata: false }
      : { owner: true, fileSizeBytes: true, uploadCaptions: false, uploadThumbnail: false, purpose: false };
  const fields = readJson(
    { ...call, body: Buffer.from(JSON.stringify(request)) },
    required,
    '/initializeUploadRequest',
  );
  if (fields['owner'] !== urnOf(caller.member))
    throw denied(`${kind}s.ACTION-initializeUpload.NO_VERSION for this owner`);
  const size = fields['fileSizeBytes'];
  if (kind === 'video' && (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > most.videoBytes))
    throw new Refused(
      400,
      'INVALID_VALUE_FOR_FIELD',
      'initializeUploadRequest/fileSizeBytes must be a number of bytes up to 500 MB',
    );
  const sizeBytes = typeof size === 'number' ? size : 0;
  const now = context.now().getTime();
  const id = `${kind === 'image' ? 'D4E' : 'D4D'}${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
  const count = kind === 'image' ? 1 : Math.ceil(sizeBytes / partBytes);
  const parts = Array.from({ length: count }, (_, index) => ({
    first: index * partBytes,
    last: kind === 'image' ? 0 : Math.min((index + 1) * partBytes, sizeBytes) - 1,
    etag: '',
    name: '',
  }));
  const asset: LinkedinAsset = {
    urn: `urn:li:${kind}:${id}`,
    kind,
    owner: urnOf(caller.member),
    secret: randomBytes(12).toString('base64url'),
    sizeBytes,
    uploadToken: '',
    until: now + dayMs,
    parts,
    media: null,
    readyAt: 0,
    failure: '',
  };
  await keep(context, asset);
  const address = (index: number): string =>
    `${context.ownUrl}/linkedin/dms-uploads/${id}/${index}?sau=${asset.secret}`;
  if (kind === 'image')
    return json(200, { value: { uploadUrlExpiresAt: asset.until, uploadUrl: address(0), image: asset.urn } });
  const uploadInstructions = parts.map(({ first, last }, index) => ({
    uploadUrl: address(index),
    lastByte: last,
    firstByte: first,
  }));
  return json(200, {
    value: { uploadUrlsExpireAt: asset.until, video: asset.urn, uploadInstructions, uploadToken: asset.uploadToken },
  });
}

/** `PUT` of bytes to a signed address: the whole picture, or exactly the range of a video's part. Stored bytes stay. */
export async function upload(context: Context, call: Call): Promise<Reply> {
  const [, id = '', index = ''] = /^\/dms-uploads\/(\w+)\/(\d+)$/.exec(call.path) ?? [];
  const asset =
    context.state.tables.linkedinAssets.get(`urn:li:image:${id}`) ??
    context.state.tables.linkedinAssets.get(`urn:li:video:${id}`);
  const part = asset?.parts[Number(index)];
  if (!asset || !part || call.query.get('sau') !== asset.secret)
    return raw(401, { type: 'text/plain', body: 'Unauthorized' });
  if (call.method !== 'PUT') return raw(405, { type: 'text/plain', body: 'Method Not Allowed' });
  // The address is signed; a token that is sent along must be valid.
  if (call.headers['authorization'] !== undefined)
    callerOf(context, call, { needs: ['w_member_social'], what: 'dms-uploads' });
  if (context.now().getTime() >= asset.until)
    return raw(403, { type: 'text/plain', body: 'The upload address is over' });
  const wanted = asset.kind === 'image' ? call.body.length : part.last - part.first + 1;
  if (call.body.length === 0 || call.body.length !== wanted)
    return raw(400, { type: 'text/plain', body: `Expected ${wanted} bytes` });
  return context.faults.around(
    { network: 'linkedin', operation: 'upload', account: asset.owner, text: '' },
    (fault) => word(context, fault),
    async () => {
      const { name, sha256 } = await context.media.keep(call.body);
      const etag = `/ambry-video/signedId/${sha256.slice(0, 40)}${index}`;
      const held = context.state.tables.linkedinAssets.get(asset.urn) ?? asset;
      const parts = held.parts.map((each, at) => (at === Number(index) ? { ...each, etag, name } : each));
      if (asset.kind === 'video') {
        await keep(context, { ...held, parts });
        return raw(200, { type: 'text/plain', body: '', headers: { etag } });
      }
      const media = await context.media.keep(call.body);
      const fits =
        ['image/jpeg', 'image/png', 'image/gif'].includes(media.type) && media.width * media.height < most.imagePixels;
      await keep(context, {
        ...held,
        parts,
        media,
        readyAt: context.now().getTime(),
        failure: fits ? '' : 'The image is no JPG, PNG or GIF or has too many pixels',
      });
      return raw(201, { type: 'text/plain', body: '', headers: { etag } });
    },
  );
}

/** `POST /rest/videos?action=finalizeUpload`: the ETags of all parts in order; the video is then processed. */
export async function finalize(context: Context, call: Call, caller: Caller): Promise<Reply> {
  const request = readJson(call, { finalizeUploadRequest: true })['finalizeUploadRequest'];
  const fields = readJson(
    { ...call, body: Buffer.from(JSON.stringify(request)) },
    { video: true, uploadToken: true, uploadedPartIds: true },
    '/finalizeUploadRequest',
  );
  const asset = context.state.tables.linkedinAssets.get(typeof fields['video'] === 'string' ? fields['video'] : '');
  if (!asset || asset.kind !== 'video') throw new Refused(404, 'RESOURCE_NOT_FOUND', 'The video does not exist');
  if (asset.owner !== urnOf(caller.member)) throw denied('videos.ACTION-finalizeUpload.NO_VERSION');
  const etags = asset.parts.map(({ etag }) => etag);
  const named = fields['uploadedPartIds'];
  if (
    fields['uploadToken'] !== asset.uploadToken ||
    !Array.isArray(named) ||
    named.length !== etags.length ||
    named.some((each, at) => each !== etags[at]) ||
    etags.includes('')
  ) {
    throw new Refused(
      400,
      'INVALID_VALUE_FOR_FIELD',
      'uploadedPartIds are not the parts of this upload, in their order',
    );
  }
  if (asset.media) return json(200, {});
  const data = Buffer.concat(
    await Promise.all(asset.parts.map(({ name }) => readFile(context.media.path(name) ?? ''))),
  );
  const media = await context.media.keep(data);
  const fault = context.faults.take({
    network: 'linkedin',
    operation: 'process',
    account: asset.owner,
    text: sentinelsIn(data),
  });
  const seconds = fault?.kind === 'takes' ? fault.seconds : 1;
  await keep(context, {
    ...asset,
    media,
    readyAt: context.now().getTime() + seconds * 1000,
    failure: fault?.kind === 'fails' ? 'Transcoding failed' : whyNot(media),
  });
  return json(200, {});
}

function whyNot(media: Media): string {
  if (media.kind !== 'video') return 'The file is no MP4 video';
  if (media.sizeBytes < least.videoBytes) return 'The video is smaller than 75 KB';
  // 0 means that the file does not state its length.
  if (
    media.durationSeconds > 0 &&
    (media.durationSeconds < least.videoSeconds || media.durationSeconds > most.videoSeconds)
  )
    return 'The video is shorter than 3 seconds or longer than 30 minutes';
  return '';
}

/** The current state of an asset. */
export function statusOf(
  asset: LinkedinAsset,
  now: Date,
): 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED' {
  if (!asset.media) return 'WAITING_UPLOAD';
  if (asset.readyAt > now.getTime()) return 'PROCESSING';
  return asset.failure === '' ? 'AVAILABLE' : 'PROCESSING_FAILED';
}

/** `GET /rest/videos/{urn}`. */
export function readVideo(context: Context, { member }: Caller, urn: string): Reply {
  const asset = context.state.tables.linkedinAssets.get(urn);
  if (!asset || asset.kind !== 'video') throw new Refused(404, 'RESOURCE_NOT_FOUND', 'The video does not exist');
  if (asset.owner !== urnOf(member)) throw denied('videos.GET.NO_VERSION');
  const status = statusOf(asset, context.now());
  const media = status === 'AVAILABLE' ? asset.media : null;
  const shape = media
    ? {
        duration: media.durationSeconds * 1000,
        aspectRatioWidth: media.width,
        aspectRatioHeight: media.height,
        downloadUrl: `${context.publicUrl}/files/${media.name}`,
      }
    : {};
  return json(200, {
    id: urn,
    owner: asset.owner,
    status,
    ...(status === 'PROCESSING_FAILED' ? { processingFailureReason: asset.failure } : {}),
    ...shape,
  });
}

function keep(context: Context, asset: LinkedinAsset): Promise<void> {
  return context.state.commit({ kind: 'row', table: 'linkedinAssets', id: asset.urn, value: asset });
}

/** The sentinels of processing in a file's bytes: LinkedIn does not know the post's text while it processes a video. */
function sentinelsIn(data: Buffer): string {
  const at = data.indexOf('sandbox-processing-');
  return at < 0 ? '' : (/^[a-z0-9-]+/.exec(data.toString('latin1', at, at + 40))?.[0] ?? '');
}
