import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messages } from '#contract/messages.ts';
import { videoProject, type VideoProject } from '#contract/content/videos.ts';
import { gainTowards } from '#render/audio/measure.ts';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import {
  captionFont,
  emojiIn,
  emojiPicture,
  faceKey,
  fontsWith,
  layoutOf,
  fallbacksNeeded,
  textsOf,
  type FaceWish,
  type VideoProject as LaidOut,
} from '#render/layout/index.ts';
import { renderApart } from '#render/video/apart.ts';
import { messageOf } from '#render/video/failure.ts';
import type { RenderEnd } from '#render/video/input.ts';
import type { PlannedFont, PlannedStack, RenderPlan } from '#render/video/plan.ts';
import { uploadLimits } from '#rules/uploads.ts';
import { emojiOf, emojiPng } from '#sources/emoji/pictures.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import {
  stackOf,
  type FontLocation,
  fontFilesIn,
  fallbackFonts,
  fallbackPaths,
  takenFonts,
  type TakenFont,
} from '../fonts/index.ts';
import { filesBehind, keepFile, type FileRow, type Transaction } from '../../base/files/index.ts';
import { withCores } from './cores.ts';
import { completeVideo } from './queries.ts';
import { failRender, lockRender, noteRender, takeRender, type Try, type WantedVideo } from './render-queries.ts';

/** How often progress is stored and cancellation checked, in milliseconds. */
const noteEveryMs = 700;

/** The render was cancelled, the video deleted, or another worker has taken it over. */
class NotWanted extends Error {}

/**
 * Renders a video in a separate process. May be repeated from the beginning, reusing finished pieces: the last try
 * counts. A fault of the project itself fails it at once, any other failure after the last try.
 */
