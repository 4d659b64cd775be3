/** Renders a video project and its files to an mp4. */
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { saysNoRoom } from '../ffmpeg/run.ts';
import { framesPerSecond } from '../layout/index.ts';
import { PieceCache } from './cache.ts';
import { RenderStop, type RenderFailure } from './failure.ts';
import type { RenderEnd, RenderInput } from './input.ts';
import { joinPieces, judgeVideo, removed } from './join.ts';
import { makePiece, type Work } from './make-piece.ts';
import { gather } from './materials.ts';
import { fitted } from './fit.ts';
import { playlistOf, type Piece } from './pieces.ts';
import { progressMeter } from './progress.ts';
import { makeSound, soundKeyOf, soundPlanOf } from './sound.ts';

const twoGigabytes = 2_000_000_000;

/**
 * Renders a project. Ends with the video at `out`, or with the reason why there is none. A failed render leaves only
 * its finished pieces in the cache, for the next render. Throws only for bugs of this program.
 */
export async function renderVideo(input: RenderInput): Promise<RenderEnd> {
  const stop = new AbortController();
  const signal = input.signal === undefined ? stop.signal : AbortSignal.any([input.signal, stop.signal]);
  const part = `${input.out}.part`;
  try {
    await mkdir(input.tempDir, { recursive: true });
    const dir = await mkdtemp(join(input.tempDir, 'render-'));
    try {
      return await renderIn(dir, { ...input, signal }, { stop, part });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  } catch (error) {
    await removed(part);
    if (input.signal?.aborted === true) return { kind: 'cancelled' };
    return failureOf(error);
  }
}

type Running = { stop: AbortController; part: string };

async function renderIn(
  dir: string,
  input: RenderInput & { signal: AbortSignal },
  { stop, part }: Running,
): Promise<RenderEnd> {
  const { project, ffmpeg, signal } = input;
  const cache = new PieceCache(input.cacheDir);
  const materials = await gather(input);
  const work: Work = { project, ffmpeg, materials, signal, sawLight: false };
  const plays = playlistOf(project, materials, ffmpeg.version);
  const sound = soundPlanOf(project, materials);
  const jobs = jobsOf(
    plays.map(({ piece }) => piece),
    work,
    { sound, version: ffmpeg.version },
  );
  const missing = await withoutKept(jobs, { cache, dir });
  const meter = progressMeter(jobs.length, missing, input.onProgress);
  await inParallel(
    missing,
    input.jobs ?? 2,
    async (job) => {
      const path = join(dir, job.file);
      await job.make(path);
      await cache.put(job.key, path);
      meter.made(job);
    },
    stop,
  );
  const { frames } = materials.timeline;
  const pieces = plays.flatMap(({ piece, times }) =>
    Array.from({ length: times }, () => ({ file: fileOf(piece.key), frames: piece.frames })),
  );
  await joinPieces({
    ffmpeg,
    signal,
    dir,
    out: part,
    pieces,
    sound: join(dir, fileOf(soundKeyOf(sound, ffmpeg.version))),
  });
  if (input.underBytes !== undefined) await fitted(part, { ffmpeg, signal, dir, frames, underBytes: input.underBytes });
  const sizeBytes = await judgeVideo(part, { ffmpeg, signal }, { frames, light: work.sawLight });
  await rename(part, input.out);
  await cache.prune(input.cacheBytes ?? twoGigabytes);
  return {
    kind: 'rendered',
    frames,
    seconds: frames / framesPerSecond,
    sizeBytes,
    pieces: jobs.length,
    made: missing.length,
  };
}

/** Something to encode once. `weight` is about the seconds it takes. */
export type Job = { key: string; file: string; weight: number; make: (path: string) => Promise<void> };

const fileOf = (key: string): string => `${key}.mp4`;

function jobsOf(
  pieces: readonly Piece[],
  work: Work,
  { sound, version }: { sound: ReturnType<typeof soundPlanOf>; version: string },
): Job[] {
  const soundKey = soundKeyOf(sound, version);
  const soundJob: Job = {
    key: soundKey,
    file: fileOf(soundKey),
    weight: 0.3 + work.materials.timeline.frames * 0.0007,
    make: (path) => makeSound(sound, { ffmpeg: work.ffmpeg, signal: work.signal, out: path }),
  };
  const once = new Map(pieces.map((piece) => [piece.key, piece]));
  return [
    soundJob,
    ...[...once.values()].map((piece): Job => ({
      key: piece.key,
      file: fileOf(piece.key),
      weight: weightOf(piece),
      make: (path) => makePiece(work, piece, path),
    })),
  ];
}

/** Measured on two cores: starting ffmpeg, and a frame of each kind. */
function weightOf({ kind, frames }: Piece): number {
  return 0.2 + frames * { still: 0.004, clip: 0.03, drawn: 0.06, transition: 0.05 }[kind];
}

/** The jobs whose piece is not in the cache, the longest first; the cached pieces are then in `dir`. */
async function withoutKept(jobs: readonly Job[], { cache, dir }: { cache: PieceCache; dir: string }): Promise<Job[]> {
  const kept = await Promise.all(jobs.map((job) => cache.take(job.key, join(dir, job.file))));
  return jobs.filter((_, index) => kept[index] !== true).toSorted((a, b) => b.weight - a.weight);
}

/** Processes a list, several at once. The first failure stops the others, and is thrown when they have ended. */
async function inParallel<Each>(
  list: readonly Each[],
  atOnce: number,
  work: (each: Each) => Promise<void>,
  stop: AbortController,
): Promise<void> {
  const left = [...list];
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let each = left.shift(); each !== undefined && failures.length === 0; each = left.shift()) {
        try {
          await work(each);
        } catch (error) {
          failures.push(error);
          stop.abort(error);
        }
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}

function failureOf(error: unknown): RenderFailure {
  if (error instanceof RenderStop) return error.failure;
  if (error instanceof Error && saysNoRoom(error.message)) return { kind: 'no-room' };
  throw error;
}
