/** The files that drawing a design needs. */
import type { Design, ImageLayer, Layer, IconLayer, TextLayer } from '#rules/design/design.ts';
import { emojiIn } from '../text/clusters.ts';

/** The name of an emoji's or icon's picture; an icon in another colour is another picture. */
const iconPicture = ({ set, sign, colour }: Pick<IconLayer, 'set' | 'sign' | 'colour'>): string =>
  set === 'emoji' ? `sign:emoji:${sign}` : `sign:icon:${sign}:${colour}`;

/** The name of the picture that a layer shows. */
export const pictureOfLayer = (layer: ImageLayer | IconLayer): string =>
  layer.kind === 'image' ? layer.source : iconPicture(layer);

/** Which pictures layers show: addresses, icons, and emoji within texts by `emojiPicture(…)`. */
export type Needs = {
  sources: readonly string[];
  signs: readonly Pick<IconLayer, 'set' | 'sign' | 'colour'>[];
  emoji: readonly string[];
  texts: readonly TextLayer[];
};

/** Looking for emoji takes a text apart, and a pull asks for those of all texts with each frame. */
const emojiBy = new WeakMap<TextLayer, readonly string[]>();
function emojiOf(layer: TextLayer): readonly string[] {
  const emoji = emojiBy.get(layer) ?? emojiIn(layer.text);
  emojiBy.set(layer, emoji);
  return emoji;
}

/** The files that layers need, each once; hidden layers need none. */
export function needsOf(design: Pick<Design, 'layers'>): Needs {
  const layers = design.layers.filter(({ isHidden }) => !isHidden);
  const signs = new Map(
    layers.flatMap((layer) => (layer.kind === 'sign' ? [[pictureOfLayer(layer), layer] as const] : [])),
  );
  const texts = layers.filter((layer): layer is TextLayer => layer.kind === 'text');
  return {
    sources: [...new Set(layers.flatMap((layer: Layer) => (layer.kind === 'image' ? [layer.source] : [])))],
    signs: [...signs.values()],
    emoji: [...new Set(texts.flatMap(emojiOf))],
    texts,
  };
}
