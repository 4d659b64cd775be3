/** Puts a design into another client's kit. Properties that have a role follow the kit; a person's own choices stay. */
import { largestOf, smallestOf } from '../numbers.ts';
import type { Design, Layer, Roles } from './design.ts';
import { fontRoles, luminanceOf, paintOf, paintRoles, plainKit, type Colour, type Kit, type PaintRole } from './kit.ts';
import { legible } from './legible.ts';

/** A property of a layer that can have a role of a kit. */
const paintFields = ['colour', 'fill', 'border', 'outline', 'shadow'] as const;
type PaintField = (typeof paintFields)[number];

/**
 * Applies a kit: colours and fonts of roles, the logo, or the name if there is no logo. Changes by hand since the
 * previous kit stay. A design without roles gets them from its appearance.
 */
export function applyKit(design: Design, kit: Kit): Design {
  const source = hasRoles(design) ? design : withGuessedRoles(design);
  const before = source.kit ?? null;
  const wanted = inKit(source, kit);
  if (before === null) return wanted;
  const expected = inKit(source, before);
  return {
    ...wanted,
    background: source.background === expected.background ? wanted.background : source.background,
    layers: source.layers.map((layer, at) =>
      keptByHand(layer, { expected: expected.layers[at], wanted: wanted.layers[at] }),
    ),
  };
}

const hasRoles = ({ backgroundRole, layers }: Design): boolean =>
  (backgroundRole ?? null) !== null || layers.some(({ roles }) => roles !== undefined && Object.keys(roles).length > 0);

/** A design completely in a kit: every property with a role gets the kit's colour, font, logo or name. */
export function inKit(design: Design, kit: Kit): Design {
  const { backgroundRole = null } = design;
  const painted: Design = {
    ...design,
    kit,
    background: backgroundRole === null ? design.background : paintOf(kit, backgroundRole),
    layers: design.layers.map((layer) => layerIn(layer, { kit, before: design.kit ?? plainKit })),
  };
  return legible(painted, kit);
}

type Kits = { kit: Kit; before: Kit };

function layerIn(layer: Layer, { kit, before }: Kits): Layer {
  const { roles } = layer;
  if (roles === undefined) return layer;
  const painted = paintFields.reduce((current, field) => {
    const role = roles[field];
    return role === undefined || paintIn(current, field) === null
      ? current
      : withPaint(current, field, paintOf(kit, role));
  }, layer);
  if (painted.kind === 'image' && roles.content === 'logo')
    return kit.logo === null ? { ...painted, isHidden: true } : { ...painted, source: kit.logo, isHidden: false };
  if (painted.kind !== 'text') return painted;
  const font = roles.font === undefined ? painted.font : kit.fonts[roles.font];
  if (roles.content !== 'name') return { ...painted, font };
  return {
    ...painted,
    font,
    text: painted.text === before.name ? kit.name : painted.text,
    isHidden: kit.logo !== null,
  };
}

/** A layer in the new kit, except for properties that differ from the previous kit. */
function keptByHand(
  layer: Layer,
  { expected, wanted }: { expected: Layer | undefined; wanted: Layer | undefined },
): Layer {
  if (expected === undefined || wanted === undefined) return layer;
  const painted = paintFields.reduce((current, field) => {
    const [now, was] = [paintIn(layer, field), paintIn(expected, field)];
    return now === null || now === was ? current : withPaint(current, field, now);
  }, wanted);
  if (painted.kind === 'text' && layer.kind === 'text' && expected.kind === 'text')
    return { ...painted, font: layer.font === expected.font ? painted.font : layer.font };
  const isReplaced = painted.kind === 'image' && layer.kind === 'image' && expected.kind === 'image';
  return isReplaced && layer.source !== expected.source ? layer : painted;
}

/** The colour in a field of a layer; null if it has none. */
function paintIn(layer: Layer, field: PaintField): Colour | null {
  if (field === 'shadow') return layer.shadow?.colour ?? null;
  if (field === 'colour') return layer.kind === 'text' || layer.kind === 'sign' ? layer.colour : null;
  if (field === 'fill') return layer.kind === 'shape' ? layer.fill : null;
  if (field === 'outline') return layer.kind === 'text' ? (layer.outline?.colour ?? null) : null;
  return layer.kind === 'shape' || layer.kind === 'image' ? (layer.border?.colour ?? null) : null;
}

