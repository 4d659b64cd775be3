/** Draws a design, the same for the screen, for thumbnails and for finished pictures. */
import {
  wholePicture,
  type Border,
  type Design,
  type ImageLayer,
  type Layer,
  type TextLayer,
} from '#rules/design/design.ts';
import type { Rect, Size } from '../geometry.ts';
import { emojiPicture } from '../ops.ts';
import { drawBlurred, drawPart } from '../draw.ts';
import type { DesignCanvas, DesignPlatform } from './canvas.ts';
import { filterPixels, halvingsOf, hasFilters } from './filters.ts';
import { dashesOf, shapePath } from './outlines.ts';
import { pictureOfLayer } from './needs.ts';
import { designText, type DesignText, type DesignTextMeans } from './text.ts';

/** A loaded picture, with its size in px. */
export type AtHand<Picture> = Size & { picture: Picture };

/** The dependencies of drawing a design. A missing picture or font leaves its layer out. */
export type DesignMeans<Picture, Outline> = DesignPlatform<Picture, Outline> & {
  pictureOf: (name: string) => AtHand<Picture> | undefined;
  textMeansFor: (layer: TextLayer) => (DesignTextMeans & { isSlanted: boolean; isEmboldened: boolean }) | undefined;
  /** Caches of costly work; texts and pictures are dropped when a font or an emoji has been loaded. */
  kept?: Kept<Picture, Outline>;
};

/** Drawings made for layers, by their sources. */
export type Kept<Picture, Outline> = {
  texts: Map<string, DesignText>;
  outlines: Map<string, Outline>;
  pictures: Map<string, AtHand<Picture>>;
};

/** The size of each cache. */
const mostKept = 2_000;

function keep<Value>(kept: Map<string, Value> | undefined, key: string, make: () => Value): Value {
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (kept !== undefined && kept.size >= mostKept) kept.clear();
  kept?.set(key, made);
  return made;
}

type Pen<Picture, Outline> = { context: DesignCanvas<Picture, Outline>; scale: number } & {
  means: DesignMeans<Picture, Outline>;
};

/** The slant of a synthesised italic, and the outline of a synthesised bold as a share of the text size. */
const [slant, boldStroke] = [0.2, 0.035];

/** Draws a design at a scale (px of the picture per px of the canvas), its corner at 0, 0. */
export function drawDesign<Picture, Outline>(
  context: DesignCanvas<Picture, Outline>,
  design: Design,
  { scale, means }: { scale: number; means: DesignMeans<Picture, Outline> },
): void {
  context.save();
  context.transform(scale, 0, 0, scale, 0, 0);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = design.background;
  context.fillRect(0, 0, design.width, design.height);
  drawLayers(context, design.layers, { scale, means });
  context.restore();
}

