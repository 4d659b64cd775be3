import type { Ffmpeg } from '../ffmpeg/find.ts';
import { inputArgs } from '../ffmpeg/media.ts';
import { runFfmpeg, type FfmpegEnd } from '../ffmpeg/run.ts';
import type { Size } from '../layout/index.ts';
import { clipFilter } from './encoding.ts';
import type { Media } from './materials.ts';
import { frameBytes } from './slides.ts';

/** The frames of a clip to decode: `frames` from `from` on, counted at 30 per second from `startSeconds`. */
export type ClipPart = {
  clip: Media;
  startSeconds: number;
  from: number;
  frames: number;
  stage: Size;
  signal: AbortSignal | undefined;
};

/** The time limit for a piece with moving pictures, in seconds per frame: 100 times what a frame takes on two cores. */
export const secondsPerFrame = 2;

/** Where reading begins: never after the clip's last picture. */
export function seekOf({ facts }: Media, startSeconds: number): number {
  return facts.seconds === null ? startSeconds : Math.min(startSeconds, Math.max(0, facts.seconds - 0.2));
}

/**
 * Decodes frames as RGBA of the stage's size and passes them one by one to `take`; the bytes are valid only until it
 * returns.
 */
export async function eachFrame(
  ffmpeg: Ffmpeg,
  part: ClipPart,
  take: (rgba: Uint8ClampedArray, index: number) => Promise<void>,
): Promise<FfmpegEnd> {
  const { clip, startSeconds, from, frames, stage, signal } = part;
  const frame = new Uint8ClampedArray(frameBytes(stage));
  const shown = clipFilter(stage, { from, frames, video: clip.facts.video });
  return await runFfmpeg(ffmpeg, {
    args: [
      '-xerror',
      ...inputArgs(clip.path, { demuxer: clip.facts.demuxer, seekSeconds: seekOf(clip, startSeconds) }),
      '-filter_complex',
      `[0:v:0]${shown},scale=in_color_matrix=bt709:in_range=tv,format=rgba[v]`,
      '-map',
      '[v]',
      '-frames:v',
      String(frames),
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    limitSeconds: 30 + (from + frames) * secondsPerFrame,
    signal,
    read: async (output) => {
      let [filled, index] = [0, 0];
      for await (const chunk of output) {
        for (let at = 0; at < chunk.length;) {
          const taken = Math.min(chunk.length - at, frame.length - filled);
          frame.set(chunk.subarray(at, at + taken), filled);
          [at, filled] = [at + taken, filled + taken];
          if (filled < frame.length) continue;
          await take(frame, index++);
          filled = 0;
        }
      }
    },
  });
}
