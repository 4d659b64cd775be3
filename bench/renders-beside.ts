/** Renders that run while something else is measured. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { fontFile } from '#render/testing.ts';
import { renderApart } from '#render/video/apart.ts';
import { makeFiles, manySlides } from './render-projects.ts';

/** Renders videos in a number of parallel lanes until it is stopped; returns how many were made. */
export async function beginRenders(sideBySide: number): Promise<() => Promise<number>> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-beside-'));
  const ffmpeg = await findFfmpeg(null);
  const files = join(dir, 'files');
  await makeFiles(ffmpeg, files);
  const names = ['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg', 'photo-4.jpg', 'photo-5.jpg', 'music.mp3'];
  const stop = new AbortController();
  let made = 0;
  const loop = async (which: number): Promise<void> => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const tempDir = join(dir, `temp-${which}-${round}`);
      await mkdir(tempDir);
      const end = await renderApart(
        {
          project: manySlides(10, `Video ${which} ${round}, slide`),
          files: Object.fromEntries(names.map((name) => [name, { path: join(files, name) }])),
          fonts: {
            Inter: {
              files: [{ path: fontFile('inter', 'latin', 400, 'normal'), range: 'U+0-FF' }],
              slanted: false,
              emboldened: false,
            },
          },
          fallbacks: { fonts: [], paths: {} },
          ffmpeg,
          out: join(dir, `${which}.mp4`),
          cacheDir: join(dir, 'cache'),
          tempDir,
          // The share of the processor that a worker leaves to parallel renders.
          jobs: 1,
        },
        { signal: stop.signal, onProgress: () => undefined },
      );
      if (end.kind === 'rendered') made++;
      else if (end.kind !== 'cancelled') throw new Error(JSON.stringify(end));
    }
  };
  const loops = Promise.all(Array.from({ length: sideBySide }, (_, which) => loop(which)));
  return async () => {
    stop.abort();
    await loops;
    await rm(dir, { recursive: true });
    return made;
  };
}
