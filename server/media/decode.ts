/** Decoding of pictures: what is judged by the header before, whose turn it is, and what a failure means. */
import type { Metadata, Sharp } from 'sharp';
import { mostPixels } from '#rules/uploads.ts';
import { NoRoom, saysNoRoom } from '../room.ts';
import { openGate, type Gate } from './gate.ts';
import { decodingBytes, mostDecodingBytes } from './picture-memory.ts';

/** From here on a picture takes up to seconds and hundreds of megabytes, in px. */
const largePixels = 8_000_000;

/** One large and one small picture at a time: the small ones never wait for a large one, and a process has the memory for both. */
const gates: Readonly<Record<'small' | 'large', Gate>> = { small: openGate({ atOnce: 1, each: 1 }), large: openGate({ atOnce: 1, each: 1 }) };

const isSmall = ({ width, height }: Pick<Metadata, 'width' | 'height'>): boolean => width * height <= largePixels;

/** A picture that came, on disk: whose agency's it is, and what ends the waiting for its turn. */
export type GivenPicture = { path: string; agencyId: string; signal?: AbortSignal };

/** Why a picture is not taken: the key of the text in `contract/messages.ts`. */
export type PictureRefusal = 'unreadableImage' | 'tooManyPixels' | 'pictureTooHeavy';

/** Opens a picture to work on it. */
export type Decoder = (input: Buffer | string) => Sharp;

// NOTE sharp brings some 25 MB into the process and keeps a cache: it is loaded on the first picture, with no cache and one thread.
let loaded: Promise<Decoder> | undefined;

/** The decoder, loaded once a process. It takes pictures of any size: what came from outside goes through `decoded`. */
export async function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (input) => sharp(input, { limitInputPixels: false, failOn: 'error' });
  });
  return loaded;
}

/** Judges a picture by its header, and does the work when its turn has come. The work gives null for a damaged picture. */
export async function decoded<T>(
  { path, agencyId, signal }: GivenPicture, work: (open: Decoder, about: Metadata) => Promise<T | null>,
): Promise<T | PictureRefusal> {
  const open = await decoder();
  const about = await open(path).metadata().catch(() => null); // whatever it fails at, this is no picture
  if (about === null || (about.format !== 'jpeg' && about.format !== 'png')) return 'unreadableImage';
  if (about.width * about.height > mostPixels) return 'tooManyPixels';
  if (decodingBytes(about) > mostDecodingBytes) return 'pictureTooHeavy';
  const gate = isSmall(about) ? gates.small : gates.large;
  return await gate(agencyId, () => work(open, about), signal) ?? 'unreadableImage';
}

/** Works on a stored picture when its turn among the large ones has come. */
export const inTurn = <T>(agencyId: string, work: (open: Decoder) => Promise<T>): Promise<T> =>
  gates.large(agencyId, async () => work(await decoder()));

/** What the decoder gives, or null: with any error it says that the picture is damaged. Throws NoRoom for a full disk. */
export async function orDamaged<T>(decoding: Promise<T>): Promise<T | null> {
  try {
    return await decoding;
  } catch (error) {
    if (error instanceof Error && saysNoRoom(error.message)) throw new NoRoom(error.message);
    return null;
  }
}
