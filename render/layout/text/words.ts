/** Line breaking opportunities. */

/** A range that stays on one line: `[start, end)` without its trailing spaces, which reach to `next`. */
export type Word = { start: number; end: number; next: number };

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const space = /^[ \t\u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]+$/u;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * The characters that never begin a line: closing and other punctuation, small kana, the long vowel mark, repetition
 * marks.
 */
const neverFirst = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々ๆ]/u;
/** The characters that never end a line: opening brackets and quotes. */
const neverLast = /[\p{Ps}\p{Pi}]$/u;
const hyphen = /\p{L}[-\u2010\u2013]$/u;
const emoji = /^\p{RGI_Emoji}$/v;

/** The words of a paragraph, in the order of its characters. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let fresh = true;
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length;
    const last = words.at(-1);
    if (space.test(segment)) {
      if (last === undefined) words.push({ start: index, end: index, next: end });
      else last.next = end;
      fresh = true;
      continue;
    }
    if (last === undefined || fresh || mayBreak(text.slice(last.start, last.end), segment))
      words.push({ start: index, end, next: end });
    else [last.end, last.next] = [end, end];
    fresh = false;
  }
  return words;
}

function mayBreak(before: string, after: string): boolean {
  if (neverFirst.test(after) || neverLast.test(before)) return false;
  const last = Array.from(before).at(-1) ?? '';
  const first = Array.from(after)[0] ?? '';
  return unspaced.test(last) || unspaced.test(first) || hyphen.test(before) || emoji.test(after);
}
