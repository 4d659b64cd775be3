/** The geometry of layers: boxes, corners, snapping, aligning. Angles are degrees, clockwise. */
import { largestOf, smallestOf } from '../numbers.ts';
import type { Common, Layer } from './design.ts';

/** A point of the canvas, px. */
export type Point = { x: number; y: number };
/** A layer's frame: its box before it is turned about its middle. */
export type Frame = Pick<Common, 'x' | 'y' | 'width' | 'height' | 'rotation'>;
/** An upright box, px. */
export type Box = Point & { width: number; height: number };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A vector turned by degrees. */
export function turned({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The middle of a frame. */
export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Whether a point lies in a frame. */
export function contains(frame: Frame, point: Point): boolean {
  const middle = middleOf(frame);
  const { x, y } = turned({ x: point.x - middle.x, y: point.y - middle.y }, -frame.rotation);
  return Math.abs(x) <= frame.width / 2 && Math.abs(y) <= frame.height / 2;
}

/** The upright box around a turned frame. */
export function boundsOf(frame: Frame): Box {
  const middle = middleOf(frame);
  const [a, b] = [
    turned({ x: frame.width / 2, y: frame.height / 2 }, frame.rotation),
    turned({ x: frame.width / 2, y: -frame.height / 2 }, frame.rotation),
  ];
  const [width, height] = [2 * Math.max(Math.abs(a.x), Math.abs(b.x)), 2 * Math.max(Math.abs(a.y), Math.abs(b.y))];
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** The box around several boxes; null for none. */
export function boundsOfAll(frames: readonly Frame[]): Box | null {
  const boxes = frames.map(boundsOf);
  if (boxes.length === 0) return null;
  const [x, y] = [smallestOf(boxes.map((box) => box.x)), smallestOf(boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: largestOf(boxes.map((box) => box.x + box.width)) - x,
    height: largestOf(boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The topmost visible and unlocked layer at a point. */
export const layerAt = (layers: readonly Layer[], point: Point): Layer | undefined =>
  layers.findLast((layer) => !layer.isHidden && !layer.isLocked && contains(layer, point));

/** A handle by its side of the box: -1 left or top, 1 right or bottom, 0 neither. */
export type Handle = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

/**
 * A frame whose handle was pulled by a vector of the canvas; the opposite side or corner stays where it is.
 * `keepsShape`: width and height keep their ratio, as at corners.
 */
export function pulled(
  frame: Frame,
  by: Point,
  { handle, keepsShape }: { handle: Handle; keepsShape: boolean },
): Frame {
  const own = turned(by, -frame.rotation);
  let width = Math.max(4, frame.width + own.x * handle.x);
  let height = Math.max(4, frame.height + own.y * handle.y);
  if (keepsShape && handle.x !== 0 && handle.y !== 0) {
    const scale = Math.max(width / frame.width, height / frame.height, 4 / Math.min(frame.width, frame.height));
    [width, height] = [frame.width * scale, frame.height * scale];
  }
  const shift = turned(
    { x: ((width - frame.width) / 2) * handle.x, y: ((height - frame.height) / 2) * handle.y },
    frame.rotation,
  );
  const middle = middleOf(frame);
  return { ...frame, x: middle.x + shift.x - width / 2, y: middle.y + shift.y - height / 2, width, height };
}

/** The rotation at which the upper edge points to a point; in steps of 15 degrees with `snaps`. */
export function rotationTowards(frame: Frame, point: Point, { snaps }: { snaps: boolean }): number {
  const middle = middleOf(frame);
  const degrees = (Math.atan2(point.x - middle.x, middle.y - point.y) * 180) / Math.PI;
  const near = Math.round(degrees / (snaps ? 15 : 45)) * (snaps ? 15 : 45);
  return snaps || Math.abs(near - degrees) < 3 ? near : Math.round(degrees * 10) / 10;
}

/** The lines to which a moved box snaps, and the distance it moves for that. */
export type Snap = { by: Point; vertical: number | null; horizontal: number | null };

/** Snaps a box to the edges and middles of others and of the canvas, within a distance (px). */
export function snapTo(box: Box, others: readonly Box[], within: number): Snap {
  const vertical = nearest([box.x, box.x + box.width / 2, box.x + box.width], {
    lines: others.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
    within,
  });
  const horizontal = nearest([box.y, box.y + box.height / 2, box.y + box.height], {
    lines: others.flatMap(({ y, height }) => [y, y + height / 2, y + height]),
    within,
  });
  return {
    by: { x: vertical?.by ?? 0, y: horizontal?.by ?? 0 },
    vertical: vertical?.line ?? null,
    horizontal: horizontal?.line ?? null,
  };
}

function nearest(
  own: readonly number[],
  { lines, within }: { lines: readonly number[]; within: number },
): { by: number; line: number } | null {
  let best: { by: number; line: number } | null = null;
  for (const line of lines)
    for (const edge of own) {
      const by = line - edge;
      if (Math.abs(by) <= within && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line };
    }
  return best;
}

/** The edges or middles to align. */
export const alignTos = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type AlignTo = (typeof alignTos)[number];

/** The distance a box moves to be aligned within a frame. */
export function alignedBy(box: Box, frame: Box, to: AlignTo): Point {
  switch (to) {
    case 'left':
      return { x: frame.x - box.x, y: 0 };
    case 'center':
      return { x: frame.x + frame.width / 2 - box.x - box.width / 2, y: 0 };
    case 'right':
      return { x: frame.x + frame.width - box.x - box.width, y: 0 };
    case 'top':
      return { x: 0, y: frame.y - box.y };
    case 'middle':
      return { x: 0, y: frame.y + frame.height / 2 - box.y - box.height / 2 };
    case 'bottom':
      return { x: 0, y: frame.y + frame.height - box.y - box.height };
    default:
      return to satisfies never;
  }
}

/** The distance each box moves so that the gaps between them are equal; the outermost two stay. */
export function distributedBy(boxes: readonly Box[], axis: 'x' | 'y'): number[] {
  const side = axis === 'x' ? 'width' : 'height';
  const order = boxes.map((_, at) => at).toSorted((a, b) => (boxes[a]?.[axis] ?? 0) - (boxes[b]?.[axis] ?? 0));
  const start = smallestOf(boxes.map((box) => box[axis]));
  const end = largestOf(boxes.map((box) => box[axis] + box[side]));
  const gap = (end - start - boxes.reduce((sum, box) => sum + box[side], 0)) / Math.max(1, boxes.length - 1);
  const by = boxes.map(() => 0);
  let pen = start;
  for (const at of order) {
    const box = boxes[at];
    if (box === undefined) continue;
    by[at] = pen - box[axis];
    pen += box[side] + gap;
  }
  return by;
}
