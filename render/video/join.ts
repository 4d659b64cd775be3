/** Joins pieces to one mp4, and checks the result. */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from '../ffmpeg/find.ts';
import { factsIn, inputArgs, type MediaFacts, type Unfit } from '../ffmpeg/media.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import { framesPerSecond } from '../layout/index.ts';
import { RenderStop } from './failure.ts';
import { judge } from './make-piece.ts';

/**
 * The list that ffmpeg's concat reader takes. Lengths are written explicitly: otherwise ffmpeg of 2018 rounds a piece's
 * length to milliseconds, which shifts frames at the seams. They are differences of rounded ends, so no error adds up.
 */
export function listOf(pieces: readonly { file: string; frames: number }[]): string {
  let [frame, end] = [0, 0];
  const lines = pieces.map(({ file, frames }) => {
    frame += frames;
    const start = end;
    end = Math.round((frame * 1_000_000) / framesPerSecond);
    return `file '${file}'\nduration ${((end - start) / 1_000_000).toFixed(6)}`;
  });
  return ['ffconcat version 1.0', ...lines].join('\n');
}

type Joining = {
  ffmpeg: Ffmpeg;
  signal: AbortSignal;
  dir: string;
  out: string;
  /** Files in `dir` with their lengths, in order; one may be there several times. */
  pieces: readonly { file: string; frames: number }[];
  sound: string;
};

/** Joins pieces and sound without encoding again. */
export async function joinPieces({ ffmpeg, signal, dir, out, pieces, sound }: Joining): Promise<void> {
  const list = join(dir, 'pieces.ffconcat');
  await writeFile(list, listOf(pieces));
  const end = await runFfmpeg(ffmpeg, {
    args: [
      '-protocol_whitelist',
      'file',
      '-f',
      'concat',
      '-safe',
      '1',
      '-i',
      `file:${list}`,
      '-protocol_whitelist',
      'file',
      '-f',
      'mov',
      '-i',
      `file:${sound}`,
      '-map',
      '0:v:0',
      '-map',
      '1:a:0',
      '-c',
      'copy',
      '-video_track_timescale',
      '15360',
      '-movflags',
      '+faststart',
      '-map_metadata',
      '-1',
      '-f',
      'mp4',
      out,
    ],
    limitSeconds: 300,
    signal,
  });
  judge(end, { piece: null, step: 'join' });
}

/** The track counts 15,360 ticks a second. */
const ticksPerFrame = 15_360 / framesPerSecond;

type Expected = { frames: number; light: boolean };

/**
 * Checks a video's file: frames, length, streams, and that it is not all black if something else was drawn. ffmpeg's
 * exit code shows none of this. Returns its size in bytes; throws RenderStop.
 */
export async function judgeVideo(
  path: string,
  { ffmpeg, signal }: { ffmpeg: Ffmpeg; signal: AbortSignal },
  expected: Expected,
): Promise<number> {
  const wrong = (problem: string): RenderStop => new RenderStop({ kind: 'wrong-file', problem });
  const { facts, packets } = await countedIn(path, { ffmpeg, signal });
  if ('unfit' in facts) throw wrong(facts.unfit);
  const seconds = expected.frames / framesPerSecond;
  if (facts.video?.codec !== 'h264' || facts.sounds !== 1) throw wrong('it lacks picture or sound');
  // Sound is cut into packets of 23 ms, the last of which may reach beyond the picture.
  if (facts.seconds === null || Math.abs(facts.seconds - seconds) > 0.06)
    throw wrong(`it lasts ${facts.seconds} of ${seconds} s`);
  if (packets.length !== expected.frames) throw wrong(`it has ${packets.length} of ${expected.frames} frames`);
  if (packets.some((dts, index) => index > 0 && dts - (packets[index - 1] ?? 0) !== ticksPerFrame))
    throw wrong('its frames are not evenly spaced');
  if (expected.light && !(await hasLightIn(path, { ffmpeg, signal }))) throw wrong('it is black all through');
  return (await stat(path)).size;
}

type Reading = { ffmpeg: Ffmpeg; signal?: AbortSignal };

/** The decoding times of a video's frames, in ticks of its track. */
export const packetsOf = async (path: string, reading: Reading): Promise<number[]> =>
  (await countedIn(path, reading)).packets;

/** The facts of a video and the decoding times of its frames, in one pass over it that decodes nothing. */
async function countedIn(
  path: string,
  { ffmpeg, signal }: Reading,
): Promise<{ facts: MediaFacts | Unfit; packets: number[] }> {
  let lines = '';
  const end = await runFfmpeg(ffmpeg, {
    args: [...inputArgs(path, { demuxer: 'mov' }), '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', 'pipe:1'],
    limitSeconds: 60,
    signal,
    read: async (output) => {
      for await (const chunk of output) lines += chunk.toString('latin1');
    },
  });
  if (end.kind !== 'done') {
    if (end.kind !== 'failed') judge(end, { piece: null, step: 'count' });
    return { facts: { unfit: 'it is damaged or not complete' }, packets: [] };
  }
  const packets = lines
    .split('\n')
    .filter((line) => line.startsWith('0,'))
    .map((line) => Number(line.split(',')[1]));
  return { facts: factsIn(end.said, 'mov'), packets };
}

/** Decodes key frames, one or two of every piece, until one is not black: usually the first. */
async function hasLightIn(path: string, { ffmpeg, signal }: Required<Reading>): Promise<boolean> {
  let isLight = false;
  await runFfmpeg(ffmpeg, {
    args: [
      '-skip_frame',
      'nokey',
      ...inputArgs(path, { demuxer: 'mov' }),
      '-map',
      '0:v:0',
      '-vf',
      'scale=64:64:flags=neighbor,format=gray',
      '-vsync',
      '0',
      '-f',
      'rawvideo',
      '-flush_packets',
      '1',
      'pipe:1',
    ],
    limitSeconds: 120,
    signal,
    read: async (output) => {
      for await (const chunk of output) {
        isLight = chunk.some((value) => value > 40);
        // Returning closes the pipe, which ends ffmpeg.
        if (isLight) return;
      }
    },
  });
  return isLight;
}

/** Removes a file if it exists. */
export const removed = async (path: string): Promise<void> => await rm(path, { force: true });
