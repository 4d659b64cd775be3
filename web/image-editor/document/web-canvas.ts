/** The browser's canvases and pictures, as the shared drawing code uses them. */
import type { AtHand, DesignSurface } from '#render/layout/design/index.ts';
import type { Size } from '#render/layout/geometry.ts';

/** What the browser draws with. */
export type WebPicture = HTMLImageElement | HTMLCanvasElement;
/** A canvas to draw designs on. */
export function newSurface({
  width,
  height,
}: Size): DesignSurface<WebPicture, Path2D> & { picture: HTMLCanvasElement } {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser has no canvas');
  return {
    width,
    height,
    picture: canvas,
    context,
    changePixels: (change) => {
      const pixels = context.getImageData(0, 0, width, height);
      change(pixels);
      context.putImageData(pixels, 0, 0);
    },
  };
}

/** Larger pictures are reduced to this many px: a canvas shows no more, and every frame draws them. */
const mostPixels = 6_000_000;

/** Loads a picture from an address. */
export async function loadImage(source: string): Promise<AtHand<WebPicture>> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width < 1 || height < 1) throw new Error('a picture without pixels');
  if (width * height <= mostPixels) return { picture: image, width, height };
  const scale = Math.sqrt(mostPixels / (width * height));
  const surface = newSurface({ width: Math.round(width * scale), height: Math.round(height * scale) });
  surface.context.imageSmoothingQuality = 'high';
  surface.context.drawImage(image, 0, 0, width, height, 0, 0, surface.width, surface.height);
  return { picture: surface.picture, width: surface.width, height: surface.height };
}
