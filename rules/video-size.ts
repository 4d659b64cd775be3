/** The maximum size of a finished video, and its consequences for the length. */
import networkSeconds from './video-lengths.json' with { type: 'json' };
import { uploadLimits } from './uploads.ts';

/** A content stream takes videos under this size; every network accepts more, so this is the limit for all. */
const streamBytes = uploadLimits.streamVideo.underBytes;
/** The bit rate of every video's sound, bits a second. */
const soundBits = 128_000;
/** About the bit rate of a good picture at 720 lines, in bits a second. */
const leastPictureBits = 450_000;
/** The share reserved for the container and the encoder's inexactness. */
const reserve = 0.04;

/** The longest video that fits a content stream in good quality, in whole seconds. */
export const longestStreamSeconds = Math.floor((streamBytes * 8 * (1 - reserve)) / (leastPictureBits + soundBits));

/**
 * The bit rate of the picture at which a video's file stays under `underBytes`; null if it is too long for good
 * quality.
 */
export function pictureBits(seconds: number, underBytes: number): number | null {
  const bits = Math.floor((underBytes * 8 * (1 - reserve)) / seconds - soundBits);
  return bits < leastPictureBits ? null : bits;
}

/** The targets for which a video is too long: content streams, and networks with a shorter limit. */
export type TooLong = { stream: boolean; networks: readonly { name: string; seconds: number }[] };

/** Checks a video by its length before it is rendered. */
export const tooLongFor = (seconds: number): TooLong => ({
  stream: seconds > longestStreamSeconds,
  networks: networkSeconds.filter((network) => seconds > network.seconds),
});
