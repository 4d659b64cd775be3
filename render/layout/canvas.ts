import type { Size } from './geometry.ts';

/**
 * The part of a 2D drawing context that slides need. A browser's and @napi-rs/canvas' satisfy it;
 * `Picture` is what they draw from (images, canvases), `Outline` their Path2D.
 */
export type Canvas2D<Picture, Outline> = {
  globalAlpha: number;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: string;
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: string;
  save(): void;
  restore(): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  beginPath(): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  fill(outline?: Outline): void;
  stroke(outline: Outline): void;
  drawImage(
    picture: Picture,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void;
};

/** A canvas: its drawing context, and itself as a picture. */
export type Surface<Picture, Outline> = Size & { context: Canvas2D<Picture, Outline>; picture: Picture };

/** The platform that drawing needs. `outlineOf` reads SVG path data. */
export type Platform<Picture, Outline> = {
  newSurface: (size: Size) => Surface<Picture, Outline>;
  outlineOf: (path: string) => Outline;
};
