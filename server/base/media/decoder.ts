/** Loads the picture decoder once per process and interprets its errors. */
import type { Sharp } from 'sharp';
import { NoRoom, saysNoRoom } from '../storage/room.ts';

/** Opens a picture to work on it. */
export type Decoder = (input: Buffer | string) => Sharp;

// NOTE sharp adds some 25 MB to the process and keeps a cache: it is loaded with the first picture, without cache and
// with one thread.
let loaded: Promise<Decoder> | undefined;

/** The decoder, loaded once per process. It accepts pictures of any size: untrusted ones go through `decoded`. */
export async function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (input) => sharp(input, { limitInputPixels: false, failOn: 'error' });
  });
  return loaded;
}

/**
 * The output of the decoder, or null for any error except a full disk: the picture is damaged. Throws NoRoom for a full
 * disk.
 */
export async function orDamaged<T>(decoding: Promise<T>): Promise<T | null> {
  try {
    return await decoding;
  } catch (error) {
    if (error instanceof Error && saysNoRoom(error.message)) throw new NoRoom(error.message);
    return null;
  }
}
