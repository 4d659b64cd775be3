/** Makes stored media fit a network: smaller pictures, re-encoded videos. Each version is made once and kept. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Limits, Network } from '#networks/network.ts';
import { networkNames } from '#rules/eligibility.ts';
import { fitOf, type Fit, type VideoToFit } from '#rules/media-fit.ts';
import type { Services } from '../handlers.ts';
import type { Storage } from '../storage/storage.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { findFit, insertFit, type FitKey, type FittedFile, type MadeFit } from './fit-queries.ts';
import { shrunkImage } from './image.ts';
import { newFileName } from './names.ts';
import { storedBytes } from './store.ts';
import { detailsOf, transcodeVideo } from './video.ts';

/** The dependencies of fitting. */
export type FitMeans = Pick<Services, 'db' | 'storage'> & {
  config: Pick<Services['config'], 'ffmpegPath' | 'dataDir'>;
};

/** A stored file and the facts in its row. */
export type FileToFit = {
  agencyId: string;
  fileId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
};

/** Identifies the limits of a check; results under other limits do not count. */
export const rulesNameOf = ({ imageBytes, videoBytes, videoSeconds, media }: Limits): string =>
  createHash('sha256')
    .update(JSON.stringify({ imageBytes, videoBytes, videoSeconds, media }))
    .digest('hex')
    .slice(0, 12);

/**
 * Makes a file fit a network, or says why that is impossible; null if the file no longer exists. Throws if the disk or
 * the database fails, and when `signal` aborts it.
 */
export async function makeFit(
  means: FitMeans,
  file: FileToFit,
  { network, signal }: { network: Pick<Network, 'id' | 'limits'>; signal: AbortSignal },
): Promise<MadeFit | null> {
  const key: FitKey = {
    agencyId: file.agencyId,
    fileId: file.fileId,
    network: network.id,
    rules: rulesNameOf(network.limits),
  };
  const known = await means.db.asAgency(file.agencyId, (tx) => findFit(tx, key));
  if (known !== undefined) return known;
  const made = file.contentType.startsWith('video/')
    ? await fitVideo(means, file, { network, signal })
    : await fitImage(means, file, network);
  if (made === null) return null;
  const isFirst = await means.db.asAgency(file.agencyId, (tx) => insertFit(tx, key, made));
  if (isFirst || made.kind !== 'fitted') return made;
  await means.storage.delete(made.name);
  return (await means.db.asAgency(file.agencyId, (tx) => findFit(tx, key))) ?? made;
}

type Judged = Pick<Network, 'id' | 'limits'>;
const judge = (media: Parameters<typeof fitOf>[0], { id, limits }: Judged): Fit =>
  fitOf(media, limits, networkNames[id]);
const damaged: MadeFit = { kind: 'unfit', message: 'This file can no longer be read. Please upload it again.' };

async function fitImage({ storage }: FitMeans, file: FileToFit, network: Judged): Promise<MadeFit | null> {
  const fit = judge({ kind: 'image', sizeBytes: file.sizeBytes, width: file.width, height: file.height }, network);
  if (fit.kind === 'fits' || fit.kind === 'unfit') return fit;
  if (fit.kind !== 'shrink') return { kind: 'fits' };
  const shrunk = await shrunkImage({ agencyId: file.agencyId, load: () => storedBytes(storage, file.name) }, fit);
  if (shrunk === 'gone') return null;
  if (shrunk === null) return damaged;
  const name = newFileName('jpg');
  await storage.put(name, shrunk.bytes, { contentType: 'image/jpeg', sizeBytes: shrunk.bytes.length });
  return {
    kind: 'fitted',
    name,
    contentType: 'image/jpeg',
    sizeBytes: shrunk.bytes.length,
    width: shrunk.width,
    height: shrunk.height,
    durationMs: null,
  };
}

async function fitVideo(
  means: FitMeans,
  file: FileToFit,
  { network, signal }: { network: Judged; signal: AbortSignal },
): Promise<MadeFit | null> {
  const facts: VideoToFit = {
    kind: 'video',
    sizeBytes: file.sizeBytes,
    width: file.width,
    height: file.height,
    durationMs: file.durationMs,
    ...unseen,
  };
  const first = judge(facts, network);
  if (first.kind === 'unfit' || network.limits.media === undefined)
    return first.kind === 'unfit' ? first : { kind: 'fits' };
  const stored = await means.storage.open(file.name);
  if (stored === null) return null;
  const ffmpeg = await findFfmpeg(means.config.ffmpegPath);
  return inFolder(means, async (dir) => {
    const path = join(dir, 'original.mp4');
    await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }), { signal });
    const details = await detailsOf(ffmpeg, { path, agencyId: file.agencyId, signal });
    if (details === null) return damaged;
    const fit = judge({ ...facts, ...details }, network);
    if (fit.kind !== 'transcode') return fit.kind === 'unfit' ? fit : { kind: 'fits' };
    const out = join(dir, 'fitted.mp4');
    const written = await transcodeVideo(ffmpeg, { path, out, ...fit, details, agencyId: file.agencyId, signal });
    return written === null ? damaged : keepVideo(means.storage, { out, ...written, network });
  });
}

const unseen = {
  videoCodec: null,
  audioCodec: null,
  pixelFormat: null,
  framesPerSecond: null,
  picture: null,
} as const;

/** Stores a re-encoded video if it fits now. */
async function keepVideo(
  storage: Storage,
  { out, network, ...facts }: { out: string; network: Judged } & Pick<FittedFile, 'width' | 'height' | 'durationMs'>,
): Promise<MadeFit> {
  const { size: sizeBytes } = await stat(out);
  const fit = judge({ kind: 'video', sizeBytes, ...facts, ...unseen }, network);
  if (fit.kind === 'unfit') return fit;
  const name = newFileName('mp4');
  await storage.put(name, createReadStream(out), { contentType: 'video/mp4', sizeBytes });
  return { kind: 'fitted', name, contentType: 'video/mp4', sizeBytes, ...facts };
}

/** Provides a temporary folder and removes it afterwards. */
async function inFolder<T>({ config }: FitMeans, work: (dir: string) => Promise<T>): Promise<T> {
  const dir = join(config.dataDir, 'tmp', randomBytes(16).toString('hex'));
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
