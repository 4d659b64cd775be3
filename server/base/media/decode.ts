/** Decoding uploaded pictures: the check of the header, the queue, and the choice of process. */
import type { Metadata } from 'sharp';
import { mostPixels } from '#rules/uploads.ts';
import { openApart } from './apart.ts';
import { decoder, type Decoder } from './decoder.ts';
import { openGate, type Gate } from './gate.ts';
import { decodingBytes, mostDecodingBytes } from './picture-memory.ts';
import { works, type ImageFacts, type WorkName } from './works.ts';

/** From here on a picture takes up to seconds and hundreds of megabytes, in px. */
const largePixels = 8_000_000;

/**
 * One large and one small picture at a time: the small ones never wait for a large one, and a machine has the memory
 * for both.
 */
const gates: Readonly<Record<'small' | 'large', Gate>> = {
  small: openGate({ atOnce: 1, each: 1 }),
  large: openGate({ atOnce: 1, each: 1 }),
};

const apart = openApart();

const isSmall = ({ width, height }: Pick<Metadata, 'width' | 'height'>): boolean => width * height <= largePixels;

/** An uploaded picture on disk: its agency, and the signal that ends its wait. */
export type GivenPicture = { path: string; agencyId: string; signal?: AbortSignal };

/** Why a picture is refused: the key of the message in `contract/messages.ts`. */
export type PictureRefusal = 'unreadableImage' | 'tooManyPixels' | 'pictureTooHeavy' | 'pictureNotOpened';

/**
 * Checks a picture by its header, and does the work in its turn: in its own file, and for a large one in another
 * process.
 */
export async function decoded(
  work: WorkName,
  { path, agencyId, signal }: GivenPicture,
): Promise<ImageFacts | PictureRefusal> {
  const open = await decoder();
  const about = await open(path)
    .metadata()
    .catch(() => null); // any failure means that this is not a picture
  if (about === null || (about.format !== 'jpeg' && about.format !== 'png')) return 'unreadableImage';
  if (about.width * about.height > mostPixels) return 'tooManyPixels';
  if (decodingBytes(about) > mostDecodingBytes) return 'pictureTooHeavy';
  if (isSmall(about))
    return (await gates.small(agencyId, () => works[work](open, { path, about }), signal)) ?? 'unreadableImage';
  const made = await gates.large(agencyId, () => apart.run({ work, path }), signal);
  if (made === 'damaged') return 'unreadableImage';
  return made === 'gaveUp' ? 'pictureNotOpened' : made;
}

/** Works on a stored picture when its turn among the large ones has come. */
export const inTurn = <T>(agencyId: string, work: (open: Decoder) => Promise<T>): Promise<T> =>
  gates.large(agencyId, async () => work(await decoder()));