export const renderVideo = jobs.renderVideo.handledBy((services) => async ({ videoId: id }, { signal, retryCount }) => {
  const { db, clock, config } = services;
  const held = { id, run: randomUUID() };
  const wanted = await db.asSystem((tx) => takeRender(tx, held));
  if (wanted === undefined) return;
  const folder = join(config.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const dir = await mkdtemp(join(folder, 'video-'));
  const fail = (message: string): Promise<unknown> =>
    db.asSystem((tx) => failRender(tx, { ...held, message, now: clock() }));
  try {
    const end = await made(services, { wanted, held, dir, signal });
    if (end.kind === 'cancelled') {
      // The worker stops: the job is returned to the queue and starts again elsewhere.
      if (signal.aborted) throw new Error('the worker stops');
    } else if (end.kind !== 'rendered') await fail(messageOf(end));
  } catch (error) {
    if (error instanceof NotWanted) return;
    if (error instanceof UserError) return void (await fail(error.message));
    if (!signal.aborted && retryCount >= (jobs.renderVideo.settings.retryLimit ?? 0)) await fail(messages.renderFailed);
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

type Making = { wanted: WantedVideo; held: Try; dir: string; signal: AbortSignal };

async function made(services: Services, { wanted, held, dir, signal }: Making): Promise<RenderEnd> {
  const out = join(dir, 'video.mp4');
  const unwanted = new AbortController();
  const { plan, fileIds } = await planOf(services, { wanted, dir, out, signal });
  const note = notes(services, { held, onGone: () => unwanted.abort() });
  await note({ made: 0, pieces: 1, secondsLeft: null });
  const end = await withCores((atOnce) =>
    renderApart(
      { ...plan, jobs: atOnce },
      {
        signal: AbortSignal.any([signal, unwanted.signal]),
        priority: services.config.renderPriority,
        onProgress: (progress) => void note(progress),
      },
    ),
  );
  await note.settled();
  if (unwanted.signal.aborted) throw new NotWanted();
  if (end.kind === 'rendered') await keepVideo(services, { wanted, held, out, fileIds, signal });
  return end;
}

type Note = ((progress: { made: number; pieces: number; secondsLeft: number | null }) => Promise<void>) & {
  /** Resolves when no write of progress is running any more. */
  settled: () => Promise<void>;
};

/** Writes progress, not too often, and checks whether the video is still wanted. */
function notes({ db }: Services, { held, onGone }: { held: Try; onGone: () => void }): Note {
  let last = -noteEveryMs;
  let writing: Promise<void> = Promise.resolve();
  const write = async (percent: number, secondsLeft: number | null): Promise<void> => {
    if (!(await db.asSystem((tx) => noteRender(tx, { ...held, status: '5', percent, secondsLeft })))) onGone();
  };
  const note = ({ made: done, pieces, secondsLeft }: Parameters<Note>[0]): Promise<void> => {
    if (performance.now() - last < noteEveryMs) return Promise.resolve();
    last = performance.now();
    // The last percent is for joining and storing.
    const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, pieces)));
    writing = writing.then(() => write(percent, secondsLeft)).catch(() => undefined); // the next note tries again
    return writing;
  };
  return Object.assign(note, { settled: () => writing });
}

/** Stores the file in the library, made from the project's files, and completes the video with it. */
async function keepVideo(
  services: Services,
  { wanted, held, out, fileIds, signal }: Omit<Making, 'dir'> & { out: string; fileIds: readonly string[] },
): Promise<void> {
  const { db, clock } = services;
  const { agency_id: agencyId, id, name, created_by: userId } = wanted;
  const transaction: Transaction = (work) => db.asAgency(agencyId, work);
  const file = await keepFile(
    { services, transaction },
    { agencyId, userId, path: out, title: name, media: 'video', madeFrom: fileIds, now: clock(), signal },
  );
  await db.asAgency(agencyId, async (tx) => {
    if (!(await lockRender(tx, held))) throw new NotWanted();
    await completeVideo(tx, { agencyId, id, fileId: file.id, now: clock() });
  });
}

/**
 * Copies a project's files from storage to the render's folder; returns the render plan and the ids of the files used.
 */
async function planOf(
  services: Services,
  { wanted, dir, out, signal }: Omit<Making, 'held'> & { out: string },
): Promise<{ plan: Omit<RenderPlan, 'jobs'>; fileIds: string[] }> {
  const { db, config } = services;
  const saved = videoProject.parse(wanted.project);
  const named = namesIn(layoutOf(saved));
  const agencyId = wanted.agency_id;
  const { rows, taken, fontIds } = await db.asAgency(agencyId, async (tx) => ({
    rows: await filesBehind(tx, { agencyId, addresses: named }),
    taken: await takenFonts(tx, agencyId),
    fontIds: await fontFilesIn(tx, { agencyId, document: saved }),
  }));
  const project = layoutOf(withLengths(saved, rows));
  const files = { ...(await fetched(services, { rows, dir, signal })), ...(await emojiFiles(project, dir)) };
  return {
    plan: {
      project,
      files,
      fallbacks: await fallbacksOf(services, project),
      fonts: await fontsOf(services, { project, taken, dir, signal }),
      ffmpeg: await findFfmpeg(config.ffmpegPath),
      out,
      cacheDir: join(config.dataDir, 'video-pieces', agencyId),
      tempDir: dir,
      underBytes: uploadLimits.streamVideo.underBytes,
    },
    fileIds: [...new Set([...[...rows.values()].map(({ id }) => id), ...fontIds])],
  };
}

/** The fonts of further scripts as far as the texts need them. */
async function fallbacksOf({ config }: Services, project: LaidOut): Promise<RenderPlan['fallbacks']> {
  const texts = project.tiles.flatMap(({ text, textStyle, speech }) => [
    { text, isBold: textStyle.bold },
    { text: project.captions ? (speech?.words ?? '') : '', isBold: false },
  ]);
  const names = new Set(texts.flatMap((each) => fallbacksNeeded(fallbackFonts, each)));
  return { fonts: fontsWith(fallbackFonts, names), paths: await fallbackPaths(config, names) };
}

type FontsOf = Pick<Making, 'dir' | 'signal'> & { project: LaidOut; taken: readonly TakenFont[] };

/** The files of every font in texts and captions; those that the agency has added are copied to the render's folder. */
async function fontsOf(
  services: Services,
  { project: { tiles, captions }, taken, dir, signal }: FontsOf,
): Promise<RenderPlan['fonts']> {
  const caption: FaceWish = { font: captionFont, bold: false, italic: false };
  const wishes = [...tiles.map(({ textStyle }) => textStyle), ...(captions ? [caption] : [])];
  const faces = new Map(wishes.map((wish) => [faceKey(wish), wish]));
  const here = async (location: FontLocation): Promise<string> => {
    if ('path' in location) return location.path;
    const path = join(dir, location.stored);
    await lay(services, { name: location.stored, path, signal });
    return path;
  };
  const fonts: Record<string, PlannedStack> = {};
  for (const [key, { font, ...face }] of faces) {
    const { files, slanted, emboldened } = stackOf(font, face, taken);
    const planned: PlannedFont[] = [];
    for (const { location, range } of files) planned.push({ path: await here(location), range });
    fonts[key] = { files: planned, slanted, emboldened };
  }
  return fonts;
}

/** The URLs of all files that are seen or heard. */
function namesIn({ tiles, music, logo, watermark }: LaidOut): string[] {
  const names = [
    ...tiles.flatMap(({ media, speech }) => [media.kind === 'colour' ? null : media.file, speech?.file ?? null]),
    music?.file ?? null,
    logo?.file ?? null,
    watermark?.file ?? null,
  ];
  return [...new Set(names.flatMap((name) => name ?? []))];
}

/** The length of a speech is that of its file, whatever the project says. */
function withLengths(project: VideoProject, rows: ReadonlyMap<string, FileRow>): VideoProject {
  return {
    ...project,
    tiles: project.tiles.map((tile) => ({ ...tile, audio_ms: rows.get(tile.audio)?.duration_ms ?? tile.audio_ms })),
  };
}

/** Copies a stored file to the disk. Throws a UserError if it no longer exists. */
async function lay(
  { storage }: Services,
  { name, path, signal }: { name: string; path: string; signal: AbortSignal },
): Promise<void> {
  const stored = await storage.open(name);
  if (stored === null) throw new UserError(messages.fileGone);
  await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }), { signal });
}

async function fetched(
  services: Services,
  { rows, dir, signal }: { rows: ReadonlyMap<string, FileRow>; dir: string; signal: AbortSignal },
): Promise<RenderPlan['files']> {
  const files: Record<string, { path: string; gainDb?: number }> = {};
  let count = 0;
  for (const [address, row] of rows) {
    const path = join(dir, `${count++}${extname(row.name)}`);
    await lay(services, { name: row.name, path, signal });
    files[address] =
      row.kind === 'audio'
        ? { path, gainDb: gainTowards({ lufs: row.loudness_lufs, peakDb: row.peak_db ?? 0 }) }
        : { path };
  }
  return files;
}

async function emojiFiles(project: LaidOut, dir: string): Promise<RenderPlan['files']> {
  const files: Record<string, { path: string }> = {};
  for (const grapheme of new Set(textsOf(project).flatMap(emojiIn))) {
    const icon = emojiOf(grapheme)?.icon;
    const png = icon === undefined ? undefined : await emojiPng(icon);
    if (icon === undefined || png === undefined) continue;
    const path = join(dir, `emoji-${icon}.png`);
    await writeFile(path, png);
    files[emojiPicture(grapheme)] = { path };
  }
  return files;
}
