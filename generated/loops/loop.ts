import { prepare, type DrawOptions, type Picture } from '../pictures/draw.ts';

const framesPerSecond = 25;

/** The length of a loop. All motion has whole periods in this time, so the loop repeats without a seam. */
export const loopSeconds = 8;

/** The frames of a picture in motion, drawn on demand as RGBA bytes (width × height × 4). */
export type PictureLoop = {
  width: number;
  height: number;
  framesPerSecond: number;
  frames: number;
  frame(index: number): Uint8Array;
};

/** A picture as a loop. It is prepared once; each frame is drawn over the one before; frame `frames` equals frame 0. */
export async function loopOf(picture: Picture, options: DrawOptions): Promise<PictureLoop> {
  // H.264 accepts even sides only.
  const [width, height] = [2 * Math.round(options.width / 2), 2 * Math.round(options.height / 2)];
  const drawing = await prepare(picture, { ...options, width, height });
  const frames = framesPerSecond * loopSeconds;
  const frame = (index: number): Uint8Array => Uint8Array.from(drawing.at((index % frames) / frames).data());
  return { width, height, framesPerSecond, frames, frame };
}
