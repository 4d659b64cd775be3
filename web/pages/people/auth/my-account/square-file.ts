import { squareOf, type Crop, type Size } from './crop.ts';

/** The largest stored side, px. */
const mostPixels = 512;

/** The square of a picture as a file of the same kind, at most 512 px a side; null if this browser cannot draw it. */
export async function squareFile(
  picture: HTMLImageElement,
  { crop, size, file }: { crop: Crop; size: Size; file: File },
): Promise<File | null> {
  const { left, top, side } = squareOf(crop, size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(mostPixels, side));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, 0.92);
  });
  return blob === null ? null : new File([blob], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type });
}
