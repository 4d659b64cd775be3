import { toPx, worldPx, type Size, type Spot, type View } from './mercator.ts';

/** A map tile: its address, and the position of its upper left corner, px. */
export type Tile = { url: string; at: Spot };

/** The side of a tile, px. */
export const tilePx = 256;

/** The tiles that cover a view, from the operator's address with {z}, {x} and {y}. */
export function tilesOf(url: string, view: View, size: Size): Tile[] {
  const { zoom, middle } = view;
  const all = 2 ** zoom;
  const first = {
    x: Math.floor(middle.x * all - size.width / 2 / tilePx),
    y: Math.floor(middle.y * all - size.height / 2 / tilePx),
  };
  const last = {
    x: Math.floor((middle.x * worldPx(zoom) + size.width / 2) / tilePx),
    y: Math.floor((middle.y * worldPx(zoom) + size.height / 2) / tilePx),
  };
  const tiles: Tile[] = [];
  for (let y = Math.max(0, first.y); y <= Math.min(all - 1, last.y); y += 1)
    for (let x = first.x; x <= last.x; x += 1)
      tiles.push({
        url: url
          .replace('{z}', String(zoom))
          .replace('{x}', String(((x % all) + all) % all))
          .replace('{y}', String(y)),
        at: toPx({ x: x / all, y: y / all }, view, size),
      });
  return tiles;
}
