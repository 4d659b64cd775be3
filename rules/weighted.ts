/**
 * Lengths as X counts them: a text in NFC, most letters of Latin, Greek, Cyrillic, Hebrew and Arabic scripts one, other
 * characters two, every emoji two, an address 23. Source: docs.x.com "Counting characters", twitter-text config v3.
 */

import { linksOf } from './links.ts';

const addressWeight = 23;
const emojiWeight = 2;
/** Characters of these ranges weigh one, all others two. */
const light: readonly (readonly [number, number])[] = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\d#*]️?⃣|\p{Regional_Indicator}/u;

/** An unbreakable piece of a text, with its position and weight. */
export type WeightedPiece = { text: string; index: number; weight: number };

/** The addresses and characters of a text, in order. */
export function weightedPieces(text: string): WeightedPiece[] {
  const pieces: WeightedPiece[] = [];
  let at = 0;
  for (const { from, to } of linksOf(text)) {
    addCharacters(pieces, text.slice(at, from), at);
    pieces.push({ text: text.slice(from, to), index: from, weight: addressWeight });
    at = to;
  }
  addCharacters(pieces, text.slice(at), at);
  return pieces;
}

/** `'crème 👍🏽 https://example.org/long' -> 5 + 1 + 2 + 1 + 23`. */
export const weightedLength = (text: string): number =>
  weightedPieces(text).reduce((sum, piece) => sum + piece.weight, 0);

function addCharacters(pieces: WeightedPiece[], text: string, offset: number): void {
  for (const { segment, index } of graphemes.segment(text))
    pieces.push({
      text: segment,
      index: offset + index,
      weight: emoji.test(segment) ? emojiWeight : plainWeight(segment),
    });
}

function plainWeight(character: string): number {
  let weight = 0;
  for (const point of character.normalize('NFC')) {
    const code = point.codePointAt(0) ?? 0;
    weight += light.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
  }
  return weight;
}
