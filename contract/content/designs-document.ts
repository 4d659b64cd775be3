/** The document of a design as it is stored and opened: checked, and opened as far as it can be read. */
import { z } from 'zod';
import {
  alignments,
  canvasSides,
  emptyDesign,
  lineStyles,
  longestText,
  mostLayers,
  noFilters,
  shapes,
  wholePicture,
  wholes,
  type Design,
  type Layer,
} from '#rules/design/design.ts';
import { colourRoles, fontRoles, paintRoles } from '#rules/design/kit.ts';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);
const share = z.number().min(0).max(1);
const coordinate = z.number().min(-100_000).max(100_000);
const side = z.number().min(0.1).max(100_000);
const side4096 = z.number().int().min(canvasSides.least).max(canvasSides.most);

const border = z.object({ colour, width: z.number().min(0).max(500), style: z.enum(lineStyles) });
const shadow = z.object({
  colour,
  blur: z.number().min(0).max(200),
  x: z.number().min(-500).max(500),
  y: z.number().min(-500).max(500),
});

const paint = z.enum(paintRoles).optional();
const roles = z.object({
  colour: paint,
  fill: paint,
  border: paint,
  outline: paint,
  shadow: paint,
  font: z.enum(fontRoles).optional(),
  content: z.enum(['logo', 'name']).optional(),
});

const common = {
  id: z.string().min(1).max(64),
  name: z.string().max(200).default(''),
  x: coordinate,
  y: coordinate,
  width: side,
  height: side,
  rotation: z.number().min(-100_000).max(100_000).default(0),
  opacity: share.default(1),
  isLocked: z.boolean().default(false),
  isHidden: z.boolean().default(false),
  group: z.string().max(64).nullable().default(null),
  shadow: shadow.nullable().default(null),
  roles: roles.optional(),
};

const text = z.object({
  ...common,
  kind: z.literal('text'),
  text: z.string().max(longestText),
  font: z.string().max(100).default('Arial'),
  size: z.number().min(1).max(4_000),
  colour: colour.default('#000000'),
  isBold: z.boolean().default(false),
  isItalic: z.boolean().default(false),
  isUnderlined: z.boolean().default(false),
  isStruck: z.boolean().default(false),
  align: z.enum(alignments).default('left'),
  outline: z
    .object({ colour, width: z.number().min(0).max(500) })
    .nullable()
    .default(null),
  fits: z.boolean().default(false),
});

/** Only addresses of this product: stored files and results of a source. Nothing is loaded from elsewhere. */
const source = z
  .string()
  .max(4_000)
  .regex(/^\/(?!\/)[^\\\s]*$/);

const filters = z.object({
  brightness: z.number().min(-1).max(1),
  contrast: z.number().min(-1).max(1),
  blur: share,
  grey: z.boolean(),
});

const image = z.object({
  ...common,
  kind: z.literal('image'),
  source,
  crop: z
    .object({ x: share, y: share, width: z.number().min(0.001).max(1), height: z.number().min(0.001).max(1) })
    .default(wholePicture),
  filters: filters.default(noFilters),
  mask: z.enum(shapes).nullable().default(null),
  border: border.nullable().default(null),
  whole: z.enum(wholes).nullable().optional(),
});

const shape = z.object({
  ...common,
  kind: z.literal('shape'),
  shape: z.enum(shapes),
  fill: colour.nullable(),
  border: border.nullable().default(null),
});

const sign = z.object({
  ...common,
  kind: z.literal('sign'),
  set: z.enum(['emoji', 'icon']),
  sign: z.string().regex(/^[a-z0-9-]{1,100}$/),
  colour: colour.default('#000000'),
});

const layer = z.discriminatedUnion('kind', [text, image, shape, sign]) satisfies z.ZodType<Layer>;

/** A brand kit, in a design and as it is saved. */
export const kitDocument = z.object({
  name: z.string().max(200),
  logo: source.nullable(),
  colours: z.record(z.enum(colourRoles), colour),
  fonts: z.record(z.enum(fontRoles), z.string().max(100)),
});

/** A complete design, as the editor saves it. */
export const designDocument = z.object({
  version: z.literal(1),
  width: side4096,
  height: side4096,
  background: colour,
  layers: z.array(layer).max(mostLayers),
  backgroundRole: z.enum(paintRoles).nullable().optional(),
  kit: kitDocument.nullable().optional(),
}) satisfies z.ZodType<Design>;

/**
 * The readable part of a stored document, and the number of unreadable layers. `isBroken`: not even its canvas could be
 * read.
 */
export type OpenedDesign = { design: Design; lostLayers: number; isBroken: boolean };

/** Opens a stored document as far as it can be read; never throws. A second layer with the same id is lost too. */
export function openDesign(stored: unknown): OpenedDesign {
  const canvas = z
    .looseObject({
      width: side4096.catch(emptyDesign.width),
      height: side4096.catch(emptyDesign.height),
      background: colour.catch(emptyDesign.background),
      layers: z.array(z.unknown()).catch([]),
      backgroundRole: z.enum(paintRoles).nullable().optional().catch(null),
      kit: kitDocument.nullable().optional().catch(null),
      version: z.literal(1),
    })
    .safeParse(stored);
  if (!canvas.success) return { design: emptyDesign, lostLayers: 0, isBroken: true };
  const { width, height, background, backgroundRole, kit, layers: found } = canvas.data;
  const layers = new Map<string, Layer>();
  for (const each of found.slice(0, mostLayers)) {
    const read = layer.safeParse(each);
    if (read.success && !layers.has(read.data.id)) layers.set(read.data.id, read.data);
  }
  const branded = {
    ...(backgroundRole === undefined ? {} : { backgroundRole }),
    ...(kit === undefined ? {} : { kit }),
  };
  const design: Design = { version: 1, width, height, background, ...branded, layers: [...layers.values()] };
  return { design, lostLayers: found.length - layers.size, isBroken: false };
}
