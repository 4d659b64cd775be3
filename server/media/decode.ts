/** Decoding of pictures that came: what is judged by the header before, whose turn it is, and in which process. */
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

/** A picture that came, on disk: whose agency's it is, and what ends the waiting for its turn. */
export type GivenPicture = { path: string; agencyId: string; signal?: AbortSignal };

/** Why a picture is not taken: the key of the text in `contract/messages.ts`. */
export type PictureRefusal = 'unreadableImage' | 'tooManyPixels' | 'pictureTooHeavy' | 'pictureNotOpened';

/**
 * Judges a picture by its header, and does the work when its turn has come: in its own file, and of a large one in
 * another process.
 */
export async function decoded(
  work: WorkName,
  { path, agencyId, signal }: GivenPicture,
): Promise<ImageFacts | PictureRefusal> {
  const open = await decoder();
  const about = await open(path)
    .metadata()
    .catch(() => null); // whatever it fails at, this is no picture
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
