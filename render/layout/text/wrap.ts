import { largestOf } from '#rules/numbers.ts';

/** A word with its width and the width of the space behind it, in shares of the text size. */
export type MeasuredWord = { start: number; end: number; next: number; width: number; space: number };

/** A line: `[start, end)` of its paragraph, and its width. */
export type WrappedLine = { start: number; end: number; width: number };

/** Cuts a word into parts that fit a width; at least one grapheme each. */
export type CutWord = (word: MeasuredWord, width: number) => MeasuredWord[];

/** Lines as short of `width` as words allow; a word that is wider than a line is cut. */
export function wrapGreedily(words: readonly MeasuredWord[], width: number, cut: CutWord): WrappedLine[] {
  const lines: WrappedLine[] = [];
  let line: WrappedLine | null = null;
  let gap = 0;
  for (const word of words.flatMap((each) => (each.width > width ? cut(each, width) : [each]))) {
    if (line !== null && line.width + gap + word.width <= width) {
      line = { start: line.start, end: word.end, width: line.width + gap + word.width };
    } else {
      if (line !== null) lines.push(line);
      line = { start: word.start, end: word.end, width: word.width };
    }
    gap = word.space;
  }
  lines.push(line ?? { start: 0, end: 0, width: 0 });
  return lines;
}

/**
 * Wraps into as few lines as `width` allows, and then makes these lines about equally long, so that no word is left
 * alone.
 */
export function wrapBalanced(words: readonly MeasuredWord[], width: number, cut: CutWord): WrappedLine[] {
  const greedy = wrapGreedily(words, width, cut);
  if (greedy.length === 1 || words.some((word) => word.width > width)) return greedy;
  let [narrow, wide] = [largestOf(words.map((word) => word.width)), width];
  // Twelve halvings of a line's width end below a hundredth of a character.
  for (let step = 0; step < 12; step++) {
    const middle = (narrow + wide) / 2;
    if (wrapGreedily(words, middle, cut).length > greedy.length) narrow = middle;
    else wide = middle;
  }
  return wrapGreedily(words, wide, cut);
}