/** Draws layers, the first one first, on a context that counts in px of the canvas. */
export function drawLayers<Picture, Outline>(
  context: DesignCanvas<Picture, Outline>,
  layers: readonly Layer[],
  { scale, means }: { scale: number; means: DesignMeans<Picture, Outline> },
): void {
  for (const layer of layers) {
    if (layer.isHidden || layer.opacity === 0) continue;
    context.save();
    context.globalAlpha = layer.opacity;
    const [x, y] = [layer.x + layer.width / 2, layer.y + layer.height / 2];
    const angle = (layer.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    context.transform(cos, sin, -sin, cos, x, y);
    context.transform(1, 0, 0, 1, -layer.width / 2, -layer.height / 2);
    drawLayer(layer, { context, scale, means });
    context.restore();
  }
}

function drawLayer<Picture, Outline>(layer: Layer, pen: Pen<Picture, Outline>): void {
  const { context } = pen;
  switch (layer.kind) {
    case 'text':
      return drawText(layer, pen);
    case 'image':
      return drawImage(layer, pen);
    case 'sign': {
      const sign = pen.means.pictureOf(pictureOfLayer(layer));
      if (sign === undefined) return;
      castShadow(layer, pen);
      return drawPart(context, sign.picture, { from: { x: 0, y: 0, ...sizeOf(sign) }, to: inBox(layer) });
    }
    case 'shape': {
      const outline = outlineOf(shapePath(layer.shape, layer), pen.means);
      castShadow(layer, pen);
      if (layer.fill !== null) {
        context.fillStyle = layer.fill;
        context.fill(outline);
        endShadow(context);
      }
      return drawBorder(layer.border, outline, context);
    }
    default:
      layer satisfies never;
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });
const inBox = ({ width, height }: Size): Rect => ({ x: 0, y: 0, width, height });

const outlineOf = <Picture, Outline>(path: string, means: DesignMeans<Picture, Outline>): Outline =>
  keep(means.kept?.outlines, path, () => means.outlineOf(path));

// NOTE a canvas counts shadows in px of the picture, whatever its transformation.
function castShadow<Picture, Outline>({ shadow }: Layer, { context, scale }: Pen<Picture, Outline>): void {
  if (shadow === null) return;
  context.shadowColor = shadow.colour;
  context.shadowBlur = shadow.blur * scale;
  context.shadowOffsetX = shadow.x * scale;
  context.shadowOffsetY = shadow.y * scale;
}

function endShadow<Picture, Outline>(context: DesignCanvas<Picture, Outline>): void {
  context.shadowColor = 'rgba(0,0,0,0)';
}

function drawBorder<Picture, Outline>(
  border: Border | null,
  outline: Outline,
  context: DesignCanvas<Picture, Outline>,
): void {
  if (border === null || border.width === 0) return;
  context.strokeStyle = border.colour;
  context.lineWidth = border.width;
  context.lineJoin = 'round';
  context.lineCap = border.style === 'dotted' ? 'round' : 'butt';
  context.setLineDash(dashesOf(border.style, border.width));
  context.stroke(outline);
  context.setLineDash([]);
}

function drawImage<Picture, Outline>(layer: ImageLayer, pen: Pen<Picture, Outline>): void {
  const { context, means } = pen;
  const found = means.pictureOf(layer.source);
  if (found === undefined) return;
  const { whole = null } = layer;
  const crop = whole === null ? layer.crop : wholePicture;
  const to = whole === null ? inBox(layer) : wholeIn(layer, { found, side: whole });
  const from = {
    x: crop.x * found.width,
    y: crop.y * found.height,
    width: crop.width * found.width,
    height: crop.height * found.height,
  };
  const outline = outlineOf(shapePath(layer.mask ?? 'rect', layer), means);
  if (layer.shadow !== null && layer.mask !== null) {
    castShadow(layer, pen);
    context.fillStyle = '#000000';
    context.fill(outline);
    endShadow(context);
  }
  context.save();
  if (layer.mask !== null) context.clip(outline);
  else castShadow(layer, pen);
  if (hasFilters(layer.filters)) {
    const changed = filtered({ ...layer, crop }, { found, from }, pen);
    drawPart(context, changed.picture, { from: inBox(changed), to });
  } else drawPart(context, found.picture, { from, to });
  context.restore();
  drawBorder(layer.border, outline, context);
}

/** The position of a picture in a box that shows all of it, at one side or in the middle. */
function wholeIn(box: Size, { found, side }: { found: Size; side: NonNullable<ImageLayer['whole']> }): Rect {
  const scale = Math.min(box.width / found.width, box.height / found.height);
  const [width, height] = [found.width * scale, found.height * scale];
  const x = (box.width - width) * { left: 0, center: 0.5, right: 1 }[side];
  return { x, y: (box.height - height) / 2, width, height };
}

/** The longest side of a picture that is filtered, px. */
const longestFiltered = 1600;

function filtered<Picture, Outline>(
  { source, filters, crop }: ImageLayer,
  { found, from }: { found: AtHand<Picture>; from: Rect },
  { means }: Pen<Picture, Outline>,
): AtHand<Picture> {
  return keep(means.kept?.pictures, JSON.stringify([source, filters, crop]), () => {
    const shrunk = Math.min(1, longestFiltered / Math.max(from.width, from.height));
    const size = {
      width: Math.max(1, Math.round(from.width * shrunk)),
      height: Math.max(1, Math.round(from.height * shrunk)),
    };
    const surface = means.newSurface(size);
    surface.context.imageSmoothingEnabled = true;
    surface.context.imageSmoothingQuality = 'high';
    const halvings = halvingsOf(filters.blur);
    if (halvings === 0) drawPart(surface.context, found.picture, { from, to: inBox(size) });
    else drawBlurred(surface.context, { picture: found.picture, from, to: inBox(size), halvings }, means);
    surface.changePixels((pixels) => filterPixels(pixels, filters));
    return { picture: surface.picture, ...size };
  });
}

/** A laid-out text layer; undefined until its fonts are loaded. */
export function textOfLayer<Picture, Outline>(
  layer: TextLayer,
  means: DesignMeans<Picture, Outline>,
): DesignText | undefined {
  const textMeans = means.textMeansFor(layer);
  if (textMeans === undefined) return undefined;
  const { text, width, height, size, align, fits, isUnderlined, isStruck, font, isBold, isItalic } = layer;
  const style = [text, width, fits ? height : 0, size, align, fits, isUnderlined, isStruck, font, isBold, isItalic];
  return keep(means.kept?.texts, JSON.stringify(style), () => designText(layer, textMeans));
}

function drawText<Picture, Outline>(layer: TextLayer, pen: Pen<Picture, Outline>): void {
  const { context, means } = pen;
  const text = textOfLayer(layer, means);
  const style = means.textMeansFor(layer);
  if (text === undefined || style === undefined) return;
  const bold = style.isEmboldened ? boldStroke * text.size : 0;
  const isOutlined = layer.outline !== null && layer.outline.width > 0;
  const way = { pen, isSlanted: style.isSlanted };
  castShadow(layer, pen);
  if (layer.outline !== null && isOutlined) {
    // The outline is drawn under all letters, so that it covers none of them.
    for (const piece of text.pieces)
      if (piece.kind === 'glyphs')
        drawGlyphs(piece, {
          ...way,
          stroke: layer.outline.width * 2 + bold,
          fills: false,
          colour: layer.outline.colour,
        });
    endShadow(context);
  }
  for (const piece of text.pieces) {
    if (piece.kind === 'glyphs') drawGlyphs(piece, { ...way, stroke: bold, fills: true, colour: layer.colour });
    else if (piece.kind === 'line') {
      context.fillStyle = layer.colour;
      context.fillRect(piece.rect.x, piece.rect.y, piece.rect.width, piece.rect.height);
    } else {
      const emoji = means.pictureOf(emojiPicture(piece.emoji));
      if (emoji !== undefined) drawPart(context, emoji.picture, { from: inBox(emoji), to: piece.rect });
    }
  }
}

type Glyphs = { path: string; x: number; y: number };
type GlyphStyle<Picture, Outline> = {
  pen: Pen<Picture, Outline>;
  isSlanted: boolean;
  stroke: number;
  fills: boolean;
  colour: string;
};

function drawGlyphs<Picture, Outline>(
  { path, x, y }: Glyphs,
  { pen: { context, means }, isSlanted, stroke, fills, colour }: GlyphStyle<Picture, Outline>,
): void {
  if (path === '') return;
  const outline = outlineOf(path, means);
  context.save();
  context.transform(1, 0, isSlanted ? -slant : 0, 1, x, y);
  context.fillStyle = colour;
  if (fills) context.fill(outline);
  if (stroke > 0) {
    context.strokeStyle = colour;
    context.lineWidth = stroke;
    context.lineJoin = 'round';
    context.stroke(outline);
  }
  context.restore();
}
