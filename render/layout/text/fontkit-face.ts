import { create, type Font, type FontCollection } from 'fontkit';
import type { Direction, Face } from './face.ts';
import { allowNullAnchors } from './null-anchors.ts';

// NOTE `path` is computed on first use, since measuring does not need it.
type Run = { advance: number; glyphs: readonly { of: { path: Outline }; x: number; y: number }[] };
type Outline = {
  scale: (x: number, y: number) => Outline;
  translate: (x: number, y: number) => Outline;
  toSVG: () => string;
};

const maxRuns = 2_000;

/**
 * Opens a font file (ttf, otf, woff, woff2); `id` identifies its content. Throws for a file that is not a font, or a
 * collection. Shaped runs are cached, since lines are measured often and the same words return in every frame.
 */
export function openFace(bytes: Uint8Array, id: string): Face {
  const font = fontIn(bytes);
  const runs = new Map<string, Run>();

  function runOf(text: string, direction: Direction): Run {
    const key = `${direction} ${text}`;
    const known = runs.get(key);
    if (known !== undefined) return known;
    const run = layOut(font, text, direction);
    if (runs.size >= maxRuns) runs.clear();
    runs.set(key, run);
    return run;
  }

  return {
    id,
    ascent: font.ascent / font.unitsPerEm,
    descent: -font.descent / font.unitsPerEm,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    measure: (text, direction) => runOf(text, direction).advance / font.unitsPerEm,
    shape: (text, { size, direction }) => {
      const { advance, glyphs } = runOf(text, direction);
      const scale = size / font.unitsPerEm;
      const path = glyphs
        .map(({ of, x, y }) =>
          of.path
            .scale(scale, -scale)
            .translate(x * scale, -y * scale)
            .toSVG(),
        )
        .join('');
      return { path, width: advance * scale };
    },
  };
}

// NOTE fontkit accepts any byte array; its types name only Node's Buffer. A method's parameter may be wider than its
// type says.
const engine: { open(bytes: Uint8Array): Font | FontCollection } = { open: create };

function fontIn(bytes: Uint8Array): Font {
  const opened = engine.open(bytes);
  if ('fonts' in opened) throw new TypeError('a collection of fonts is not one face');
  allowNullAnchors(opened);
  return opened;
}

function layOut(font: Font, text: string, direction: Direction): Run {
  const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, direction);
  let pen = 0;
  const placed = glyphs.map((of, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const glyph = { of, x: pen + xOffset, y: yOffset };
    pen += xAdvance;
    return glyph;
  });
  return { advance: pen, glyphs: placed };
}
