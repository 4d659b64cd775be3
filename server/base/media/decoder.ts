/** The decoder of pictures, loaded once in a process, and the meaning of its failures. */
import type { Sharp } from 'sharp';
import { NoRoom, saysNoRoom } from '../storage/room.ts';

/** Opens a picture to work on it. */
export type Decoder = (input: Buffer | string) => Sharp;

// NOTE sharp brings some 25 MB into the process and keeps a cache: it is loaded on the first picture, with no cache
// and one thread.
let loaded: Promise<Decoder> | undefined;

/** The decoder, loaded once a process. It accepts pictures of any size: untrusted ones go through `decoded`. */
export async function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (input) => sharp(input, { limitInputPixels: false, failOn: 'error' });
  });
  return loaded;
}

/**
 * The output of the decoder, or null: with any error it says that the picture is damaged. Throws NoRoom for a full
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
