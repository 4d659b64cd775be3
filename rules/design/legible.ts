/** Colours of a kit that can be read on what they stand on. */
import type { Design, Layer } from './design.ts';
import { contrastOf, luminanceOf, type Colour, type Kit } from './kit.ts';

/** The least contrast of words and icons that a kit colours; WCAG 2.2 asks 3 of large text. */
const least = 3;

const contrast = (one: Colour, other: Colour): number => contrastOf(luminanceOf(one), luminanceOf(other));

/** Gives words and icons that stand for a role another colour of the kit where theirs cannot be read. */
export function legible(design: Design, kit: Kit): Design {
  const layers = design.layers.map((layer, at) => {
    if (layer.kind !== 'text' && layer.kind !== 'sign') return layer;
    if (layer.roles?.colour === undefined || (layer.kind === 'text' && layer.outline !== null)) return layer;
    const under = colourUnder(layer, design, at);
    if (under === null || contrast(layer.colour, under) >= least) return layer;
    return { ...layer, colour: readable(under, kit) };
  });
  return { ...design, layers };
}

/** The first colour of a kit that can be read on another, the ones for show first. */
function readable(under: Colour, { colours }: Kit): Colour {
  const choices = [colours.primary, colours.accent, colours.secondary, colours.text, colours.background];
  return (
    choices.find((colour) => contrast(colour, under) >= least) ?? (luminanceOf(under) > 0.18 ? '#000000' : '#ffffff')
  );
}

/** The colour of what lies under the middle of a layer; null for a picture. */
export function colourUnder(layer: Layer, { layers, background }: Design, at: number): Colour | null {
  const [x, y] = [layer.x + layer.width / 2, layer.y + layer.height / 2];
  const under = layers
    .slice(0, at)
    .findLast(
      (each) =>
        !each.isHidden &&
        each.opacity >= 0.5 &&
        (each.kind === 'image' || (each.kind === 'shape' && each.fill !== null)) &&
        x >= each.x &&
        x <= each.x + each.width &&
        y >= each.y &&
        y <= each.y + each.height,
    );
  if (under === undefined) return background;
  return under.kind === 'shape' ? under.fill : null;
}
