/** The server's canvas as the platform on which designs are drawn. */
import { createCanvas, Path2D, type Canvas } from '@napi-rs/canvas';
import type { NodePicture } from '#render/canvas/platform.ts';
import type { DesignCanvas, DesignPlatform, DesignSurface } from '#render/layout/design/index.ts';
import type { Size } from '#render/layout/geometry.ts';

/** A transparent canvas for designs. */
export function newDesignSurface({ width, height }: Size): DesignSurface<NodePicture, Path2D> & { canvas: Canvas } {
  const canvas = createCanvas(width, height);
  const own = canvas.getContext('2d');
  const context: DesignCanvas<NodePicture, Path2D> = own;
  return {
    width,
    height,
    context,
    picture: canvas,
    canvas,
    changePixels: (change) => {
      const pixels = own.getImageData(0, 0, width, height);
      change(pixels);
      own.putImageData(pixels, 0, 0);
    },
  };
}

/** The server's platform for designs. */
export const designPlatform: DesignPlatform<NodePicture, Path2D> = {
  newSurface: newDesignSurface,
  outlineOf: (path) => new Path2D(path),
};
