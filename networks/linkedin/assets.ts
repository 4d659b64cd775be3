import { z } from 'zod';
import { fileBody, jsonBody, type Body } from '#outbound/body.ts';
import { partsOf } from '#outbound/parts.ts';
import type { Answer, Http, Reply } from '#outbound/request.ts';
import type { Media } from '../network.ts';
import { read, type Failure, type Speaker } from './api.ts';

/** Waits until the time is over or the signal aborts. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

/**
 * The result of an upload. 'working': LinkedIn needs longer than we wait here; 'unusable': it has examined the file and
 * cannot use it. `isRefusal`: the upload's address answered, and stored nothing.
 */
export type Step =
  | { kind: 'done'; urn: string }
  | { kind: 'failed'; outcome: Failure; isRefusal?: boolean }
  | { kind: 'working'; urn: string }
  | { kind: 'unusable'; message: string };

/**
 * The dependencies of an upload. Upload addresses come complete and signed from LinkedIn. Its own examples send the
 * token along, other clients in production omit it: `withToken` says which way this upload uses. Source:
 * learn.microsoft.com/linkedin/consumer/integrations/self-serve/ share-on-linkedin, "Upload Image or Video Binary
 * File".
 */
export type Uploading = {
  http: Http;
  apiUrl: string;
  speak: Speaker;
  accessToken: string;
  withToken: boolean;
  signal: AbortSignal;
  now: () => Date;
};

const imageInit = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string().min(1) }) });
const instruction = z.object({ uploadUrl: z.url(), firstByte: z.number(), lastByte: z.number() });
const videoInit = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(instruction).min(1),
  }),
});
const videoShape = z.object({ status: z.string(), processingFailureReason: z.string().optional() });
const uploadTimeoutMs = 120_000;
const pauseSeconds = 3;
const mostWaitSeconds = 240;

/**
 * Registers a picture and sends it in one piece. Source:
 * learn.microsoft.com/linkedin/marketing/community-management/shares/images-api.
 */
export async function uploadImage(uploading: Uploading, media: Media, owner: string): Promise<Step> {
  const { speak, now } = uploading;
  const begun = read(
    await speak('images?action=initializeUpload', {
      method: 'POST',
      body: jsonBody({ initializeUploadRequest: { owner } }),
    }),
    imageInit,
    now(),
  );
  if (begun.kind === 'failed') return begun;
  const { uploadUrl, image } = begun.value.value;
  const body = (): Body => fileBody(media);
  const sent = await put(uploading, new URL(uploadUrl), body);
  return sent.kind === 'failed' ? sent : { kind: 'done', urn: image };
}

/** Registers a video, sends the pieces that LinkedIn requests and finalizes it. Source: …/shares/videos-api. */
export async function uploadVideo(uploading: Uploading, media: Media, owner: string): Promise<Step> {
  const { speak, now } = uploading;
  const request = { owner, fileSizeBytes: media.sizeBytes, uploadCaptions: false, uploadThumbnail: false };
  const begun = read(
    await speak('videos?action=initializeUpload', {
      method: 'POST',
      body: jsonBody({ initializeUploadRequest: request }),
    }),
    videoInit,
    now(),
  );
  if (begun.kind === 'failed') return begun;
  const { video, uploadToken, uploadInstructions } = begun.value.value;
  const parts = await sendParts(uploading, media, uploadInstructions);
  if (parts.kind === 'failed') return parts;
  const body = jsonBody({ finalizeUploadRequest: { video, uploadToken, uploadedPartIds: parts.ids } });
  const ended = read(await speak('videos?action=finalizeUpload', { method: 'POST', body }), z.unknown(), now());
  return ended.kind === 'failed' ? ended : { kind: 'done', urn: video };
}

/** Sends each piece once, in one pass over the file; returns their tags in the order of the pieces. */
async function sendParts(
  uploading: Uploading,
  media: Media,
  instructions: readonly z.output<typeof instruction>[],
): Promise<{ kind: 'sent'; ids: string[] } | Unsent> {
  const parts = partsOf(media);
  const ids: string[] = [];
  try {
    for (const { uploadUrl, firstByte, lastByte } of instructions) {
      const sizeBytes = lastByte - firstByte + 1;
      const body = (): Body => ({
        kind: 'readable',
        contentType: 'application/octet-stream',
        sizeBytes,
        chunks: () => parts.next(sizeBytes),
      });
      const sent = await put(uploading, new URL(uploadUrl), body);
      if (sent.kind === 'failed') return sent;
      ids.push(sent.answer.headers['etag']?.replaceAll('"', '') ?? '');
    }
    return { kind: 'sent', ids };
  } finally {
    await parts.close();
  }
}

type Unsent = { kind: 'failed'; outcome: Failure; isRefusal?: boolean };

/** Sends bytes to a signed address of LinkedIn's own. A refusal there says nothing about the account. */
async function put(
  { http, apiUrl, accessToken, withToken, signal, now }: Uploading,
  url: URL,
  body: () => Body,
): Promise<{ kind: 'sent'; answer: Answer } | Unsent> {
  if (!isOwnAddress(url, apiUrl))
    return {
      kind: 'failed',
      outcome: { kind: 'unreachable', message: `LinkedIn named ${url.host} to upload to, which is not its own` },
    };
  const headers: Record<string, string> = withToken ? { authorization: `Bearer ${accessToken}` } : {};
  const reply: Reply = await http.send({
    method: 'PUT',
    url,
    headers,
    body: body(),
    signal,
    timeoutMs: uploadTimeoutMs,
  });
  if (reply.kind === 'answered' && reply.status >= 200 && reply.status < 300) return { kind: 'sent', answer: reply };
  const told = read(reply, z.never(), now());
  if (told.kind === 'told') throw new Error('nothing satisfies z.never');
  const isRefusal = reply.kind === 'answered' && reply.status >= 300 && reply.status < 500 && reply.status !== 429;
  const outcome: Failure =
    told.outcome.kind === 'unauthorized'
      ? { kind: 'unreachable', message: 'LinkedIn refused the upload of the file' }
      : told.outcome;
  return { kind: 'failed', outcome, isRefusal };
}

/** Whether an address uses TLS to one of LinkedIn's hosts, or is at the host of its API. */
function isOwnAddress(url: URL, apiUrl: string): boolean {
  return (
    url.origin === new URL(apiUrl).origin ||
    (url.protocol === 'https:' && /(^|\.)(linkedin|licdn)\.com$/.test(url.hostname))
  );
}

/** Waits until a video may be posted. */
export async function untilAvailable({ speak, signal, now }: Uploading, urn: string, wait: Wait): Promise<Step> {
  for (let waited = 0; ; waited += pauseSeconds) {
    const asked = read(await speak(`videos/${encodeURIComponent(urn)}`, { method: 'GET' }), videoShape, now());
    if (asked.kind === 'failed') return asked;
    const { status, processingFailureReason: reason } = asked.value;
    if (status === 'AVAILABLE') return { kind: 'done', urn };
    if (status === 'PROCESSING_FAILED')
      return { kind: 'unusable', message: `LinkedIn could not use the video: ${reason || 'no reason was given'}` };
    if (waited + pauseSeconds > mostWaitSeconds) return { kind: 'working', urn };
    await wait(pauseSeconds, signal);
  }
}
