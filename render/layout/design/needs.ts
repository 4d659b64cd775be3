/** The files that a design is drawn with. */
import type { Design, ImageLayer, Layer, IconLayer, TextLayer } from '#rules/design/design.ts';
import { emojiIn } from '../text/clusters.ts';

/** The name of an emoji's or icon's picture; an icon in another colour is another picture. */
const iconPicture = ({ set, sign, colour }: Pick<IconLayer, 'set' | 'sign' | 'colour'>): string =>
  set === 'emoji' ? `sign:emoji:${sign}` : `sign:icon:${sign}:${colour}`;

/** The name of the picture that a layer shows. */
export const pictureOfLayer = (layer: ImageLayer | IconLayer): string =>
  layer.kind === 'image' ? layer.source : iconPicture(layer);

/** The pictures that layers show: addresses, icons, and emoji within texts by `emojiPicture(…)`. */
export type Needs = {
  sources: readonly string[];
  icons: readonly Pick<IconLayer, 'set' | 'sign' | 'colour'>[];
  emoji: readonly string[];
  texts: readonly TextLayer[];
};

/** Cached, since finding emoji splits a text into clusters, and dragging needs those of all texts for each frame. */
const emojiBy = new WeakMap<TextLayer, readonly string[]>();
function emojiOf(layer: TextLayer): readonly string[] {
  const emoji = emojiBy.get(layer) ?? emojiIn(layer.text);
  emojiBy.set(layer, emoji);
  return emoji;
}

/** The files that layers need, each once; hidden layers need none. */
export function needsOf(design: Pick<Design, 'layers'>): Needs {
  const layers = design.layers.filter(({ isHidden }) => !isHidden);
  const icons = new Map(
    layers.flatMap((layer) => (layer.kind === 'sign' ? [[pictureOfLayer(layer), layer] as const] : [])),
  );
  const texts = layers.filter((layer): layer is TextLayer => layer.kind === 'text');
  return {
    sources: [...new Set(layers.flatMap((layer: Layer) => (layer.kind === 'image' ? [layer.source] : [])))],
    icons: [...icons.values()],
    emoji: [...new Set(texts.flatMap(emojiOf))],
    texts,
  };
}
