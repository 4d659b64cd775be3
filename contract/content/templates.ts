/** A shipped template: a design whose colours and fonts are roles of a kit, with the kit for which it was made. */
import { z } from 'zod';
import { inKit } from '#rules/design/apply-kit.ts';
import { lineStyles, shapes, wholes, type Design, type Layer, type Roles } from '#rules/design/design.ts';
import { colourRoles, fontRoles, paintOf, paintRoles, plainKit, type Kit, type PaintRole } from '#rules/design/kit.ts';
import { cropToFill } from '#rules/design/layers.ts';
import { designDocument } from './designs-document.ts';

/** The purposes of templates, which are the sections of their list. */
export const templateKinds = [
  'announcement',
  'before-after',
  'birthday',
  'countdown',
  'event',
  'faq',
  'hiring',
  'hours',
  'how-to',
  'listing',
  'meme',
  'offer',
  'poll',
  'product',
  'quote',
  'recipe',
  'schedule',
  'seasonal',
  'stats',
  'team',
  'testimonial',
  'thanks',
  'tip',
] as const;

const hex = z.string().regex(/^#[0-9a-f]{6}$/);
const paint = z.enum(paintRoles);
const box = {
  name: z.string().max(100).default(''),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.number().default(0),
  opacity: z.number().default(1),
  shadow: z.object({ colour: paint, blur: z.number(), x: z.number(), y: z.number() }).optional(),
};
const border = z.object({ colour: paint, width: z.number(), style: z.enum(lineStyles) }).optional();

const text = z.strictObject({
  ...box,
  kind: z.literal('text'),
  text: z.string(),
  size: z.number(),
  colour: paint,
  font: z.enum(fontRoles),
  align: z.enum(['left', 'center', 'right']).default('left'),
  isBold: z.boolean().default(false),
  isItalic: z.boolean().default(false),
  outline: z.object({ colour: paint, width: z.number() }).optional(),
  fits: z.boolean().default(true),
  content: z.literal('name').optional(),
});
const filters = z.object({ brightness: z.number(), contrast: z.number(), blur: z.number(), grey: z.boolean() });
/** `source` is 'logo' or 'picture:<reference>', a built-in picture. */
const image = z.strictObject({
  ...box,
  kind: z.literal('image'),
  source: z.string().regex(/^logo$|^picture:[a-z0-9.~-]+$/),
  filters: filters.default({ brightness: 0, contrast: 0, blur: 0, grey: false }),
  mask: z.enum(shapes).nullable().default(null),
  border,
  whole: z.enum(wholes).optional(),
});
const shape = z.strictObject({
  ...box,
  kind: z.literal('shape'),
  shape: z.enum(shapes),
  fill: paint.nullable(),
  border,
});
const icon = z.strictObject({
  ...box,
  kind: z.literal('sign'),
  set: z.enum(['emoji', 'icon']),
  sign: z.string(),
  colour: paint.optional(),
});
type FileLayer = z.output<typeof text> | z.output<typeof image> | z.output<typeof shape> | z.output<typeof icon>;

/** A file of catalog/templates. */
export const templateFile = z.strictObject({
  name: z.string().min(1).max(100),
  kind: z.enum(templateKinds),
  words: z.array(z.string()).min(2),
  colours: z.record(z.enum(colourRoles), hex),
  fonts: z.record(z.enum(fontRoles), z.string()),
  width: z.number().int(),
  height: z.number().int(),
  background: paint,
  layers: z.array(z.discriminatedUnion('kind', [text, image, shape, icon])).min(3),
});

/** A template ready for use; its pictures' addresses come from `pictureAt`. */
export type Template = {
  id: string;
  name: string;
  kind: (typeof templateKinds)[number];
  words: string[];
  design: z.output<typeof designDocument>;
};

/** The sizes of the built-in pictures, px. */
const builtIn = { width: 1920, height: 1080 };
/** The placeholder of the logo until a kit has one; the layer is hidden until then. */
const noLogo = '/logo';

/** Reads a template's file. Throws if it is not a template or contains no valid design. */
export function openTemplate(
  id: string,
  file: unknown,
  pictureAt: (reference: string, title: string) => string,
): Template {
  const read = templateFile.parse(file);
  const kit: Kit = { name: plainKit.name, logo: null, colours: read.colours, fonts: read.fonts };
  const layers = read.layers.map((layer, at) => layerOf(layer, { id: `${id}-${at + 1}`, kit, pictureAt }));
  const { width, height, background } = read;
  const design: Design = {
    version: 1,
    width,
    height,
    background: paintOf(kit, background),
    backgroundRole: background,
    kit,
    layers,
  };
  // The design is stored with the kit's values, so that a later kit finds no property changed by hand.
  return { id, name: read.name, kind: read.kind, words: read.words, design: designDocument.parse(inKit(design, kit)) };
}

type Making = { id: string; kit: Kit; pictureAt: (reference: string, title: string) => string };

function layerOf(layer: FileLayer, { id, kit, pictureAt }: Making): Layer {
  const roles: Roles = {};
  const { shadow } = layer;
  const paintedWith = (field: 'colour' | 'fill' | 'border' | 'outline' | 'shadow', role: PaintRole): string => {
    roles[field] = role;
    return paintOf(kit, role);
  };
  const common = {
    id,
    name: layer.name,
    x: layer.x,
    y: layer.y,
    width: layer.width,
    height: layer.height,
    rotation: layer.rotation,
    opacity: layer.opacity,
    isLocked: false,
    isHidden: false,
    group: null,
    shadow: shadow === undefined ? null : { ...shadow, colour: paintedWith('shadow', shadow.colour) },
    roles,
  };
  const lineOf = (line: z.output<typeof border>) =>
    line === undefined ? null : { ...line, colour: paintedWith('border', line.colour) };
  switch (layer.kind) {
    case 'text': {
      roles.font = layer.font;
      roles.content = layer.content;
      const { kind, text: words, size, align, isBold, isItalic, fits, outline } = layer;
      return {
        ...common,
        kind,
        text: words,
        size,
        align,
        isBold,
        isItalic,
        fits,
        isUnderlined: false,
        isStruck: false,
        font: kit.fonts[layer.font],
        colour: paintedWith('colour', layer.colour),
        outline: outline === undefined ? null : { ...outline, colour: paintedWith('outline', outline.colour) },
      };
    }
    case 'image': {
      const { kind, source, filters: changes, mask, whole } = layer;
      const isLogo = source === 'logo';
      if (isLogo) roles.content = 'logo';
      return {
        ...common,
        kind,
        isHidden: isLogo,
        source: isLogo ? noLogo : pictureAt(source.slice('picture:'.length), layer.name),
        crop: isLogo ? { x: 0, y: 0, width: 1, height: 1 } : cropToFill(builtIn, layer),
        filters: changes,
        mask,
        border: lineOf(layer.border),
        ...(whole === undefined ? {} : { whole }),
      };
    }
    case 'shape':
      return {
        ...common,
        kind: layer.kind,
        shape: layer.shape,
        fill: layer.fill === null ? null : paintedWith('fill', layer.fill),
        border: lineOf(layer.border),
      };
    case 'sign': {
      const { kind, set, sign: name, colour } = layer;
      return {
        ...common,
        kind,
        set,
        sign: name,
        colour: colour === undefined ? '#000000' : paintedWith('colour', colour),
      };
    }
    default:
      return layer satisfies never;
  }
}