function withPaint(layer: Layer, field: PaintField, colour: Colour): Layer {
  if (field === 'shadow') return layer.shadow === null ? layer : { ...layer, shadow: { ...layer.shadow, colour } };
  if (layer.kind === 'text') {
    if (field === 'colour') return { ...layer, colour };
    return layer.outline === null ? layer : { ...layer, outline: { ...layer.outline, colour } };
  }
  if (layer.kind === 'sign') return { ...layer, colour };
  if (layer.kind === 'shape' && field === 'fill') return { ...layer, fill: colour };
  return layer.border === null ? layer : { ...layer, border: { ...layer.border, colour } };
}

/** How far a colour is from grey, 0 to 1. */
function saturationOf(colour: Colour): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [most, least] = [largestOf(parts), smallestOf(parts)];
  return most === 0 ? 0 : (most - least) / most;
}

/**
 * Roles for a design that has none: the canvas is the background, its words the text; of the colours that
 * are not grey, the one with the largest area is the primary one, then the secondary and the accent; the largest text
 * has the font of headings.
 */
export function withGuessedRoles(design: Design): Design {
  const areas = new Map<Colour, number>();
  for (const layer of design.layers)
    for (const field of ['fill', 'colour', 'border'] as const) {
      const colour = paintIn(layer, field);
      if (colour !== null && saturationOf(colour) > 0.2)
        areas.set(colour, (areas.get(colour) ?? 0) + layer.width * layer.height);
    }
  const ranked = [...areas].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const known = new Map<Colour, PaintRole>();
  for (const [at, role] of (['primary', 'secondary', 'accent'] as const).entries()) {
    const colour = ranked[at];
    if (colour !== undefined) known.set(colour, role);
  }
  if (!known.has(design.background)) known.set(design.background, 'background');
  const largest = largestOf(
    design.layers.map((layer) => (layer.kind === 'text' ? layer.size : 0)),
    0,
  );
  return {
    ...design,
    backgroundRole: known.get(design.background) ?? 'background',
    layers: design.layers.map((layer) => ({ ...layer, roles: guessedFor(layer, { design, known, largest }) })),
  };
}

type Seen = { design: Design; known: ReadonlyMap<Colour, PaintRole>; largest: number };

function guessedFor(layer: Layer, { design, known, largest }: Seen): Roles {
  const roles: Roles = {};
  for (const field of ['colour', 'fill', 'border'] as const) {
    const colour = paintIn(layer, field);
    const role = colour === null ? undefined : known.get(colour);
    if (role !== undefined) roles[field] = role;
  }
  if (layer.kind !== 'text') return roles;
  if (roles.colour === undefined || roles.colour === 'background') {
    const under = fillUnder(layer, design);
    const role = under === null ? 'background' : known.get(under);
    const on = paintRoles.find((each) => each === `on-${role}`);
    if (on !== undefined) roles.colour = on;
    else if (roles.colour === undefined && isNeutral(layer.colour) && role === 'background') roles.colour = 'text';
  }
  roles.font = layer.size === largest ? fontRoles[0] : fontRoles[1];
  return roles;
}

const isNeutral = (colour: Colour): boolean => saturationOf(colour) <= 0.2 || luminanceOf(colour) < 0.03;

/** The colour of the topmost shape under a text; null if the text is on the canvas or on a picture. */
function fillUnder(text: Layer, { layers }: Design): Colour | null {
  const [x, y] = [text.x + text.width / 2, text.y + text.height / 2];
  const under = layers
    .slice(0, layers.indexOf(text))
    .findLast(
      (layer) =>
        layer.kind !== 'text' &&
        !layer.isHidden &&
        x >= layer.x &&
        x <= layer.x + layer.width &&
        y >= layer.y &&
        y <= layer.y + layer.height,
    );
  return under?.kind === 'shape' ? under.fill : null;
}
