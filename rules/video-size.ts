/** How large a finished video may be, and what follows from its length. */
import networkSeconds from './video-lengths.json' with { type: 'json' };
import { uploadLimits } from './uploads.ts';

/** A content stream takes videos under this size; every network takes more, so that it is the bound for all. */
const streamBytes = uploadLimits.streamVideo.underBytes;
/** The sound of every video, in bits a second. */
const soundBits = 128_000;
/** A picture of 720 lines needs about as much to be looked at with pleasure, in bits a second. */
const leastPictureBits = 450_000;
/** The share of the whole that the container and the encoder's inexactness may take. */
const reserve = 0.04;

/** The longest video that fits a content stream in good quality, in whole seconds. */
export const longestStreamSeconds = Math.floor((streamBytes * 8 * (1 - reserve)) / (leastPictureBits + soundBits));

/**
 * Bits a second that the picture of a video may take so that its file stays under `underBytes`; null where it is too
 * long for that in good quality.
 */
export function pictureBits(seconds: number, underBytes: number): number | null {
  const bits = Math.floor((underBytes * 8 * (1 - reserve)) / seconds - soundBits);
  return bits < leastPictureBits ? null : bits;
}

/** Where a video of this length cannot go: content streams, and the networks whose longest video is shorter. */
export type TooLong = { stream: boolean; networks: readonly { name: string; seconds: number }[] };

/** Judges a video by its length before it is made. */
export const tooLongFor = (seconds: number): TooLong => ({
  stream: seconds > longestStreamSeconds,
  networks: networkSeconds.filter((network) => seconds > network.seconds),
});
