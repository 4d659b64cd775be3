import type { TextLayer } from '#rules/design/design.ts';
import { facesNeeded, type FacesNeeded, type Fonts } from '#render/layout/design/index.ts';

const mostTexts = 1_000;

/** The faces that text layers need, worked out once for each font and text. */
export function rememberFaces(): {
  of: (layer: TextLayer, fonts: Fonts) => FacesNeeded;
  /** Forgets everything: the fonts have changed. */
  clear: () => void;
} {
  const byText = new Map<string, FacesNeeded>();
  let byLayer = new WeakMap<TextLayer, FacesNeeded>();
  return {
    of: (layer, fonts) => {
      const found = byLayer.get(layer);
      if (found !== undefined) return found;
      const key = JSON.stringify([layer.font, layer.isBold, layer.isItalic, layer.text]);
      const needed = byText.get(key) ?? facesNeeded(fonts, layer, layer.text);
      if (byText.size > mostTexts) byText.clear();
      byText.set(key, needed);
      byLayer.set(layer, needed);
      return needed;
    },
    clear: () => {
      byText.clear();
      byLayer = new WeakMap();
    },
  };
}
