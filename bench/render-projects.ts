/** The projects whose renders are measured, and their files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from '#render/ffmpeg/find.ts';
import type { Tile, VideoProject } from '#render/layout/index.ts';
import { aClip, aPhoto, aTone } from '#render/testing-media.ts';
import { aProject, aStyle, aTile } from '#render/testing.ts';

/** Makes the files of every project in a folder. */
export async function makeFiles(ffmpeg: Ffmpeg, files: string): Promise<void> {
  await mkdir(files);
  for (let seed = 1; seed <= 5; seed++) await aPhoto(files, `photo-${seed}.jpg`, { width: 1920, height: 1200, seed });
  await aClip(ffmpeg, join(files, 'clip.mp4'), { seconds: 6, size: '1280x720' });
  await aTone(ffmpeg, join(files, 'music.mp3'), { seconds: 12 });
}

const image = (photo: number): Tile['media'] => ({ kind: 'image', file: `photo-${photo}.jpg` });
const around = {
  music: { file: 'music.mp3', volume: 0.8 },
  logo: { file: 'photo-2.jpg', position: 'top-right' },
  watermark: { file: 'photo-3.jpg', position: 'bottom-right' },
} as const;

/** Six slides of equal length; `text` is on the first one, which is the one that is edited. */
export function sixSlides(text: string, { seconds, clip }: { seconds: number; clip: boolean }): VideoProject {
  const slide = (photo: number, over: Partial<Tile>): Tile => aTile({ media: image(photo), seconds, ...over });
  const moving = { kind: 'video', file: 'clip.mp4', startSeconds: 0, volume: 0.5 } as const;
  return aProject(
    [
      slide(1, { text, textStyle: aStyle({ size: 44 }) }),
      slide(2, { text: 'Plan, create and publish for every client from one calendar, on nine networks' }),
      slide(5, {
        ...(clip ? { media: moving } : {}),
        text: 'Clips keep their own motion',
        textStyle: aStyle({ position: 'top-left' }),
      }),
      slide(3, { text: 'Simplicity is the ultimate sophistication', blur: true, transition: 'slide-left' }),
      slide(4, { text: 'White label reports, ready for the client meeting', transition: 'zoom' }),
      slide(5, { text: 'Start today', textStyle: aStyle({ size: 60, bold: true }) }),
    ],
    around,
  );
}

/** Slides of two seconds, each with its own text. */
export const manySlides = (count: number, name: string): VideoProject =>
  aProject(
    Array.from({ length: count }, (_, at) => aTile({ media: image((at % 5) + 1), text: `${name} ${at + 1}` })),
    around,
  );
