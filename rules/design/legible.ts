/** Colours of a kit that are legible on their background. */
import type { Design, Layer } from './design.ts';
import { contrastOf, luminanceOf, type Colour, type Kit } from './kit.ts';

/** The least contrast of texts and icons in a kit's colours; WCAG 2.2 requires 3 for large text. */
const least = 3;

const contrast = (one: Colour, other: Colour): number => contrastOf(luminanceOf(one), luminanceOf(other));

/** Gives texts and icons with a role another colour of the kit if theirs is illegible. */
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

/** The first colour of a kit that is legible on another, decorative ones first. */
function readable(under: Colour, { colours }: Kit): Colour {
  const choices = [colours.primary, colours.accent, colours.secondary, colours.text, colours.background];
  return (
    choices.find((colour) => contrast(colour, under) >= least) ?? (luminanceOf(under) > 0.18 ? '#000000' : '#ffffff')
  );
}

/** The colour under the middle of a layer; null for a picture. */
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
