import type { Hint } from '#render/layout/index.ts';

/** A hint as a sentence that says what to do. */
export function hintWords(hint: Hint): string {
  switch (hint.kind) {
    case 'low-contrast':
      return 'The text and its background are close in color. A darker or lighter one is easier to read.';
    case 'text-over-logo':
      return 'The text covers the logo. Another position keeps both readable.';
    case 'text-over-watermark':
      return 'The text covers the watermark. Another position keeps both readable.';
    case 'text-shrunk':
      return `The text does not fit at size ${hint.wanted}, so it is drawn at ${Math.round(hint.size)}.`;
    case 'no-glyphs':
      return `No font has ${hint.graphemes.slice(0, 5).join(' ')}. The video leaves this out.`;
    default:
      return hint satisfies never;
  }
}
