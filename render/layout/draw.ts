import type { Canvas2D, Platform } from './canvas.ts';
import type { Rect, Size } from './geometry.ts';
import type { Op } from './ops.ts';

/** The dependencies of drawing a list; `pictureOf` returns the pictures that its ops name. */
export type DrawMeans<Picture, Outline> = Platform<Picture, Outline> & {
  pictureOf: (name: string) => Picture | undefined;
};

/** Draws a display list. A picture that is not loaded is left out. */
export function drawOps<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  ops: readonly Op[],
  means: DrawMeans<Picture, Outline>,
): void {
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  for (const op of ops) drawOp(context, op, means);
}

function drawOp<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  op: Op,
  means: DrawMeans<Picture, Outline>,
): void {
  switch (op.op) {
    case 'fill': {
      context.fillStyle = op.colour;
      context.fillRect(op.rect.x, op.rect.y, op.rect.width, op.rect.height);
      return;
    }
    case 'picture': {
      const picture = means.pictureOf(op.picture);
      if (picture === undefined) return;
      context.globalAlpha = op.opacity;
      drawPart(context, picture, op);
      context.globalAlpha = 1;
      return;
    }
    case 'blurred': {
      const picture = means.pictureOf(op.picture);
      if (picture !== undefined)
        drawBlurred(context, { picture, from: op.from, to: op.to, halvings: backgroundHalvings(op.to) }, means);
      return;
    }
    case 'box': {
      context.globalAlpha = op.opacity;
      context.fillStyle = op.colour;
      context.beginPath();
      context.roundRect(op.rect.x, op.rect.y, op.rect.width, op.rect.height, op.radius);
      context.fill();
      context.globalAlpha = 1;
      return;
    }
    case 'glyphs': {
      drawGlyphs(context, op, means);
      return;
    }
    default:
      op satisfies never;
  }
}

function drawGlyphs<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  op: Extract<Op, { op: 'glyphs' }>,
  means: Platform<Picture, Outline>,
): void {
  if (op.path === '') return;
  const outline = means.outlineOf(op.path);
  context.save();
  context.transform(1, 0, -op.slant, 1, op.x, op.y);
  context.fillStyle = op.colour;
  context.fill(outline);
  if (op.stroke > 0) {
    context.strokeStyle = op.colour;
    context.lineWidth = op.stroke;
    context.lineJoin = 'round';
    context.stroke(outline);
  }
  context.restore();
}

/** Draws a part of a picture into a rectangle. */
export function drawPart<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  picture: Picture,
  { from, to }: { from: Rect; to: Rect },
): void {
  context.drawImage(picture, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
}

/** Halvings until the blurred picture is about a sixteenth as wide as the stage. */
const backgroundHalvings = ({ width, height }: Size): number =>
  Math.max(1, Math.round(Math.log2(Math.max(width, height) / 80)));

/**
 * Blurs by repeatedly drawing at half the size and then at full size: every engine with bilinear `drawImage` gives the
 * same result, and Safari has no `filter`.
 */
export function drawBlurred<Picture, Outline>(
  context: Canvas2D<Picture, Outline>,
  { picture, from, to, halvings }: { picture: Picture; from: Rect; to: Rect; halvings: number },
  { newSurface }: Platform<Picture, Outline>,
): void {
  let source = { picture, from };
  let size: Size = to;
  for (let step = 0; step < halvings; step++) {
    size = { width: Math.max(1, Math.round(size.width / 2)), height: Math.max(1, Math.round(size.height / 2)) };
    const surface = newSurface(size);
    const target = { x: 0, y: 0, ...size };
    surface.context.imageSmoothingEnabled = true;
    surface.context.imageSmoothingQuality = 'high';
    drawPart(surface.context, source.picture, { from: source.from, to: target });
    source = { picture: surface.picture, from: target };
  }
  drawPart(context, source.picture, { from: source.from, to });
}
