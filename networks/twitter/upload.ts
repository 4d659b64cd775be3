import { z } from 'zod';
import { jsonBody } from '#outbound/body.ts';
import { multipartBody } from '#outbound/multipart.ts';
import { partAsFile, partsOf } from '#outbound/parts.ts';
import type { Media } from '../network.ts';
import { read, type Failure, type Speaker } from './api.ts';

/** Waits until the time is over or the signal aborts. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

/** A file at X: its id and until when it can be used, in milliseconds since 1970. */
export type Uploaded = { id: string; usableUntil: number };

/**
 * The result of an upload step. 'working': X needs longer than we wait here; 'unusable': it has examined the file and
 * cannot use it.
 */
export type Step<Value> =
  | { kind: 'done'; value: Value }
  | { kind: 'failed'; outcome: Failure }
  | { kind: 'working' }
  | { kind: 'unusable'; message: string };

/** Other clients use parts of 1 MB; X states no minimum. */
const leastPartBytes = 1_000_000;
/** The API numbers parts from 0 to 999 (openapi.json 2.167, segment_index). */
const mostParts = 1000;
const uploadTimeoutMs = 60_000;
const defaultPauseSeconds = 2;
/** X needs some seconds for videos of our size; a longer one is checked again with the next try. */
const mostWaitSeconds = 240;
const defaultLifeSeconds = 86_400;

const processing = z.object({
  state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']),
  check_after_secs: z.number().optional(),
  error: z.object({ message: z.string().default(''), name: z.string().default('') }).optional(),
});
const mediaShape = z.object({
  data: z.object({
    id: z.string().min(1),
    expires_after_secs: z.number().optional(),
    processing_info: processing.optional(),
  }),
});
type Told = z.output<typeof mediaShape>['data'];
const nothing = z.unknown();

/** Sends a file in parts: initialize, append, finalize. Source: docs.x.com/x-api/media, OpenAPI 2.167. */
export async function upload(speak: Speaker, media: Media, now: () => Date): Promise<Step<Uploaded & { told: Told }>> {
  const begin = jsonBody({
    media_type: media.contentType,
    total_bytes: media.sizeBytes,
    media_category: categoryOf(media),
  });
  const begun = read(await speak('2/media/upload/initialize', { method: 'POST', body: begin }), mediaShape, now());
  if (begun.kind === 'failed') return failed(begun.outcome);
  const { id } = begun.value.data;
  const broken = await append(speak, { media, id, now });
  if (broken !== null) return failed(broken);
  const ended = read(
    await speak(`2/media/upload/${encodeURIComponent(id)}/finalize`, { method: 'POST' }),
    mediaShape,
    now(),
  );
  if (ended.kind === 'failed') return failed(ended.outcome);
  const lifeSeconds = ended.value.data.expires_after_secs ?? begun.value.data.expires_after_secs ?? defaultLifeSeconds;
  return { kind: 'done', value: { id, usableUntil: now().getTime() + lifeSeconds * 1000, told: ended.value.data } };
}

async function append(
  speak: Speaker,
  { media, id, now }: { media: Media; id: string; now: () => Date },
): Promise<Failure | null> {
  const parts = partsOf(media);
  try {
    const partBytes = Math.max(leastPartBytes, Math.ceil(media.sizeBytes / mostParts));
    for (let index = 0; index * partBytes < media.sizeBytes; index += 1) {
      const sizeBytes = Math.min(partBytes, media.sizeBytes - index * partBytes);
      const file = partAsFile(media, { chunks: parts.next(sizeBytes), sizeBytes });
      const body = multipartBody({ fields: { segment_index: String(index) }, files: [{ field: 'media', file }] });
      const reply = await speak(`2/media/upload/${encodeURIComponent(id)}/append`, {
        method: 'POST',
        body,
        timeoutMs: uploadTimeoutMs,
      });
      // An empty answer is also a success.
      const told = reply.kind === 'answered' && reply.status === 204 ? null : read(reply, nothing, now());
      if (told?.kind === 'failed') return told.outcome;
    }
    return null;
  } finally {
    await parts.close();
  }
}

/** Waits until X has processed the file, for as long as X says; `told` is the state in its last answer. */
export async function untilReady(
  speak: Speaker,
  { id, told, wait, signal, now }: { id: string; told: Told | null; wait: Wait; signal: AbortSignal; now: () => Date },
): Promise<Step<null>> {
  for (let waited = 0, known = told; ;) {
    const info = known?.processing_info;
    if (known !== null && (info === undefined || info.state === 'succeeded')) return { kind: 'done', value: null };
    if (info?.state === 'failed')
      return {
        kind: 'unusable',
        message: `X could not use the file: ${info.error?.message || info.error?.name || 'no reason was given'}`,
      };
    if (known !== null) {
      const pause = info?.check_after_secs ?? defaultPauseSeconds;
      if (waited + pause > mostWaitSeconds) return { kind: 'working' };
      await wait(pause, signal);
      waited += pause;
    }
    const asked = read(
      await speak('2/media/upload', { method: 'GET', query: { command: 'STATUS', media_id: id } }),
      mediaShape,
      now(),
    );
    if (asked.kind === 'failed') return failed(asked.outcome);
    known = asked.value.data;
  }
}

function categoryOf({ kind, contentType }: Media): string {
  switch (kind) {
    case 'video':
      return 'tweet_video';
    case 'image':
      return contentType === 'image/gif' ? 'tweet_gif' : 'tweet_image';
    default:
      return kind satisfies never;
  }
}

const failed = (outcome: Failure): { kind: 'failed'; outcome: Failure } => ({ kind: 'failed', outcome });
