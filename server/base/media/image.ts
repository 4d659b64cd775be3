/** Pictures as they are stored: for posts, profiles and logos; their thumbnails; and smaller versions for networks. */
import type { Sharp } from 'sharp';
import { decoded, inTurn, type GivenPicture, type PictureRefusal } from './decode.ts';
import { decoder, orDamaged, type Decoder } from './decoder.ts';
import { thumbnailOf as thumbnail, type ImageFacts } from './works.ts';

export type { GivenPicture, PictureRefusal } from './decode.ts';
export type { ImageFacts } from './works.ts';

/** A picture ready to be stored, with its bytes. */
export type ReadyImage = ImageFacts & { bytes: Buffer };

type Made = Promise<ImageFacts | PictureRefusal>;

/**
 * Prepares a JPEG or PNG for a post in its own file: upright and without camera metadata; its bytes stay unchanged if
 * neither needs a change.
 */
export const readyImage = (picture: GivenPicture): Made => decoded('ready', picture);

/** Makes a profile picture in its own file: the middle as a square of at most 512 px, upright, without metadata. */
export const squareImage = (picture: GivenPicture): Made => decoded('square', picture);

/** Makes a logo in its own file: whole, upright, at most 1200 x 600 px, without metadata, its transparency kept. */
export const logoImage = (picture: GivenPicture): Made => decoded('logo', picture);

/** Makes a design's preview in its own file: at most 700 x 394 px, a PNG. */
export const previewImage = (picture: GivenPicture): Made => decoded('preview', picture);

/** A WebP of at most 480 px a side, without metadata. Throws if it is not a picture. */
export const thumbnailOf = async (picture: Parameters<Decoder>[0]): Promise<Buffer> =>
  thumbnail(await decoder(), picture);

/** Bounds of a smaller picture, in px; `underBytes` null for any number. */
export type ShrinkBounds = { width: number; height: number; underBytes: number | null };

/** Loads a stored picture when its turn comes; null if it no longer exists. */
export type StoredPicture = { agencyId: string; load: () => Promise<Buffer | null> };

/** A smaller picture: a JPEG on white, within these bounds; null if it cannot be decoded. */
export const shrunkImage = ({ agencyId, load }: StoredPicture, bounds: ShrinkBounds): Promise<Shrunk | 'gone' | null> =>
  inTurn(agencyId, async (open) => {
    const original = await load();
    return original === null ? 'gone' : orDamaged(shrink(() => open(original), bounds));
  });

type Shrunk = { bytes: Buffer; width: number; height: number };

const qualities = [90, 82, 74, 66] as const;

async function shrink(open: () => Sharp, { width, height, underBytes }: ShrinkBounds): Promise<Shrunk | null> {
  for (let scale = 1; scale > 0.05; scale *= 0.8) {
    for (const quality of qualities) {
      const { data, info } = await open()
        .autoOrient()
        .resize(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)), {
          fit: 'inside',
          withoutEnlargement: true,
        })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: false })
        .toBuffer({ resolveWithObject: true });
      if (underBytes === null || data.length < underBytes)
        return { bytes: data, width: info.width, height: info.height };
    }
  }
  return null;
}

/** Draws the product's own SVG as a PNG, with its facts. Never for a person's SVG. */
export async function drawing(svg: string): Promise<ReadyImage> {
  const open = await decoder();
  const { data, info } = await open(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    contentType: 'image/png',
    thumbnail: await thumbnail(open, data),
  };
}
