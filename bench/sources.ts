import { embedded } from '#sources/index.ts';
import { compose } from '#generated/music/compose.ts';
import { pieceOf } from '#generated/music/piece.ts';
import { prepare } from '#generated/pictures/draw.ts';
import { emojiSvg } from '#sources/emoji/emoji.ts';
import { sceneNames } from '#generated/pictures/scenes/index.ts';
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
    const options = { width: 1280, height: 720, svgOf: emojiSvg };
    const actors = ['dog-face', 'rocket', 'tropical-fish'];
    const drawing = await prepare({ scene, palette: 'sunset', seed: '0badcafe', actors }, options);
    // Processor time, so that other programs on the machine do not count. A picture is encoded in a thread of its own,
    // so the whole process is measured.
    const first = await workOf(() => drawing.at(0).encode('jpeg', 90));
    const next = await workOf(() => drawing.at(0.5).data());
    figures.push(
      atMost(`${scene}: first picture, 1280x720 JPEG, processor time`, first, 1_000, ms),
      atMost(`${scene}: next frame, processor time`, next, 200, ms),
    );
  }
  const piece = pieceOf('upbeat.0badcafe.30');
  const composing = await workOf(() => piece && compose(piece));
  figures.push(atMost('30 s of music, processor time', composing, 1_500, ms));
  return [...figures, ...(await measureSearches())];
}

/** The processor time of some work, ms. */
async function workOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
