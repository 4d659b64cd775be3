/** Pictures as they are kept: for posts, of people, of agencies; their thumbnails; and smaller ones for networks. */
import { writeFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { decoded, decoder, inTurn, orDamaged, type Decoder, type GivenPicture, type PictureRefusal } from './decode.ts';
import { tidyPicture } from './picture-parts.ts';

export type { GivenPicture, PictureRefusal } from './decode.ts';

/** The longer side of a thumbnail, in px. */
const thumbnailPixels = 480;

/** What is known of a picture that can be decoded: its size as it is shown, in px, and its thumbnail (WebP). */
export type ImageFacts = { width: number; height: number; contentType: 'image/jpeg' | 'image/png'; thumbnail: Buffer };

/** A picture ready to be stored, with its bytes. */
export type ReadyImage = ImageFacts & { bytes: Buffer };

const contentTypeOf = ({ format }: Metadata): ImageFacts['contentType'] => (format === 'jpeg' ? 'image/jpeg' : 'image/png');

/**
 * Makes a JPEG or PNG ready in its own file. Where the camera left notes in it (they can hold the place and the person), the
 * picture is turned upright and written anew without them; so is one in the colours of print, which screens show wrongly. Any
 * other keeps its very bytes, without what follows the picture's end.
 */
export const readyImage = (picture: GivenPicture): Promise<ImageFacts | PictureRefusal> => decoded(picture, async (open, about) => {
  const { path } = picture;
  const { hasNotes } = await tidyPicture(path);
  if (hasNotes || about.exif !== undefined || about.xmp !== undefined || about.iptc !== undefined || about.space === 'cmyk') {
    const bytes = await orDamaged(writtenAnew(open(path), about));
    if (bytes === null) return null;
    await writeFile(path, bytes);
  }
  const thumbnail = await orDamaged(thumbnailOf(path));
  return thumbnail && { width: about.autoOrient.width, height: about.autoOrient.height, contentType: contentTypeOf(about), thumbnail };
});

function writtenAnew(picture: Sharp, about: Metadata): Promise<Buffer> {
  const upright = picture.autoOrient().keepIccProfile();
  // NOTE codes made for this one picture need all of it in memory: 50 million px took 660 MB with them, and 90 MB and a third of the time without.
  return (about.format === 'jpeg' ? upright.jpeg({ quality: 93, chromaSubsampling: '4:4:4', optimizeCoding: false }) : upright.png()).toBuffer();
}

/** Bounds of a smaller picture, in px; `underBytes` null for any number. */
export type ShrinkBounds = { width: number; height: number; underBytes: number | null };

/** A stored picture that is loaded when its turn has come; null where it is not there any more. */
export type StoredPicture = { agencyId: string; load: () => Promise<Buffer | null> };

/** A smaller picture: JPEG on white, of at most this size and under so many bytes; null when it cannot be decoded. */
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
        .resize(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)), { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, mozjpeg: false })
        .toBuffer({ resolveWithObject: true });
      if (underBytes === null || data.length < underBytes) return { bytes: data, width: info.width, height: info.height };
    }
  }
  return null;
}

/** The sides of a person's picture and of its thumbnail, in px. */
const facePixels = { picture: 512, thumbnail: 128 } as const;

/** A person's picture: its middle as a square of at most 512 px, upright, written anew without metadata. */
export const squareImage = (picture: GivenPicture): Promise<ReadyImage | PictureRefusal> =>
  decoded(picture, (open, about) => orDamaged(square(() => open(picture.path), about)));

async function square(open: () => Sharp, about: Metadata): Promise<ReadyImage> {
  const side = Math.min(facePixels.picture, about.autoOrient.width, about.autoOrient.height);
  const cut = (pixels: number) => open().autoOrient().resize(pixels, pixels, { fit: 'cover' });
  const bytes = await (about.format === 'jpeg' ? cut(side).jpeg({ quality: 90 }) : cut(side).png()).toBuffer();
  const thumbnail = await cut(Math.min(side, facePixels.thumbnail)).webp({ quality: 85 }).toBuffer();
  return { bytes, width: side, height: side, contentType: contentTypeOf(about), thumbnail };
}

/** The box a logo is drawn into, in px: enough for a printed page. */
const logoBox = { width: 1200, height: 600, fit: 'inside', withoutEnlargement: true } as const;

/** A logo: whole, upright, at most 1200 x 600 px, written anew without metadata, its transparency kept. */
export const logoImage = (picture: GivenPicture): Promise<ReadyImage | PictureRefusal> =>
  decoded(picture, (open, about) => orDamaged(fitLogo(open(picture.path), about)));

async function fitLogo(picture: Sharp, about: Metadata): Promise<ReadyImage> {
  const fitted = picture.autoOrient().resize(logoBox);
  const { data, info } = await (about.format === 'jpeg' ? fitted.jpeg({ quality: 92 }) : fitted.png()).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, contentType: contentTypeOf(about), thumbnail: await thumbnailOf(data) };
}

/** A WebP of at most 480 px a side, without metadata. Throws for what is no picture. */
export async function thumbnailOf(picture: Parameters<Decoder>[0]): Promise<Buffer> {
  const open = await decoder();
  return open(picture)
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/** A picture drawn from SVG of our own as PNG, with its facts. Never for an SVG that somebody sent. */
export async function drawing(svg: string): Promise<ReadyImage> {
  const open = await decoder();
  const { data, info } = await open(Buffer.from(svg)).png().toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, contentType: 'image/png', thumbnail: await thumbnailOf(data) };
}
