import type { Canvas2D, Platform, Surface } from '../canvas.ts';
import type { Size } from '../geometry.ts';

/** Pixels, RGBA with 8 bits each. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** The part of a 2D drawing context that designs need beyond what slides do. */
export type DesignCanvas<Picture, Outline> = Canvas2D<Picture, Outline> & {
  lineCap: string;
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetX: number;
  shadowOffsetY: number;
  clip(outline: Outline): void;
  setLineDash(segments: number[]): void;
};

/** A canvas to draw designs on, whose pixels can be changed. */
export type DesignSurface<Picture, Outline> = Surface<Picture, Outline> & {
  context: DesignCanvas<Picture, Outline>;
  /** Passes all pixels to a function that changes them in place. */
  changePixels: (change: (pixels: Pixels) => void) => void;
};

/** The platform that drawing a design needs. */
export type DesignPlatform<Picture, Outline> = Omit<Platform<Picture, Outline>, 'newSurface'> & {
  newSurface: (size: Size) => DesignSurface<Picture, Outline>;
};
