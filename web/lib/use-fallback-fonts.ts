/** The fonts of further scripts in pages: for texts that the viewer's own system may have no font for. */
import { useEffect } from 'react';
import { loadPart } from './load-code.ts';
import { loadFallbackFonts } from './load-fallback-fonts.ts';

/** The family in which they are added to the page; the theme names it last, after the system's fonts. */
const fallbackFamily = 'Fallback Fonts';

/** Characters of these fonts, for a quick look. */
const further = new RegExp(
  String.raw`[\u0530-\u058f\u0980-\u0dff\u10a0-\u10ff\u2100-\u2bff\u2d00-\u2d2f\u3000-\u9fff\uac00-\ud7af]` +
    String.raw`|[\uf900-\ufaff\uff00-\uffef\u{1d400}-\u{1d7ff}\u{20000}-\u{323af}]`,
  'u',
);

const added = new Set<string>();

/**
 * Adds the fonts that a text may need to the page. The browser fetches the file of one only if the system has no font
 * for its characters.
 */
export function useFallbackFonts(text: string): void {
  useEffect(() => {
    if (!further.test(text)) return;
    // Without them the text is shown in the system's fonts.
    addFallbackFonts(text).catch(() => undefined);
  }, [text]);
}

async function addFallbackFonts(text: string): Promise<void> {
  const [{ fallbacksNeeded, rangeOfFile }, fonts] = await Promise.all([
    loadPart(() => import('#render/layout/text/fallback-fonts.ts')),
    loadFallbackFonts(),
  ]);
  for (const name of fallbacksNeeded(fonts, { text, isBold: false })) {
    if (added.has(name)) continue;
    added.add(name);
    document.fonts.add(
      new FontFace(fallbackFamily, `url("/fonts/${name}.ttf")`, { unicodeRange: rangeOfFile(fonts, name) }),
    );
  }
}
