/** A design as a finished picture, drawn without a browser. */
import { createHash } from 'node:crypto';
import type { Path2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Design, TextLayer } from '#rules/design/design.ts';
import { loadPicture, type NodePicture } from '#render/canvas/platform.ts';
import {
  drawDesign,
  emojiPicture,
  facesNeeded,
  needsOf,
  pictureOfLayer,
  type AtHand,
  type DesignMeans,
  type FallbackFont,
  type Typeface,
} from '#render/layout/design/index.ts';
import { blankIcon, sizedSvg } from '#render/layout/design/icons.ts';
import type { Size } from '#render/layout/geometry.ts';
import type { Face } from '#render/layout/text/face.ts';
import { openFace } from '#render/layout/text/fontkit-face.ts';
import { designPlatform, newDesignSurface } from './platform.ts';

/** The files that a design names; null for missing ones. */
export type DesignFiles = {
  typefaces: readonly Typeface[];
  /** The fonts of further scripts. */
  fallbackFonts: readonly FallbackFont[];
  /** A font file by its name among the files a text needs. */
  openFont: (name: string) => Promise<Uint8Array>;
  /** A stored picture by its address. */
  openPicture: (source: string) => Promise<Buffer | null>;
  /** The drawing of an emoji or icon by its name, as SVG. */
  iconDrawing: (sign: { set: 'emoji' | 'icon'; sign: string; colour: string }) => string | undefined;
  /** The drawing of an emoji by its characters. */
  emojiSvg: (emoji: string) => string | undefined;
};

/** A drawn picture. `missing`: the addresses of pictures that could not be opened and are left out. */
export type DrawnPicture = { bytes: Buffer; contentType: 'image/png' | 'image/jpeg'; missing: readonly string[] };

/** Everything a design needs, opened. */
export type OpenedFiles = { means: DesignMeans<NodePicture, Path2D>; missing: readonly string[] };

const faces = new Map<string, Face>();

/** Opens the files of a design. Font files stay open as long as the process. */
export async function openDesignFiles(design: Design, files: DesignFiles): Promise<OpenedFiles> {
  const needs = needsOf(design);
  const pictures = new Map<string, AtHand<NodePicture>>();
  const missing: string[] = [];
  for (const source of needs.sources) {
    const opened = await openPicture(source, files);
    if (opened === null) missing.push(source);
    else pictures.set(source, opened);
  }
  for (const icon of needs.icons) {
    const svg = files.iconDrawing(icon);
    // Opened large enough for any canvas: an SVG is only as sharp as the size it was opened with.
    if (svg !== undefined) pictures.set(pictureOfLayer({ ...blankIcon, ...icon }), await loadPicture(svgAt(svg)));
  }
  for (const emoji of needs.emoji) {
    const svg = files.emojiSvg(emoji);
    if (svg !== undefined) pictures.set(emojiPicture(emoji), await loadPicture(svgAt(svg)));
  }
  for (const text of needs.texts) await openFaces(text, files);
  const kept = { texts: new Map(), outlines: new Map(), pictures: new Map() };
  return {
    missing,
    means: {
      ...designPlatform,
      kept,
      pictureOf: (name) => pictures.get(name),
      textMeansFor: (layer) => textMeansOf(layer, { files, pictures }),
    },
  };
}

/** An SVG that is opened at 512 px. */
const svgAt = (svg: string): Buffer => Buffer.from(sizedSvg(svg));

async function openPicture(source: string, files: DesignFiles): Promise<AtHand<NodePicture> | null> {
  const bytes = await files.openPicture(source);
  if (bytes === null) return null;
  try {
    return await loadPicture(await upright(bytes));
  } catch {
    return null; // not a picture: it is listed as missing
  }
}

/** Browsers rotate a photo as its EXIF says; the server's canvas does not. */
async function upright(bytes: Buffer): Promise<Buffer> {
  const { orientation = 1 } = await sharp(bytes).metadata();
  return orientation === 1 ? bytes : sharp(bytes).rotate().toBuffer();
}

async function openFaces(layer: TextLayer, files: DesignFiles): Promise<void> {
  for (const name of facesNeeded(files, layer, layer.text).faces) {
    if (faces.has(name)) continue;
    const bytes = await files.openFont(name);
    faces.set(name, openFace(bytes, createHash('sha256').update(bytes).digest('hex')));
  }
}

type AtServer = { files: DesignFiles; pictures: ReadonlyMap<string, AtHand<NodePicture>> };

function textMeansOf(layer: TextLayer, { files, pictures }: AtServer) {
  const needed = facesNeeded(files, layer, layer.text);
  const [first, ...others] = needed.faces.flatMap((name) => faces.get(name) ?? []);
  if (first === undefined) return undefined;
  return {
    fonts: { faces: [first, ...others] as const, slanted: needed.isSlanted, emboldened: needed.isEmboldened },
    hasEmoji: (emoji: string) => pictures.has(emojiPicture(emoji)),
    isSlanted: needed.isSlanted,
    isEmboldened: needed.isEmboldened,
  };
}

/** Draws a design to fill a size, centred on its background where the proportions differ. */
export async function drawPicture(
  design: Design,
  { size, files, format }: { size: Size; files: DesignFiles; format: 'png' | 'jpeg' },
): Promise<DrawnPicture> {
  return drawOpened(design, { size, format, opened: await openDesignFiles(design, files) });
}

/** Draws a design whose files are already open. */
export async function drawOpened(
  design: Design,
  { size, opened: { means, missing }, format }: { size: Size; opened: OpenedFiles; format: 'png' | 'jpeg' },
): Promise<DrawnPicture> {
  const surface = newDesignSurface(size);
  paintDesign(surface.context, design, { size, means });
  const bytes = format === 'png' ? await surface.canvas.encode('png') : await surface.canvas.encode('jpeg', 92);
  return { bytes, contentType: `image/${format}`, missing };
}

/** Paints a design into a size in px: as large as fits, on its own background. */
export function paintDesign(
  context: ReturnType<typeof newDesignSurface>['context'],
  design: Design,
  { size, means }: { size: Size; means: DesignMeans<NodePicture, Path2D> },
): void {
  const scale = Math.min(size.width / design.width, size.height / design.height);
  context.fillStyle = design.background;
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  const [left, top] = [(size.width - design.width * scale) / 2, (size.height - design.height * scale) / 2];
  context.transform(1, 0, 0, 1, Math.round(left), Math.round(top));
  context.beginPath();
  context.clip(
    designPlatform.outlineOf(`M0 0H${Math.ceil(design.width * scale)}V${Math.ceil(design.height * scale)}H0Z`),
  );
  drawDesign(context, design, { scale, means });
  context.restore();
}
