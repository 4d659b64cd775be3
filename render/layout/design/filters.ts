/** Changes of a picture, computed pixel by pixel so that the screen and the server agree. */
import type { Filters } from '#rules/design/design.ts';
import type { Pixels } from './canvas.ts';

/** Whether a picture is changed at all. */
export const hasFilters = ({ brightness, contrast, blur, grey }: Filters): boolean =>
  brightness !== 0 || contrast !== 0 || blur !== 0 || grey;

/** Applies brightness, contrast and grey in place. */
export function filterPixels({ data }: Pixels, { brightness, contrast, grey }: Filters): void {
  if (brightness === 0 && contrast === 0 && !grey) return;
  const table = new Uint8ClampedArray(256);
  // At 1 only black and white remain, at -1 a single grey.
  const slope = contrast >= 0 ? 1 / Math.max(0.004, 1 - contrast) : 1 + contrast;
  for (let value = 0; value < 256; value++) table[value] = (value - 127.5) * slope + 127.5 + brightness * 255;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    // ITU-R BT.709 luma.
    const light = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    data[at] = table[grey ? light : red] ?? 0;
    data[at + 1] = table[grey ? light : green] ?? 0;
    data[at + 2] = table[grey ? light : blue] ?? 0;
  }
}

/** How many times a picture is halved for a blur: at 1 to about a fortieth of its longer side. */
export const halvingsOf = (blur: number): number => Math.round(blur * 5);
