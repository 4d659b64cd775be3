/** Pictures in the sizes and formats that a PDF embeds. */
import { createCanvas } from '@napi-rs/canvas';
import { coverOf } from '#render/layout/geometry.ts';
import { loadPicture } from '#render/canvas/platform.ts';

/** A square JPEG of the middle of a picture (png, jpeg, webp); null for bytes that are not a picture. */
export async function squareJpeg(source: Buffer, side: number): Promise<Buffer | null> {
  const loaded = await loadPicture(source).catch(() => null); // a report is made without a picture that is damaged
  if (loaded === null) return null;
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  const { x, y, width, height } = coverOf(loaded, { width: side, height: side });
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.drawImage(loaded.picture, x, y, width, height);
  return canvas.encode('jpeg', 72);
}

/** A PNG of a picture (also svg) that fits into a box; null for bytes that are not a picture. */
export async function fittedPng(source: Buffer, box: { width: number; height: number }): Promise<Buffer | null> {
  const loaded = await loadPicture(source).catch(() => null); // as above
  if (loaded === null) return null;
  const share = Math.min(box.width / loaded.width, box.height / loaded.height);
  const [width, height] = [
    Math.max(1, Math.round(loaded.width * share)),
    Math.max(1, Math.round(loaded.height * share)),
  ];
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(loaded.picture, 0, 0, width, height);
  return canvas.encode('png');
}

/** The number of pictures decoded at a time: enough to use other cores, few enough to save memory. */
const atOnce = 3;

/** The pictures that could be made, by their keys; `onMade` receives the number of finished ones. */
export async function madeOf<Source>(
  sources: ReadonlyMap<string, Source>,
  make: (source: Source) => Promise<Buffer | null>,
  onMade: (count: number) => void,
): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>();
  const left = sources.entries();
  let count = 0;
  const makeRest = async (): Promise<void> => {
    for (const [key, source] of left) {
      const picture = await make(source);
      if (picture !== null) made.set(key, picture);
      count += 1;
      onMade(count);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, makeRest));
  return made;
}
