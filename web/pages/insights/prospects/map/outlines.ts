/** The countries of the world as simple outlines (Natural Earth 1:50m), which come with the product. */
import { z } from 'zod';
import { spotOf, toPx, type Size, type Spot, type View } from './mercator.ts';

const arcs = z.array(z.array(z.number()));
/** TopoJSON, the part that is read here. */
export const topology = z.object({
  transform: z.object({ scale: z.tuple([z.number(), z.number()]), translate: z.tuple([z.number(), z.number()]) }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    countries: z.object({
      geometries: z.array(
        z.union([
          z.object({ type: z.literal('Polygon'), arcs }),
          z.object({ type: z.literal('MultiPolygon'), arcs: z.array(arcs) }),
        ]),
      ),
    }),
  }),
});
type Topology = z.output<typeof topology>;

/** A land area: its shore, the shores of its lakes, and its bounding box. */
export type Land = { rings: Spot[][]; from: Spot; to: Spot };

/** Land in TopoJSON's format: lines in integer steps, each point as its difference from the one before. */
export function landOf({ transform, arcs: lines, objects }: Topology): Land[] {
  const { scale, translate } = transform;
  const shapes = lines.map((line) => {
    let [x, y] = [0, 0];
    return line.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return { longitude: x * scale[0] + translate[0], latitude: y * scale[1] + translate[1] };
    });
  });
  // A negative number is the line of its complement, reversed.
  const lineOf = (at: number) => (at < 0 ? (shapes[~at] ?? []).toReversed() : (shapes[at] ?? []));
  const ringOf = (ring: readonly number[]): Spot[] => {
    let before: number | null = null;
    return ring.flatMap(lineOf).map(({ longitude, latitude }) => {
      // At the date line, a shore continues beyond the map's edge.
      if (before !== null) longitude += 360 * Math.round((before - longitude) / 360);
      before = longitude;
      return spotOf({ longitude, latitude });
    });
  };
  return objects.countries.geometries
    .flatMap((shape) => (shape.type === 'Polygon' ? [shape.arcs] : shape.arcs))
    .map((polygon) => boxed(polygon.map(ringOf)));
}

function boxed(rings: Spot[][]): Land {
  const from = { x: Infinity, y: Infinity };
  const to = { x: -Infinity, y: -Infinity };
  for (const { x, y } of rings[0] ?? []) {
    from.x = Math.min(from.x, x);
    from.y = Math.min(from.y, y);
    to.x = Math.max(to.x, x);
    to.y = Math.max(to.y, y);
  }
  return { rings, from, to };
}

const beyond = 40; // px, so that the cut itself is not visible

/** The land in a view as the `d` of paths, px; everything outside is clipped. */
export function pathsOf(lands: readonly Land[], view: View, size: Size): string[] {
  const edges = { left: -beyond, top: -beyond, right: size.width + beyond, bottom: size.height + beyond };
  return lands.flatMap(({ rings, from, to }) => {
    const [first, last] = [toPx(from, view, size), toPx(to, view, size)];
    if (first.x > edges.right || first.y > edges.bottom || last.x < edges.left || last.y < edges.top) return [];
    const d = rings
      .map((ring) =>
        cut(
          ring.map((spot) => toPx(spot, view, size)),
          edges,
        ),
      )
      .filter((ring) => ring.length > 2)
      .map((ring) => `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
      .join('');
    return d === '' ? [] : [d];
  });
}

type Edges = { left: number; top: number; right: number; bottom: number };

/** The part of a ring within the edges (Sutherland and Hodgman): one edge after the other. */
function cut(ring: Spot[], { left, top, right, bottom }: Edges): Spot[] {
  const sides: readonly (readonly [axis: 'x' | 'y', limit: number, sign: 1 | -1])[] = [
    ['x', left, 1],
    ['x', right, -1],
    ['y', top, 1],
    ['y', bottom, -1],
  ];
  return sides.reduce((points, [axis, limit, sign]) => {
    const isIn = (point: Spot): boolean => (point[axis] - limit) * sign >= 0;
    return points.flatMap((point, at) => {
      const before = points.at(at - 1) ?? point;
      const crosses = isIn(before) !== isIn(point);
      const crossing = crosses ? [between(before, point, (limit - before[axis]) / (point[axis] - before[axis]))] : [];
      return isIn(point) ? [...crossing, point] : crossing;
    });
  }, ring);
}

const between = (one: Spot, other: Spot, share: number): Spot => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});
