/** Small media for the tests of the renderer, made by ffmpeg and by drawing. */
import { createCanvas } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from './ffmpeg/find.ts';
import { runFfmpeg } from './ffmpeg/run.ts';

/** The properties of a clip; by default 320 x 180, 25 frames a second, with a tone, 2 s long. */
export type ClipWish = { seconds?: number; size?: string; tone?: boolean; args?: readonly string[] };

/** Runs ffmpeg with these arguments and returns the path of the file it made. Throws ffmpeg's message if it fails. */
export async function madeBy(ffmpeg: Ffmpeg, path: string, args: readonly string[]): Promise<string> {
  const end = await runFfmpeg(ffmpeg, { args: [...args, path], limitSeconds: 60 });
  if (end.kind !== 'done') throw new Error(`${path}: ${JSON.stringify(end)}`);
  return path;
}

/** A clip with a moving picture; a truncated file still plays, since its index comes first. */
export function aClip(
  ffmpeg: Ffmpeg,
  path: string,
  { seconds = 2, size = '320x180', tone = true, args = [] }: ClipWish = {},
): Promise<string> {
  return madeBy(ffmpeg, path, [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=25:d=${seconds}`,
    ...(tone ? ['-f', 'lavfi', '-i', `sine=f=880:d=${seconds}`, '-c:a', 'aac'] : []),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    ...args,
  ]);
}

/** A tone as mp3 or wav, by the extension of its name. */
export const aTone = (
  ffmpeg: Ffmpeg,
  path: string,
  { seconds, hertz = 220 }: { seconds: number; hertz?: number },
): Promise<string> => madeBy(ffmpeg, path, ['-f', 'lavfi', '-i', `sine=f=${hertz}:d=${seconds}`]);

/** A picture of coloured circles; `seed` makes another one. */
export async function aPhoto(dir: string, name: string, { width = 640, height = 480, seed = 1 } = {}): Promise<string> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 30; at++) {
    context.fillStyle = `hsl(${(at * 37 + seed * 91) % 360}, 70%, 55%)`;
    context.beginPath();
    context.arc((((at * 97 * seed) % 100) / 100) * width, (((at * 61) % 100) / 100) * height, height / 4, 0, 7);
    context.fill();
  }
  const path = join(dir, name);
  await writeFile(path, canvas.toBuffer('image/jpeg', 90));
  return path;
}
