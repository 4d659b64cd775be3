/**
 * Positions on a flat map (Web Mercator): the world is a square of side 1, x to the east and y to the south, 256 px
 * wide at zoom 0 and twice as wide at each further zoom.
 */

import { largestOf, smallestOf } from '#rules/numbers.ts';

/** A position in the world: both 0 to 1. */
export type Spot = { x: number; y: number };

/** The view of a map: its centre and zoom. */
export type View = { middle: Spot; zoom: number };

/** Px. */
export type Size = { width: number; height: number };

/** The minimum and the maximum zoom. */
export const zooms = { least: 1, most: 18 } as const;

const tilePx = 256;
const mostLatitude = 85.051_128;

/** The position of a latitude and a longitude (degrees). */
export function spotOf({ latitude, longitude }: { latitude: number; longitude: number }): Spot {
  const radians = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI) };
}

/** The width of the world in px. */
export const worldPx = (zoom: number): number => tilePx * 2 ** zoom;

/** The position of a point in a view, px from its upper left corner. */
export const toPx = ({ x, y }: Spot, { middle, zoom }: View, { width, height }: Size): Spot => ({
  x: width / 2 + (x - middle.x) * worldPx(zoom),
  y: height / 2 + (y - middle.y) * worldPx(zoom),
});

/** The view moved by this many px to the right and down. */
export const moved = ({ middle, zoom }: View, { x, y }: Spot): View => ({
  middle: { x: middle.x + x / worldPx(zoom), y: Math.max(0, Math.min(1, middle.y + y / worldPx(zoom))) },
  zoom,
});

/** The view with the same centre at another zoom, within limits. */
export const zoomed = ({ middle, zoom }: View, by: number): View => ({
  middle,
  zoom: Math.max(zooms.least, Math.min(zooms.most, zoom + by)),
});

/** The closest view, up to `most`, in which all positions are visible with a margin. */
export function viewOf(spots: readonly Spot[], { width, height }: Size, most = 16): View {
  if (spots.length === 0) return { middle: { x: 0.5, y: 0.5 }, zoom: zooms.least };
  const xs = spots.map(({ x }) => x);
  const ys = spots.map(({ y }) => y);
  const [left, right, top, bottom] = [smallestOf(xs), largestOf(xs), smallestOf(ys), largestOf(ys)];
  const room = 48;
  const share = (px: number, span: number): number => (span === 0 ? Infinity : Math.max(1, px - 2 * room) / span);
  const times = Math.min(share(width, right - left), share(height, bottom - top)) / tilePx;
  const zoom = Math.max(zooms.least, Math.min(most, Math.floor(Math.log2(times))));
  return { middle: { x: (left + right) / 2, y: (top + bottom) / 2 }, zoom };
}

/** A scale length that is easy to read, close to a quarter of the map: its words, and its length in px. */
export function scaleOf({ middle, zoom }: View, { width }: Size): { words: string; px: number } {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * middle.y)));
  const metresAPx = (40_075_017 * Math.cos(latitude)) / worldPx(zoom);
  const wished = metresAPx * Math.max(width, 1) * 0.25;
  const power = 10 ** Math.floor(Math.log10(wished));
  const metres = [5, 2, 1].map((times) => times * power).find((length) => length <= wished) ?? power;
  return { words: metres >= 1000 ? `${metres / 1000} km` : `${metres} m`, px: metres / metresAPx };
}

/** Where lines `apart` px from each other cross `length` px, if one of them went through `through`. */
export function linesOf(through: number, length: number, apart: number): number[] {
  if (!(apart >= 1)) return [];
  const first = ((through % apart) + apart) % apart;
  return Array.from({ length: Math.max(0, Math.ceil((length - first) / apart)) }, (_, line) =>
    Math.round(first + line * apart),
  );
}
