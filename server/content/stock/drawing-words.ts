import { z } from 'zod';
import { kinds } from '#sources/source.ts';

/**
 * What to draw or compose: an embedded source's reference, the path of the file, the size (px; null for the default
 * one), and the ffmpeg that writes loops and music.
 */
export const drawingJob = z.object({
  id: z.number(),
  kind: z.enum(kinds).exclude(['trend', 'business']),
  reference: z.string(),
  path: z.string(),
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  ffmpeg: z.string(),
});
export type DrawingJob = z.output<typeof drawingJob>;

/** The result. `refused`: the reference names nothing. */
export const drawingAnswer = z.object({
  id: z.number(),
  outcome: z.enum(['made', 'refused', 'failed']),
  message: z.string(),
});
export type DrawingAnswer = z.output<typeof drawingAnswer>;
