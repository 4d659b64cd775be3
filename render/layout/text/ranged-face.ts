import type { Face } from './face.ts';

/** Code points from the first to the second of each pair, both included. */
export type Ranges = readonly (readonly [number, number])[];

/** Reads a CSS unicode-range: `'U+0-FF, U+131, U+4??' -> [[0, 255], [305, 305], [1024, 1279]]`. */
export function rangesOf(unicodeRange: string): Ranges {
  return unicodeRange.split(',').flatMap((part): [number, number][] => {
    const [, from = '', to = from] = /^U\+([\da-f?]+)(?:-([\da-f]+))?$/i.exec(part.trim()) ?? [];
    if (from === '') return [];
    return [[Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'f'), 16)]];
  });
}

/** Whether a text has a character in these ranges. */
export const needs = (ranges: Ranges, text: string): boolean =>
  Array.from(text).some((character) => inside(ranges, character.codePointAt(0) ?? 0));

/**
 * A face that serves only the characters of its ranges. A text without any of them is laid out the same whether or not
 * the face is opened.
 */
export const rangedFace = (face: Face, ranges: Ranges): Face => ({
  ...face,
  has: (codePoint) => inside(ranges, codePoint) && face.has(codePoint),
});

const inside = (ranges: Ranges, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
