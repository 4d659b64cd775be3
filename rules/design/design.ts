/** A design of the image creator: a canvas and its layers, plain data. Lengths are px of the canvas. */
import type { Colour, FontRole, Kit, PaintRole } from './kit.ts';

/** How a line is drawn. */
export const lineStyles = ['solid', 'dashed', 'dashed-light', 'dotted'] as const;
export type LineStyle = (typeof lineStyles)[number];
/** The shapes of a layer; a picture can be cut to each of them too. */
export const shapes = ['square', 'round', 'rect', 'circle', 'triangle', 'star'] as const;
export type Shape = (typeof shapes)[number];
/** The alignment of a text's lines. */
export const alignments = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof alignments)[number];

/** A line around a layer. */
export type Border = { colour: Colour; width: number; style: LineStyle };
/** A shadow, whose direction does not turn with its layer. */
export type Shadow = { colour: Colour; blur: number; x: number; y: number };
/** Changes of a picture: 0 leaves it as it is; brightness and contrast from -1 to 1, blur from 0 to 1. */
export type Filters = { brightness: number; contrast: number; blur: number; grey: boolean };
/** The part of a picture that is shown, in shares of its width and height. */
export type Crop = { x: number; y: number; width: number; height: number };

/** The roles of a layer's properties in a brand kit, by which they follow another kit. */
export type Roles = {
  colour?: PaintRole | undefined;
  fill?: PaintRole | undefined;
  border?: PaintRole | undefined;
  outline?: PaintRole | undefined;
  shadow?: PaintRole | undefined;
  font?: FontRole | undefined;
  content?: 'logo' | 'name' | undefined;
};

/**
 * The properties of all layers. `x`, `y` is the top left corner before the layer is turned by `rotation` degrees about
 * its middle. Layers of one `group` are selected and moved together.
 */
export type Common = {
  id: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: number;
  opacity: number;
  isLocked: boolean;
  isHidden: boolean;
  group: string | null;
  shadow: Shadow | null;
  roles?: Roles | undefined;
};
/** A text. `fits`: `size` is the largest one, and the text shrinks to its box; otherwise the box grows with it. */
export type TextLayer = Common & {
  kind: 'text';
  text: string;
  font: string;
  size: number;
  colour: Colour;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  align: Alignment;
  outline: { colour: Colour; width: number } | null;
  fits: boolean;
};
/** The side of the box to which a picture that is shown whole is aligned. */
export const wholes = ['left', 'center', 'right'] as const;
/** A picture by its address, cropped to fill its box, or with `whole` scaled to fit into the box completely. */
export type ImageLayer = Common & {
  kind: 'image';
  source: string;
  crop: Crop;
  filters: Filters;
  mask: Shape | null;
  border: Border | null;
  whole?: (typeof wholes)[number] | null | undefined;
};
/** A shape, filled or with a border or both. */
export type ShapeLayer = Common & { kind: 'shape'; shape: Shape; fill: Colour | null; border: Border | null };
/** An emoji or an icon by its name; `colour` applies to icons only. */
export type IconLayer = Common & { kind: 'sign'; set: 'emoji' | 'icon'; sign: string; colour: Colour };

/** One layer of a design. */
export type Layer = TextLayer | ImageLayer | ShapeLayer | IconLayer;
/** A whole design; the first layer is at the bottom. `kit` is the one that was applied last. */
export type Design = {
  version: 1;
  width: number;
  height: number;
  background: Colour;
  layers: readonly Layer[];
  backgroundRole?: PaintRole | null | undefined;
  kit?: Kit | null | undefined;
};

/** The most layers of a design. */
export const mostLayers = 500;
/** The shortest and the longest side of a canvas, px. */
export const canvasSides = { least: 16, most: 4096 } as const;
/** The maximum length of the text of one layer, characters. */
export const longestText = 5_000;

/** A canvas of 700 × 394, white and empty. */
export const emptyDesign: Design = { version: 1, width: 700, height: 394, background: '#ffffff', layers: [] };
/** A picture without changes. */
export const noFilters: Filters = { brightness: 0, contrast: 0, blur: 0, grey: false };
/** The whole of a picture. */
export const wholePicture: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The sizes that a canvas can have and in which a picture is downloaded. */
export const canvasSizes = [
  { id: 'default', name: 'Standard', width: 700, height: 394 },
  { id: 'square', name: 'Square', width: 1080, height: 1080 },
  { id: 'portrait', name: 'Portrait', width: 1080, height: 1350 },
  { id: 'story', name: 'Story', width: 1080, height: 1920 },
  { id: 'link', name: 'Link', width: 1200, height: 630 },
  { id: 'youtube', name: 'YouTube thumbnail', width: 1280, height: 720 },
] as const;
