/** Added layers with their defaults. */
import {
  noFilters,
  wholePicture,
  type Common,
  type Crop,
  type ImageLayer,
  type Shape,
  type ShapeLayer,
  type IconLayer,
  type TextLayer,
} from './design.ts';

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };

const common = (id: string, name: string, rect: Rect): Common => ({
  id,
  name,
  ...rect,
  rotation: 0,
  opacity: 1,
  isLocked: false,
  isHidden: false,
  group: null,
  shadow: null,
});

/** The sizes of an added text, px. */
export const textSizes = { heading: 40, subheading: 30, body: 20 } as const;

/** A text in black Arial, 350 wide at 100, 100. */
export const newText = (id: string, { text, size }: { text: string; size: number }): TextLayer => ({
  ...common(id, '', { x: 100, y: 100, width: 350, height: size * 1.25 }),
  kind: 'text',
  text,
  font: 'Arial',
  size,
  colour: '#000000',
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  align: 'left',
  outline: null,
  fits: false,
});

/** The top or bottom text of a meme: capitals with an outline, sized to fit their box. */
export function newCaption(id: string, canvas: Size, edge: 'top' | 'bottom'): TextLayer {
  const height = Math.round(canvas.height * 0.2);
  const margin = Math.round(canvas.height * 0.03);
  const size = Math.round(canvas.height * 0.13);
  return {
    ...newText(id, { text: edge === 'top' ? 'TOP TEXT' : 'BOTTOM TEXT', size }),
    name: edge === 'top' ? 'Top text' : 'Bottom text',
    x: Math.round(canvas.width * 0.04),
    y: edge === 'top' ? margin : canvas.height - margin - height,
    width: Math.round(canvas.width * 0.92),
    height,
    font: 'Anton',
    colour: '#ffffff',
    align: 'center',
    outline: { colour: '#000000', width: Math.max(2, Math.round(size / 9)) },
    fits: true,
  };
}

/** The part of a picture that fills a box without bars: centred, as large as possible. */
export function cropToFill(picture: Size, box: Size): Crop {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const [width, height] = [box.width / scale / picture.width, box.height / scale / picture.height];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

type NewImage = { source: string; size: Size; name: string };

/** A picture in the middle of the canvas, at most three quarters of it. */
export function newImage(id: string, canvas: Size, { source, size, name }: NewImage): ImageLayer {
  const scale = Math.min(1, (canvas.width * 0.75) / size.width, (canvas.height * 0.75) / size.height);
  return imageIn(id, middleOf(canvas, { width: size.width * scale, height: size.height * scale }), {
    source,
    crop: wholePicture,
    name,
  });
}

/** A picture that covers the canvas. */
export const newBackground = (id: string, canvas: Size, { source, size, name }: NewImage): ImageLayer =>
  imageIn(
    id,
    { x: 0, y: 0, width: canvas.width, height: canvas.height },
    {
      source,
      crop: cropToFill(size, canvas),
      name,
    },
  );

const imageIn = (id: string, rect: Rect, more: Pick<ImageLayer, 'source' | 'crop' | 'name'>): ImageLayer => ({
  ...common(id, more.name, rect),
  kind: 'image',
  source: more.source,
  crop: more.crop,
  filters: noFilters,
  mask: null,
  border: null,
});

/** A shape in the middle of the canvas: filled, or as a border of 3 px. */
export function newShape(id: string, canvas: Size, kind: { shape: Shape; isBorder: boolean }): ShapeLayer {
  const side = Math.round(Math.min(canvas.width, canvas.height) / 3);
  const colour = '#9461fc';
  return {
    ...common(id, '', middleOf(canvas, { width: kind.shape === 'rect' ? side * 1.6 : side, height: side })),
    kind: 'shape',
    shape: kind.shape,
    fill: kind.isBorder ? null : colour,
    border: kind.isBorder ? { colour, width: 3, style: 'solid' } : null,
  };
}

/** An emoji or an icon of 40 px in the middle of the canvas, larger on a larger canvas. */
export function newIcon(id: string, canvas: Size, sign: Pick<IconLayer, 'set' | 'sign' | 'name'>): IconLayer {
  const side = Math.max(40, Math.round((40 * Math.min(canvas.width, canvas.height)) / 394));
  return {
    ...common(id, sign.name, middleOf(canvas, { width: side, height: side })),
    kind: 'sign',
    set: sign.set,
    sign: sign.sign,
    colour: '#000000',
  };
}

const middleOf = (canvas: Size, { width, height }: Size): Rect => ({
  x: Math.round((canvas.width - width) / 2),
  y: Math.round((canvas.height - height) / 2),
  width: Math.round(width),
  height: Math.round(height),
});

/** The size of a finished design, px: its shorter side 720, as 700 × 394 becomes 1279 × 720. */
export function finishedSize({ width, height }: Size): Size {
  const scale = Math.min(720 / Math.min(width, height), 4096 / Math.max(width, height));
  const side = (length: number): number => Math.max(16, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}
