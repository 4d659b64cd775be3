/** Encodes a finished video that is too large again, at a rate at which it fits. */
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureBits } from '#rules/video-size.ts';
import type { Ffmpeg } from '../ffmpeg/find.ts';
import { inputArgs } from '../ffmpeg/media.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import { framesPerSecond } from '../layout/index.ts';
import { secondsPerFrame } from './clip-frames.ts';
import { encoding } from './encoding.ts';
import { judge } from './make-piece.ts';

type Fitting = { ffmpeg: Ffmpeg; signal: AbortSignal; dir: string; frames: number; underBytes: number };

/** The share of the rate for the first try and, if the encoder overshot, for the second. */
const shares = [1, 0.85];

/**
 * Brings the video at `path` under `underBytes`. It stays unchanged if it fits already, or if it is too long to fit in
 * good quality. Throws RenderStop.
 */
export async function fitted(path: string, { ffmpeg, signal, dir, frames, underBytes }: Fitting): Promise<void> {
  const bits = pictureBits(frames / framesPerSecond, underBytes);
  if (bits === null) return;
  const smaller = join(dir, 'fitted.mp4');
  for (const share of shares) {
    if ((await stat(path)).size < underBytes) return;
    const rate = Math.floor(bits * share);
    const end = await runFfmpeg(ffmpeg, {
      args: [
        ...inputArgs(path, { demuxer: 'mov' }),
        '-map',
        '0:v:0',
        '-map',
        '0:a:0',
        ...fittingArgs(rate),
        '-frames:v',
        String(frames),
        smaller,
      ],
      limitSeconds: 120 + frames * secondsPerFrame,
      signal,
    });
    judge(end, { piece: { frames }, step: 'fit' });
    if ((await stat(smaller)).size < underBytes) return await rename(smaller, path);
  }
}

/** The pieces' encoding, but at a rate instead of a quality, and with their sound copied. */
function fittingArgs(rate: number): string[] {
  const kept = encoding.video.filter(
    (each, at) => !['-an', '-crf'].includes(each) && encoding.video[at - 1] !== '-crf',
  );
  const rated = ['-b:v', String(rate), '-maxrate', String(Math.floor(rate * 1.5)), '-bufsize', String(rate * 2)];
  return ['-c:a', 'copy', ...rated, '-movflags', '+faststart', ...kept];
}
