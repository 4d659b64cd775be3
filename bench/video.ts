/**
 * How much memory a worker takes to publish a video of 20 MB, network by network: bytes are streamed, so the memory
 * must be far below the video's size.
 */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { newFileName } from '#server/base/media/names.ts';
import { aVideo } from '#server/content/streams/testing.ts';
import { videoNetworks, openVideoStage, type VideoStage } from './video-stage.ts';
import { idleBytes, peakBytes } from './memory.ts';
import { planDeliveries } from './publishing-stage.ts';
import { atMost, bytes, exactly, ms, reported, type Figure } from './table.ts';

const mostBytes = 60_000_000;
const longestMs = 180_000;
const restMs = 5000;
/**
 * Encoded at a constant rate, so that its size is known: 15.6 s at 10 Mbit/s are 19.5 MB, just below the largest
 * upload.
 */
const video = {
  width: 1280,
  height: 720,
  seconds: 15.6,
  args: [
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '10M',
    '-minrate',
    '10M',
    '-maxrate',
    '10M',
    '-bufsize',
    '10M',
    '-x264-params',
    'nal-hrd=cbr',
  ],
};

/** One video, to one network after the other, by one worker process. */
export async function measure(): Promise<Figure[]> {
  const stage = await openVideoStage();
  try {
    const made = await aVideo(video);
    const sha256 = createHash('sha256').update(made).digest('hex');
    const fileId = await keepVideo(stage, made);
    await sleep(restMs);
    const idle = idleBytes(stage.worker);
    const figures: Figure[] = [reported('the video; the worker at rest', `${bytes(made.length)}; ${bytes(idle)}`)];
    for (const [account, network] of videoNetworks.entries()) {
      const peak = peakBytes(stage.worker);
      const { state, message, tookMs } = await publish(stage, { account, network, fileId });
      const told = state === 'published' ? `published in ${ms(tookMs)}` : `${state} ${message}`;
      figures.push(atMost(`${network}: ${told}, memory above rest`, peak() - idle, mostBytes, bytes));
    }
    figures.push(
      exactly('networks where the video stands, byte for byte', await standing(stage, sha256), videoNetworks.length),
    );
    return figures;
  } finally {
    await stage.stop();
  }
}

/** Stores the video as an upload would. */
async function keepVideo({ db, storage, agencyId }: VideoStage, made: Buffer): Promise<string> {
  const name = newFileName('mp4');
  await storage.put(name, made, { contentType: 'video/mp4', sizeBytes: made.length });
  const {
    rows: [row],
  } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, width, height, duration_ms)
     values ($1, $2, 'video', 'video/mp4', $3, $4, $5, $6, $7) returning id`,
    [
      agencyId,
      name,
      made.length,
      createHash('sha256').update(made).digest(),
      video.width,
      video.height,
      video.seconds * 1000,
    ],
  );
  return row?.id ?? '';
}

/** Plans the video for one account, three seconds ahead, and waits until it is settled. */
async function publish(
  stage: VideoStage,
  { account, network, fileId }: { account: number; network: string; fileId: string },
) {
  const { db } = stage;
  const name = `Video on ${network}`;
  const dueAt = new Date(Date.now() + 3000);
  await planDeliveries(stage, { name, deliveries: [{ account, dueAt }] });
  await db.pool.query(
    `with changed as (update streams set type = 'video' where title = $1 returning id)
     update items i set title = $1, file_id = $2, type = 'video' from changed where i.stream_id = changed.id`,
    [name, fileId],
  );
  for (;;) {
    const {
      rows: [row],
    } = await db.pool.query<{ state: string; message: string }>(
      'select state, message from deliveries where account_id = $1',
      [stage.accountIds[account]],
    );
    const tookMs = Date.now() - dueAt.getTime();
    if (
      row !== undefined &&
      (['published', 'failed', 'uncertain', 'waiting'].includes(row.state) || tookMs > longestMs)
    )
      return { ...row, tookMs };
    await sleep(100);
  }
}

const feeds = z.object({
  posts: z.array(
    z.object({ network: z.string(), status: z.string(), media: z.array(z.object({ sha256: z.string() })) }),
  ),
});

/** The number of networks whose feeds contain a file with that fingerprint. */
async function standing({ sandboxUrl }: VideoStage, sha256: string): Promise<number> {
  const { posts } = feeds.parse(await (await fetch(`${sandboxUrl}/control/feeds?limit=100`)).json());
  return new Set(
    posts.filter(({ media }) => media.some((each) => each.sha256 === sha256)).map(({ network }) => network),
  ).size;
}
