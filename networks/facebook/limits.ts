import type { Limits } from '../network.ts';

/**
 * Message at most 63,206 characters, images refused above 4 MB (subcode 1366046), videos in one form up to 1 GB (and,
 * from memory, 20 minutes): developers.facebook.com/docs/graph-api/reference/page/videos and networks in production
 * (read 2026-11-21). The pace is ours: several posts a minute make Facebook say "too fast". A post that repeats the
 * one before is error 506. Figures are read for 50 ids at once, the most `ids` takes.
 */
export const facebookLimits: Limits = {
  gapSeconds: 20,
  parallel: 20,
  textLength: 63_206,
  captionLength: 63_206,
  titleLength: 255,
  lengthUnit: 'utf16',
  imageBytes: 4_000_000,
  videoBytes: 1_000_000_000,
  videoSeconds: 1200,
  refusedRepeats: 'next',
  engagementBatch: 50,
};
