/** Decodes uploaded pictures: checks the header, waits for a slot, and chooses the process. */
import type { Metadata } from 'sharp';
import { mostPixels } from '#rules/uploads.ts';
import { openApart } from './apart.ts';
import { decoder, type Decoder } from './decoder.ts';
import { openGate, type Gate } from './gate.ts';
import { dropPackedText } from './picture-parts.ts';
import { decodingBytes, mostDecodingBytes } from './picture-memory.ts';
import { works, type ImageFacts, type WorkName } from './works.ts';

/** In px. Decoding a picture of this size or more takes up to seconds and hundreds of megabytes. */
const largePixels = 8_000_000;

/**
 * One large and one small picture at a time: small ones never wait for a large one, and the machine has enough memory
 * for both.
 */
const gates: Readonly<Record<'small' | 'large', Gate>> = {
  small: openGate({ atOnce: 1, each: 1 }),
  large: openGate({ atOnce: 1, each: 1 }),
};

/** Headers are short, but their texts and profiles are unpacked. */
const headers = openGate({ atOnce: 2, each: 1 });

const apart = openApart();

const isSmall = ({ width, height }: Pick<Metadata, 'width' | 'height'>): boolean => width * height <= largePixels;

/** An uploaded picture on disk: its agency, and the signal that ends its wait. */
export type GivenPicture = { path: string; agencyId: string; signal?: AbortSignal };

/** Why a picture is refused: the key of the message in `contract/messages.ts`. */
export type PictureRefusal = 'unreadableImage' | 'tooManyPixels' | 'pictureTooHeavy' | 'pictureNotOpened';

/**
 * Checks a picture by its header and, when its turn comes, does the work in its own file; a large one in another
 * process.
 */
export async function decoded(
  work: WorkName,
  { path, agencyId, signal }: GivenPicture,
): Promise<ImageFacts | PictureRefusal> {
  const open = await decoder();
  const about = await headers(agencyId, () => headerOf(open, path), signal);
  if (about === null || (about.format !== 'jpeg' && about.format !== 'png')) return 'unreadableImage';
  if (about.width * about.height > mostPixels) return 'tooManyPixels';
  if (decodingBytes(about) > mostDecodingBytes) return 'pictureTooHeavy';
  if (isSmall(about))
    return (await gates.small(agencyId, () => works[work](open, { path, about }), signal)) ?? 'unreadableImage';
  const made = await gates.large(agencyId, () => apart.run({ work, path }), signal);
  if (made === 'damaged') return 'unreadableImage';
  return made === 'gaveUp' ? 'pictureNotOpened' : made;
}

/** A picture's header; null for what is no picture. */
async function headerOf(open: Decoder, path: string): Promise<Metadata | null> {
  await dropPackedText(path);
  return open(path)
    .metadata()
    .catch(() => null); // any failure means that this is not a picture
}

/** Works on a stored picture when it gets its turn among the large ones. */
export const inTurn = <T>(agencyId: string, work: (open: Decoder) => Promise<T>): Promise<T> =>
  gates.large(agencyId, async () => work(await decoder()));
