import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../handlers.ts';
import { jobs } from '../jobs.ts';
import { findFfmpeg, thumbnailOf, newFileName, videoFrame } from '../media/index.ts';
import { findFileWithoutThumbnail, settleThumbnail } from './queries.ts';

/** Makes the thumbnail of an uploaded video. May run again: a file that has a thumbnail is skipped. */
export const makeThumbnail = jobs.makeThumbnail.handledBy((services) => async (payload, { signal }) => {
  const { db, storage } = services;
  const { fileId } = payload;
  const file = await db.asSystem((tx) => findFileWithoutThumbnail(tx, fileId));
  if (file === undefined) return;
  const frame = await frameOf(services, { ...file, signal });
  if (frame === null) {
    await db.asSystem((tx) => settleThumbnail(tx, { id: fileId, thumbnailName: null }));
    return;
  }
  const thumbnail = await thumbnailOf(frame);
  const thumbnailName = newFileName('webp');
  await storage.put(thumbnailName, thumbnail, { contentType: 'image/webp', sizeBytes: thumbnail.length });
  const settled = await db.asSystem((tx) => settleThumbnail(tx, { id: fileId, thumbnailName }));
  if (!settled) await storage.delete(thumbnailName); // another run was quicker
});

/**
 * Null if the video has no picture. ffmpeg needs to seek in its input, so the video is copied to a temporary file
 * first.
 */
async function frameOf(
  { storage, config }: Services,
  {
    agency_id,
    name,
    duration_ms,
    signal,
  }: { agency_id: string; name: string; duration_ms: number | null; signal: AbortSignal },
): Promise<Buffer | null> {
  const stored = await storage.open(name);
  if (stored === null) return null;
  const dir = join(config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${randomBytes(16).toString('hex')}.mp4`);
  try {
    await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }), { signal });
    return await videoFrame(await findFfmpeg(config.ffmpegPath), {
      path,
      agencyId: agency_id,
      durationMs: duration_ms ?? 0,
      signal,
    });
  } finally {
    await rm(path, { force: true });
  }
}
