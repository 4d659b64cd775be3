/** Drawing on the server: @napi-rs/canvas as the platform of render/layout. */
import { createCanvas, ImageData, loadImage, Path2D, type Canvas, type Image } from '@napi-rs/canvas';
import type { Canvas2D, Platform, Surface } from '#render/layout/canvas.ts';
import type { Size } from '#render/layout/geometry.ts';

/** A picture that the server can draw. */
export type NodePicture = Canvas | Image;
/** A canvas of the server, with its pixels. */
export type NodeSurface = Surface<NodePicture, Path2D> & {
  /** RGBA, 8 bits each, premultiplied with alpha; a view on the canvas's own memory. Correct for opaque canvases. */
  pixels: () => Buffer;
  /** RGBA, 8 bits each, as video filters take it: not premultiplied with alpha. */
  straightPixels: () => Buffer;
  /** Replaces the whole canvas by pixels that are not premultiplied. */
  setPixels: (rgba: Uint8ClampedArray) => void;
};

/** A transparent canvas. */
export function newSurface(size: Size): NodeSurface {
  const canvas = createCanvas(size.width, size.height);
  const own = canvas.getContext('2d');
  const context: Canvas2D<NodePicture, Path2D> = own;
  return {
    ...size,
    context,
    picture: canvas,
    pixels: () => canvas.data(),
    straightPixels: () => Buffer.from(own.getImageData(0, 0, size.width, size.height).data.buffer),
    setPixels: (rgba) => own.putImageData(new ImageData(rgba, size.width, size.height), 0, 0),
  };
}

/** The server's platform. */
export const nodePlatform: Platform<NodePicture, Path2D> = { newSurface, outlineOf: (path) => new Path2D(path) };

/** Decodes a picture (png, jpeg, webp, gif, avif, svg). Throws for anything else; check uploads first. */
export async function loadPicture(source: Buffer | string): Promise<Size & { picture: NodePicture }> {
  const picture = await loadImage(source);
  if (picture.width < 1 || picture.height < 1) throw new TypeError('a picture without pixels');
  return { picture, width: picture.width, height: picture.height };
}
