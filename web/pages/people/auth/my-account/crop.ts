/** The square taken from a picture: its centre in px of the picture, and its zoom (1: as much as fits). */
export type Crop = { x: number; y: number; zoom: number };

/** A picture's size, px. */
export type Size = { width: number; height: number };

/** The maximum zoom. */
export const mostZoom = 4;

/** The initial square: centred, as large as fits. */
export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The square's corner and side, px of the picture. */
export function squareOf({ x, y, zoom }: Crop, size: Size): { left: number; top: number; side: number } {
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x - side / 2, top: y - side / 2, side };
}

/** The square moved by this many of its own sides: the picture moves the other way, up to its edge. */
export const movedBy = (crop: Crop, { right, down }: { right: number; down: number }, size: Size): Crop => {
  const { side } = squareOf(crop, size);
  return inside({ ...crop, x: crop.x + right * side, y: crop.y + down * side }, size);
};

/** The square zoomed about its centre. */
export const zoomedTo = (crop: Crop, zoom: number, size: Size): Crop =>
  inside({ ...crop, zoom: Math.min(mostZoom, Math.max(1, zoom)) }, size);

function inside(crop: Crop, size: Size): Crop {
  const half = squareOf(crop, size).side / 2;
  const within = (value: number, length: number) => Math.min(length - half, Math.max(half, value));
  return { ...crop, x: within(crop.x, size.width), y: within(crop.y, size.height) };
}

/** The position of the picture in a frame of side 1 that shows only the square: its corner and size. */
export function boxOf(crop: Crop, size: Size): { left: number; top: number; width: number; height: number } {
  const { left, top, side } = squareOf(crop, size);
  return { left: -left / side, top: -top / side, width: size.width / side, height: size.height / side };
}
