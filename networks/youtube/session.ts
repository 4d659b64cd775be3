import { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';
import { jsonBody } from '#outbound/body.ts';
import { partsOf } from '#outbound/parts.ts';
import type { Answer, Reply } from '#outbound/request.ts';
import type { Media } from '../network.ts';
import { failureOf, type Step, type Youtube } from './api.ts';

/** A video as insert and its session return it. */
export const videoShape = z.object({
  id: z.string(),
  status: z
    .object({
      uploadStatus: z.string().optional(),
      privacyStatus: z.string().optional(),
      failureReason: z.string().optional(),
      rejectionReason: z.string().optional(),
    })
    .default({}),
});
export type Video = z.output<typeof videoShape>;

/** The progress of a session: still open at a byte, done, or no longer known. */
export type Progress = { kind: 'open'; offset: number } | { kind: 'complete'; video: Video } | { kind: 'gone' };

/** A piece must be a multiple of 256 KiB; it is streamed, so it is never in memory as a whole. */
const pieceBytes = 32 * 262_144;
const pieceTimeoutMs = 300_000;

/**
 * Opens an upload: the returned address accepts the video up to its last byte. Source:
 * developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-21).
 */
export async function openSession({
  youtube,
  uploadUrl,
  resource,
  media,
}: {
  youtube: Youtube;
  uploadUrl: string;
  resource: unknown;
  media: Media;
}): Promise<Step<string>> {
  const url = new URL(`${uploadUrl}/videos`);
  url.search = new URLSearchParams({ uploadType: 'resumable', part: 'snippet,status' }).toString();
  const body = { ...jsonBody(resource), contentType: 'application/json; charset=UTF-8' };
  const reply = await youtube.send({
    method: 'POST',
    url,
    body,
    headers: { 'x-upload-content-length': String(media.sizeBytes), 'x-upload-content-type': media.contentType },
  });
  if (reply.kind !== 'answered') return { kind: 'failed', outcome: reply };
  const { location } = reply.headers;
  if (reply.status !== 200 || location === undefined || !URL.canParse(location))
    return { kind: 'failed', outcome: failureOf(reply) };
  if (!isOwn(new URL(location), url))
    return {
      kind: 'failed',
      outcome: { kind: 'unreachable', message: 'YouTube named an address for the upload that is not its own' },
    };
  return { kind: 'done', value: location };
}

/** A session's address gets the channel's token, so it must be Google's: the host we asked, or one of its siblings. */
const isOwn = (session: URL, asked: URL): boolean =>
  session.protocol === asked.protocol &&
  (session.host === asked.host || (asked.host.endsWith('googleapis.com') && session.host.endsWith('.googleapis.com')));

/** Asks for the progress of a session; changes nothing. */
export async function probeSession({
  youtube,
  session,
  sizeBytes,
}: {
  youtube: Youtube;
  session: string;
  sizeBytes: number;
}): Promise<Step<Progress>> {
  return readProgress(
    await youtube.send({ method: 'PUT', url: new URL(session), headers: { 'content-range': `bytes */${sizeBytes}` } }),
  );
}

/**
 * Sends the file from `offset` on, piece by piece. `beforeLast` is awaited before the piece whose last byte creates the
 * video; its rejection is passed on. 'failed' before that piece means that nothing exists and the session can be
 * continued.
 */
export async function sendFile({
  youtube,
  session,
  media,
  offset,
  beforeLast,
}: {
  youtube: Youtube;
  session: string;
  media: Media;
  offset: number;
  beforeLast: () => Promise<void>;
}): Promise<{ step: Step<Progress>; wasLast: boolean }> {
  const parts = partsOf(media);
  try {
    for await (const _ of parts.next(offset)) {
      /* the session has these already */
    }
    for (let from = offset; ;) {
      const sizeBytes = Math.min(pieceBytes, media.sizeBytes - from);
      const wasLast = from + sizeBytes === media.sizeBytes;
      if (wasLast) await beforeLast();
      const reply = await youtube.send({
        method: 'PUT',
        url: new URL(session),
        timeoutMs: pieceTimeoutMs,
        headers: { 'content-range': `bytes ${from}-${from + sizeBytes - 1}/${media.sizeBytes}` },
        body: { kind: 'readable', contentType: media.contentType, sizeBytes, chunks: () => parts.next(sizeBytes) },
      });
      const step = readProgress(reply);
      if (wasLast || step.kind === 'failed' || step.value.kind !== 'open') return { step, wasLast };
      // Google may keep fewer bytes than were sent; the next try asks first and sends the missing ones.
      if (step.value.offset !== from + sizeBytes)
        return {
          step: {
            kind: 'failed',
            outcome: { kind: 'unreachable', message: 'YouTube did not take all of the file yet' },
          },
          wasLast,
        };
      from += sizeBytes;
    }
  } finally {
    await parts.close();
  }
}

function readProgress(reply: Reply): Step<Progress> {
  if (reply.kind !== 'answered') return { kind: 'failed', outcome: reply };
  if (reply.status === 308) return { kind: 'done', value: { kind: 'open', offset: offsetOf(reply) } };
  if (reply.status === 404 || reply.status === 410) return { kind: 'done', value: { kind: 'gone' } };
  const video = reply.status < 300 ? videoShape.safeParse(parseJson(reply.text)) : undefined;
  return video?.success === true
    ? { kind: 'done', value: { kind: 'complete', video: video.data } }
    : { kind: 'failed', outcome: failureOf(reply) };
}

/** `Range: bytes=0-N` means that N + 1 bytes have arrived; without it none have. */
const offsetOf = ({ headers }: Answer): number => Number(/^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1] ?? -1) + 1;
