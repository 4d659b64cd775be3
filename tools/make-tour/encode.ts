/** Draws the tutorial frame by frame in a browser and pipes the frames to ffmpeg. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { recorded } from './recorder.ts';
import { frameAt, lengthOf, type Frame, type Placed } from './timeline.ts';

/** The title and the text of a caption. */
export type Words = { title: string; says: string };

/** Draws the frame at an instant (seconds); returns a JPEG of 1280x720. */
export type Draw = (at: number) => Promise<Buffer>;

const framesPerSecond = 25;
const font = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const address = 'http://stage.invalid';

/** Opens the stage that draws these shots; `pictures` is their folder. Closing the browser closes it. */
export async function openStage(
  browser: Browser,
  { shots, captions, pictures }: { shots: readonly Placed[]; captions: readonly Words[]; pictures: string },
): Promise<Draw> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({ path: fileURLToPath(new URL('stage.html', import.meta.url)), contentType: 'text/html' });
    return route.fulfill({ path: pathname === '/inter.woff2' ? font : join(pictures, basename(pathname)) });
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(
    `document.body.style.setProperty('--recorded-width', '${recorded.width}px'); document.fonts.load('600 40px ` +
      `Inter').then(() => undefined)`,
  );
  const session = await context.newCDPSession(page);
  const length = lengthOf(shots);
  let last: { key: string; image: Buffer } | undefined;
  return async (at) => {
    const frame = named(frameAt(shots, at));
    const wordsOf = (caption: number | null): Words | null => (caption === null ? null : (captions[caption] ?? null));
    // The bar moves by whole pixels, so that frames without movement are identical.
    const part = Math.round((at / length) * 1280) / 1280;
    const key = JSON.stringify([
      frame,
      { before: wordsOf(frame.caption.before), now: wordsOf(frame.caption.now), part },
    ]);
    if (last?.key === key) return last.image;
    await page.evaluate(`draw(...${key})`);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: 96,
      optimizeForSpeed: true,
    });
    last = { key, image: Buffer.from(data, 'base64') };
    return last.image;
  };
}

const named = (frame: Frame): Frame => ({
  ...frame,
  pictures: { ...frame.pictures, before: basename(frame.pictures.before), now: basename(frame.pictures.now) },
});

/**
 * Writes the tutorial as H.264 that every browser and phone plays: 4:2:0, the index first so that playback starts at
 * once, a key frame every four seconds for exact seeking. `sound` is a file as long as the tutorial, or null. Throws
 * with ffmpeg's message if it fails.
 */
export async function encode(
  draw: Draw,
  { ffmpeg, seconds, out, sound }: { ffmpeg: string; seconds: number; out: string; sound: string | null },
): Promise<void> {
  const child = spawn(
    ffmpeg,
    [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-f',
      'image2pipe',
      '-framerate',
      String(framesPerSecond),
      '-c:v',
      'mjpeg',
      '-i',
      'pipe:0',
      ...(sound === null ? [] : ['-i', `file:${sound}`]),
      '-vf',
      'scale=in_range=full:out_range=tv:out_color_matrix=bt709:flags=accurate_rnd,format=yuv420p',
      '-c:v',
      'libx264',
      '-preset',
      'veryslow',
      '-crf',
      '28',
      '-tune',
      'animation',
      '-g',
      String(4 * framesPerSecond),
      '-profile:v',
      'high',
      '-level',
      '4.0',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      '-color_range',
      'tv',
      ...(sound === null ? ['-an'] : ['-map', '0:v', '-map', '1:a', '-c:a', 'aac', '-b:a', '64k']),
      '-movflags',
      '+faststart',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-map_metadata',
      '-1',
      '-f',
      'mp4',
      out,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = endOf(child);
  for (let frame = 0; frame < Math.round(seconds * framesPerSecond); frame += 1) {
    const image = await draw(frame / framesPerSecond);
    if (!child.stdin.write(image)) await Promise.race([once(child.stdin, 'drain'), ended]);
  }
  child.stdin.end();
  await ended;
}

function endOf(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg could not write the tutorial: ${said}`));
    });
  });
}
