import type { Design, Layer } from '#rules/design/design.ts';
import { textOfLayer, type DesignMeans } from '#render/layout/design/index.ts';
import type { WebPicture } from './web-canvas.ts';

/** Sets the height of every visible text that grows with its words to the height of its lines. `settled`
 * are layers whose height is right already. */
export function measureTexts(
  design: Design,
  { means, settled }: { means: DesignMeans<WebPicture, Path2D>; settled: WeakSet<Layer> },
): Design {
  let isChanged = false;
  const layers = design.layers.map((layer) => {
    if (layer.kind !== 'text' || layer.fits || layer.isHidden || settled.has(layer)) return layer;
    const text = textOfLayer(layer, means);
    if (text === undefined) return layer;
    if (Math.abs(text.height - layer.height) < 0.01) {
      settled.add(layer);
      return layer;
    }
    isChanged = true;
    return { ...layer, height: Math.max(1, text.height) };
  });
  return isChanged ? { ...design, layers } : design;
}
