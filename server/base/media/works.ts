/** Processes an uploaded picture in its own file, which is complete at all times. */
import { rename, rm, writeFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { orDamaged, type Decoder } from './decoder.ts';
import { tidyPicture } from './picture-parts.ts';

/** The facts of a picture that can be decoded: its size as displayed, in px, and its thumbnail (WebP). */
export type ImageFacts = { width: number; height: number; contentType: 'image/jpeg' | 'image/png'; thumbnail: Buffer };

/** A picture in its file, with the facts in its header. */
export type PictureFile = { path: string; about: Metadata };

type Work = (open: Decoder, file: PictureFile) => Promise<ImageFacts | null>;

/** The works by name; null for a damaged picture. They throw NoRoom for a full disk. */
export const works = { ready, square, logo, preview } as const satisfies Record<string, Work>;

/** The name of a work. */
export type WorkName = keyof typeof works;

/** The longer side of a thumbnail, in px. */
const thumbnailPixels = 480;

const contentTypeOf = ({ format }: Metadata): ImageFacts['contentType'] =>
  format === 'jpeg' ? 'image/jpeg' : 'image/png';

/** The path at which a picture is re-encoded before it replaces its file. */
export const unfinished = (path: string): string => `${path}.unfinished`;

/** Replaces a file's bytes atomically: if the process is killed meanwhile, the file is unchanged. */
async function replace(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(unfinished(path), bytes, { mode: 0o600 });
    await rename(unfinished(path), path);
  } catch (error) {
    await rm(unfinished(path), { force: true });
    throw error;
  }
}

/**
 * For a post. A picture with camera metadata (which can reveal the place and the person) is rotated upright and
 * re-encoded without it; so is one in CMYK, which screens show wrongly. Any other keeps its bytes, except those after
 * the picture's end.
 */
async function ready(open: Decoder, { path, about }: PictureFile): Promise<ImageFacts | null> {
  const { hasNotes } = await tidyPicture(path);
  if (
    hasNotes ||
    about.exif !== undefined ||
    about.xmp !== undefined ||
    about.iptc !== undefined ||
    about.space === 'cmyk'
  ) {
    const bytes = await orDamaged(writtenAnew(open(path), about));
    if (bytes === null) return null;
    await replace(path, bytes);
  }
  const thumbnail = await orDamaged(thumbnailOf(open, path));
  return (
    thumbnail && {
      width: about.autoOrient.width,
      height: about.autoOrient.height,
      contentType: contentTypeOf(about),
      thumbnail,
    }
  );
}

function writtenAnew(picture: Sharp, about: Metadata): Promise<Buffer> {
  const upright = picture.autoOrient().keepIccProfile();
  // NOTE Huffman codes optimised for this picture need all of it in memory: 50 million px took 660 MB with them, and 90
  // MB and a third of the time without.
  return (
    about.format === 'jpeg'
      ? upright.jpeg({ quality: 93, chromaSubsampling: '4:4:4', optimizeCoding: false })
      : upright.png()
  ).toBuffer();
}

/** The sides of a profile picture and of its thumbnail, in px. */
const facePixels = { picture: 512, thumbnail: 128 } as const;

/** For a profile: the middle as a square of at most 512 px, upright, re-encoded without metadata. */
async function square(open: Decoder, { path, about }: PictureFile): Promise<ImageFacts | null> {
  const side = Math.min(facePixels.picture, about.autoOrient.width, about.autoOrient.height);
  const cut = (pixels: number): Sharp => open(path).autoOrient().resize(pixels, pixels, { fit: 'cover' });
  const bytes = await orDamaged(
    (about.format === 'jpeg' ? cut(side).jpeg({ quality: 90 }) : cut(side).png()).toBuffer(),
  );
  const thumbnail = await orDamaged(cut(Math.min(side, facePixels.thumbnail)).webp({ quality: 85 }).toBuffer());
  if (bytes === null || thumbnail === null) return null;
  await replace(path, bytes);
  return { width: side, height: side, contentType: contentTypeOf(about), thumbnail };
}

/** The box that a logo is drawn into, in px: enough for a printed page. */
const logoBox = { width: 1200, height: 600, fit: 'inside', withoutEnlargement: true } as const;

/** For a logo: whole, upright, at most 1200 x 600 px, re-encoded without metadata, its transparency kept. */
async function logo(open: Decoder, { path, about }: PictureFile): Promise<ImageFacts | null> {
  const fitted = open(path).autoOrient().resize(logoBox);
  const made = await orDamaged(
    (about.format === 'jpeg' ? fitted.jpeg({ quality: 92 }) : fitted.png()).toBuffer({ resolveWithObject: true }),
  );
  if (made === null) return null;
  const {
    data,
    info: { width, height },
  } = made;
  await replace(path, data);
  return { width, height, contentType: contentTypeOf(about), thumbnail: await thumbnailOf(open, data) };
}

/** The size of the image creator's canvas, in px. */
const previewBox = { width: 700, height: 394, fit: 'inside', withoutEnlargement: true } as const;

/** For a design: whole, at most 700 x 394 px, re-encoded without metadata, its transparency kept. */
async function preview(open: Decoder, { path, about }: PictureFile): Promise<ImageFacts | null> {
  const fitted = open(path).autoOrient().resize(previewBox).png();
  const made = await orDamaged(fitted.toBuffer({ resolveWithObject: true }));
  if (made === null) return null;
  const { data, info } = made;
  await replace(path, data);
  const thumbnail = await thumbnailOf(open, data);
  return { width: info.width, height: info.height, contentType: contentTypeOf({ ...about, format: 'png' }), thumbnail };
}

/** A WebP of at most 480 px a side, without metadata. Throws if it is not a picture. */
export const thumbnailOf = (open: Decoder, picture: Parameters<Decoder>[0]): Promise<Buffer> =>
  open(picture)
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
