import { z } from 'zod';
import { jsonBody } from '#outbound/body.ts';
import type { Media } from '../network.ts';
import { nothingPublic, readReply, type Failure, type Read, type Vimeo } from './api.ts';

/** The fields of a video that publishing needs; `uploadLink` exists until its last byte has arrived. */
export type Video = {
  id: string;
  name: string;
  link: string;
  upload: 'in_progress' | 'complete' | 'error';
  transcode: 'in_progress' | 'complete' | 'error';
  uploadLink: string | null;
  createdAt: Date | null;
};

const progress = z.enum(['in_progress', 'complete', 'error']).catch('in_progress');
const shape = z
  .object({
    uri: z.string().regex(/^\/videos\/\d+/),
    name: z.string().nullish(),
    link: z.string().default(''),
    created_time: z.string().nullish(),
    upload: z.object({ status: progress, upload_link: z.string().nullish() }).nullish(),
    transcode: z.object({ status: progress }).nullish(),
  })
  .transform(({ uri, name, link, created_time: createdAt, upload, transcode }): Video => ({
    id: /^\/videos\/(\d+)/.exec(uri)?.[1] ?? '',
    name: name ?? '',
    link,
    upload: upload?.status ?? 'in_progress',
    transcode: transcode?.status ?? 'in_progress',
    uploadLink: upload?.upload_link ?? null,
    createdAt: createdAt === null || createdAt === undefined ? null : new Date(createdAt),
  }));
const fields = 'uri,name,link,created_time,upload.status,upload.upload_link,transcode.status';

/** One video of the account; null if it does not, or no longer, exist. */
export async function readVideo(vimeo: Vimeo, id: string, signal: AbortSignal): Promise<Read<Video | null>> {
  const read = readReply(
    await vimeo({ method: 'GET', path: `/videos/${encodeURIComponent(id)}`, query: { fields }, signal }),
    shape,
  );
  return read.kind === 'failed' && read.status === 404 ? { kind: 'done', value: null } : read;
}

/**
 * Creates an empty video that waits for its bytes; it is invisible until the last one has arrived. Source:
 * developer.vimeo.com/api/upload/videos, "Resumable approach".
 */
export async function createVideo(
  vimeo: Vimeo,
  { name, description, media, signal }: { name: string; description: string; media: Media; signal: AbortSignal },
): Promise<Read<Video>> {
  const body = jsonBody({
    upload: { approach: 'tus', size: String(media.sizeBytes) },
    name,
    description,
    privacy: { view: 'anybody' },
  });
  const made = readReply(await vimeo({ method: 'POST', path: '/me/videos', query: { fields }, body, signal }), shape);
  return made.kind === 'done' ? made : { ...made, failure: nothingPublic(made.failure) };
}

/** The empty video of that name that an earlier try made before its answer was lost; null if there is none. */
export async function findEmptyVideo(
  vimeo: Vimeo,
  { name, since, signal }: { name: string; since: Date; signal: AbortSignal },
): Promise<Read<Video | null>> {
  const query = { sort: 'date', direction: 'desc', filter: 'app_only', per_page: '25', fields };
  const list = readReply(
    await vimeo({ method: 'GET', path: '/me/videos', query, signal }),
    z.object({ data: z.array(shape) }),
  );
  if (list.kind === 'failed') return { ...list, failure: nothingPublic(list.failure) };
  const isOurs = (video: Video): boolean =>
    video.name === name &&
    video.upload === 'in_progress' &&
    video.uploadLink !== null &&
    video.createdAt !== null &&
    video.createdAt.getTime() >= since.getTime() - 60_000;
  return { kind: 'done', value: list.value.data.find(isOurs) ?? null };
}

const quotaShape = z.object({ upload_quota: z.object({ space: z.object({ free: z.number().nullish() }) }) });

/**
 * Why a file of that size cannot be uploaded, or null: checked before anything is created. An account without a quota
 * may upload.
 */
export async function whyNoRoom(vimeo: Vimeo, sizeBytes: number, signal: AbortSignal): Promise<Failure | null> {
  const quota = readReply(
    await vimeo({ method: 'GET', path: '/me', query: { fields: 'upload_quota.space.free' }, signal }),
    quotaShape,
  );
  if (quota.kind === 'failed') return quota.status !== null && quota.status < 300 ? null : nothingPublic(quota.failure);
  const free = quota.value.upload_quota.space.free ?? null;
  if (free === null || free >= sizeBytes) return null;
  return {
    kind: 'rejected',
    message: `Vimeo: the account has room for ${megabytes(free)}, and the video is ${megabytes(sizeBytes)}`,
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
