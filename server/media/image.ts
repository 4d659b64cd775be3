import type { Sharp } from 'sharp';
import { openGate } from './gate.ts';

/** The longer side of a thumbnail, in px. */
const thumbnailPixels = 480;
/** More than any camera makes; a small file that unfolds to more is not decoded. */
const maxPixels = 100_000_000;

const oneAtATime = openGate(1);

/** What is known of a picture that can be decoded: its size as it is shown, in px. */
export type ImageFacts = { width: number; height: number; contentType: 'image/jpeg' | 'image/png' };

/** A picture ready to be stored: the bytes to publish, its facts, its thumbnail (WebP). */
export type ReadyImage = ImageFacts & { bytes: Buffer; thumbnail: Buffer };

// NOTE sharp brings some 25 MB into the process and keeps a cache: it is loaded on the first picture, with no cache and one thread.
let loaded: Promise<(input: Buffer) => Sharp> | undefined;
async function decoder(): Promise<(input: Buffer) => Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return (input: Buffer) => sharp(input, { limitInputPixels: maxPixels, failOn: 'error' });
  });
  return loaded;
}

/**
 * Makes a JPEG or PNG ready; null when it cannot be decoded. Where the camera left notes in the file (they can hold the
 * place and the person), the picture is turned upright and written anew without them; a clean file keeps its very bytes.
 */
export const readyImage = (original: Buffer): Promise<ReadyImage | null> => oneAtATime(() => decodeImage(original));

async function decodeImage(original: Buffer): Promise<ReadyImage | null> {
  const open = await decoder();
  try {
    const about = await open(original).metadata();
    if (about.format !== 'jpeg' && about.format !== 'png') return null;
    const noted = about.exif !== undefined || about.xmp !== undefined || about.iptc !== undefined;
    const upright = open(original).autoOrient().keepIccProfile();
    const bytes = !noted ? original : await (about.format === 'jpeg' ? upright.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }) : upright.png()).toBuffer();
    return {
      bytes,
      width: about.autoOrient.width,
      height: about.autoOrient.height,
      contentType: about.format === 'jpeg' ? 'image/jpeg' : 'image/png',
      thumbnail: await thumbnailOf(bytes),
    };
  } catch {
    return null; // sharp says with any error that the picture is damaged or too big to unfold
  }
}

/** A smaller picture: JPEG on white, of at most this size and under so many bytes (null: any number); null when it cannot be decoded. */
export const shrunkImage = (
  original: Buffer, { width, height, underBytes }: { width: number; height: number; underBytes: number | null },
): Promise<{ bytes: Buffer; width: number; height: number } | null> => oneAtATime(() => shrink(original, { width, height, underBytes }));

const qualities = [90, 82, 74, 66] as const;

async function shrink(original: Buffer, { width, height, underBytes }: { width: number; height: number; underBytes: number | null }): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  const open = await decoder();
  try {
    for (let scale = 1; scale > 0.05; scale *= 0.8) {
      for (const quality of qualities) {
        const { data, info } = await open(original)
          .autoOrient()
          .resize(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)), { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality, mozjpeg: false })
          .toBuffer({ resolveWithObject: true });
        if (underBytes === null || data.length < underBytes) return { bytes: data, width: info.width, height: info.height };
      }
    }
    return null;
  } catch {
    return null; // sharp says with any error that the picture is damaged or too big to unfold
  }
}

/** The sides of a person's picture and of its thumbnail, in px. */
const facePixels = { picture: 512, thumbnail: 128 } as const;

/** A person's picture: its middle as a square of at most 512 px, upright, written anew without metadata; null when it cannot be decoded. */
export const squareImage = (original: Buffer): Promise<ReadyImage | null> => oneAtATime(() => square(original));

async function square(original: Buffer): Promise<ReadyImage | null> {
  const open = await decoder();
  try {
    const { format, autoOrient } = await open(original).metadata();
    if (format !== 'jpeg' && format !== 'png') return null;
    const side = Math.min(facePixels.picture, autoOrient.width, autoOrient.height);
    const cut = (pixels: number) => open(original).autoOrient().resize(pixels, pixels, { fit: 'cover' });
    const bytes = await (format === 'jpeg' ? cut(side).jpeg({ quality: 90 }) : cut(side).png()).toBuffer();
    const thumbnail = await cut(Math.min(side, facePixels.thumbnail)).webp({ quality: 85 }).toBuffer();
    return { bytes, width: side, height: side, contentType: format === 'jpeg' ? 'image/jpeg' : 'image/png', thumbnail };
  } catch {
    return null; // sharp says with any error that the picture is damaged or too big to unfold
  }
}

/** The box a logo is drawn into, in px: enough for a printed page. */
const logoBox = { width: 1200, height: 600, fit: 'inside', withoutEnlargement: true } as const;

/** A logo: whole, upright, at most 1200 x 600 px, written anew without metadata, its transparency kept; null when it cannot be decoded. */
export const logoImage = (original: Buffer): Promise<ReadyImage | null> => oneAtATime(() => fitLogo(original));

async function fitLogo(original: Buffer): Promise<ReadyImage | null> {
  const open = await decoder();
  try {
    const { format } = await open(original).metadata();
    if (format !== 'jpeg' && format !== 'png') return null;
    const fitted = open(original).autoOrient().resize(logoBox);
    const { data, info } = await (format === 'jpeg' ? fitted.jpeg({ quality: 92 }) : fitted.png()).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, contentType: format === 'jpeg' ? 'image/jpeg' : 'image/png', thumbnail: await thumbnailOf(data) };
  } catch {
    return null; // sharp says with any error that the picture is damaged or too big to unfold
  }
}

/** A WebP of at most 480 px a side, without metadata. Throws for what is no picture. */
export async function thumbnailOf(picture: Buffer): Promise<Buffer> {
  const open = await decoder();
  return open(picture)
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/** A picture drawn from SVG of our own as PNG. Never for an SVG that somebody sent. */
export async function drawing(svg: string): Promise<Buffer> {
  const open = await decoder();
  return open(Buffer.from(svg)).png().toBuffer();
}
