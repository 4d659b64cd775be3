/** Renders compared with a bare encoding of the same frames, and again after one slide was edited. */
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type Ffmpeg } from '#render/ffmpeg/find.ts';
import type { VideoProject } from '#render/layout/index.ts';
import { runFfmpeg } from '#render/ffmpeg/run.ts';
import { testMeans } from '#render/testing.ts';
import { encoding } from '#render/video/encoding.ts';
import { renderVideo } from '#render/video/render-video.ts';
import { cost } from './cost.ts';
import { makeFiles, manySlides, sixSlides } from './render-projects.ts';
import { almostLossless, vmafOf } from './render-quality.ts';
import { atLeast, atMost, bytes, exactly, ms, reported, type Figure } from './table.ts';

const times = (value: number): string => `${value.toFixed(2)} x`;

/** The bounds are the figures of the chosen design plus a tenth. */
const projects = [
  { name: 'with a clip, 30 s', seconds: 5, clip: true, most: 1.67, edited: 0.3 },
  { name: 'six pictures, 30 s', seconds: 5, clip: false, most: 1.36, edited: 0.45 },
  { name: 'six pictures, 120 s', seconds: 20, clip: false, most: 0.65, edited: 0.3 },
] as const;

/** Renders in its own folder, which is removed afterwards. */
export async function measure(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-render-'));
  try {
    const ffmpeg = await findFfmpeg(null);
    await makeFiles(ffmpeg, join(dir, 'files'));
    const figures: Figure[] = [];
    for (const project of projects) figures.push(...(await measureProject({ ffmpeg, dir }, project)));
    return [...figures, ...(await measureQuality({ ffmpeg, dir })), ...(await measureMany({ ffmpeg, dir }))];
  } finally {
    await rm(dir, { recursive: true });
  }
}

type Room = { ffmpeg: Ffmpeg; dir: string };

async function render({ ffmpeg, dir }: Room, project: VideoProject): Promise<number> {
  const end = await renderVideo({
    project,
    fileOf: (name) => ({ path: join(dir, 'files', name) }),
    fontsFor: testMeans().fontsFor,
    ffmpeg,
    out: join(dir, 'out.mp4'),
    cacheDir: join(dir, 'cache'),
    tempDir: join(dir, 'temp'),
  });
  if (end.kind !== 'rendered') throw new Error(JSON.stringify(end));
  return end.made;
}

/** Makes a file with ffmpeg, without a time limit, because the machine may be busy. */
async function madeBy(ffmpeg: Ffmpeg, path: string, args: readonly string[]): Promise<string> {
  const end = await runFfmpeg(ffmpeg, { args: [...args, path], limitSeconds: 900 });
  if (end.kind !== 'done') throw new Error(`${path}: ${JSON.stringify(end)}`);
  return path;
}

async function measureProject(room: Room, shape: (typeof projects)[number]): Promise<Figure[]> {
  const { ffmpeg, dir } = room;
  const { name, most, edited: mostEdited, ...rest } = shape;
  await rm(join(dir, 'cache'), { recursive: true, force: true });
  const project = sixSlides('Grow your agency with content that sells', rest);
  const other = sixSlides('Grow your agency, starting today', rest);
  const whole = await cost(() => render(room, project));
  await copyFile(join(dir, 'out.mp4'), join(dir, 'whole.mp4'));
  const raw = await madeBy(ffmpeg, join(dir, 'frames.y4m'), [
    '-i',
    join(dir, 'whole.mp4'),
    '-an',
    '-pix_fmt',
    'yuv420p',
  ]);
  const floor = await cost(() => madeBy(ffmpeg, join(dir, 'floor.mp4'), ['-i', raw, ...encoding.video]));
  const edited = await cost(() => render(room, other));
  const again = await cost(() => render(room, other));
  await rm(raw);
  await rm(join(dir, 'floor.mp4'));
  return [
    reported(`${name}: bare encoding, wall and CPU`, `${ms(floor.wallMs)}, ${ms(floor.cpuMs)}`),
    reported(`${name}: the whole, wall and CPU`, `${ms(whole.wallMs)}, ${ms(whole.cpuMs)}`),
    atMost(`${name}: CPU of the bare encoding`, whole.cpuMs / floor.cpuMs, most, times),
    atMost(`${name}: one slide edited, CPU of the bare encoding`, edited.cpuMs / floor.cpuMs, mostEdited, times),
    exactly(`${name}: one slide edited, pieces made`, edited.result, 2),
    exactly(`${name}: nothing edited, pieces made`, again.result, 0),
  ];
}

/** The project with a clip beside its own frames. */
async function measureQuality({ ffmpeg, dir }: Room): Promise<Figure[]> {
  const project = sixSlides('Grow your agency with content that sells', { seconds: 5, clip: true });
  const [video, frames] = [join(dir, 'video.mp4'), join(dir, 'frames.mp4')];
  await render({ ffmpeg, dir }, project);
  await rename(join(dir, 'out.mp4'), video);
  await render({ ffmpeg: await almostLossless(ffmpeg, join(dir, 'lossless')), dir }, project);
  await rename(join(dir, 'out.mp4'), frames);
  const vmaf = await vmafOf(ffmpeg, { video, frames });
  await rm(frames);
  const what = 'with a clip, 30 s: VMAF beside its own frames';
  return vmaf === null
    ? [reported(what, 'this ffmpeg has no libvmaf')]
    : [atLeast(what, vmaf, 94, (value) => value.toFixed(2))];
}

async function measureMany(room: Room): Promise<Figure[]> {
  const many = await cost(() => render(room, manySlides(60, 'Slide')));
  return [
    reported('60 slides, 120 s: wall and CPU', `${ms(many.wallMs)}, ${ms(many.cpuMs)}`),
    atMost('60 slides: most memory of all its processes', many.peakBytes, 700_000_000, bytes),
  ];
}
