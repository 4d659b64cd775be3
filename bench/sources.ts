import { embedded } from '#sources/index.ts';
import { compose } from '#sources/music/compose.ts';
import { pieceOf } from '#sources/music/music.ts';
import { prepare } from '#sources/pictures/draw.ts';
import { sceneNames } from '#sources/pictures/scenes/index.ts';
import { measureSearches } from './searches.ts';
import { atMost, type Figure } from './table.ts';

const signal = new AbortController().signal;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** The embedded sources: first pages, one picture of each kind in full, a frame of a loop, and 30 seconds of music. */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [kind, source] of Object.entries(embedded)) {
    const taken = await timed(() => source.search({ keyword: 'happy dog', cursor: null, signal }));
    figures.push(atMost(`first page of ${kind}`, taken, 300, ms));
  }
  for (const scene of sceneNames) {
    const size = { width: 1280, height: 720 };
    const actors = ['dog-face', 'rocket', 'tropical-fish'];
    const drawing = await prepare({ scene, palette: 'sunset', seed: '0badcafe', actors }, size);
    const first = await timed(() => drawing.at(0).encode('jpeg', 90));
    // Of the processor: what else runs on the machine is no matter of the scene.
    const begun = process.threadCpuUsage();
    drawing.at(0.5).data();
    const next = process.threadCpuUsage(begun);
    figures.push(
      atMost(`${scene}: first picture, 1280x720 JPEG`, first, 1_000, ms),
      atMost(`${scene}: next frame, processor time`, (next.user + next.system) / 1000, 200, ms),
    );
  }
  const piece = pieceOf('upbeat.0badcafe.30');
  const before = process.cpuUsage();
  if (piece) compose(piece);
  const { user, system } = process.cpuUsage(before);
  figures.push(atMost('30 s of music, CPU', (user + system) / 1000, 1_500, ms));
  return [...figures, ...(await measureSearches())];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
