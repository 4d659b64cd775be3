/** Text as lines of runs: wrapped, in visual order, each run in a file that has its characters. */
import { paragraphOf } from '#render/layout/text/clusters.ts';
import type { Face, FontStack } from '#render/layout/text/face.ts';
import { runsOf, widthOf, type Run } from '#render/layout/text/line.ts';
import { wordsOf } from '#render/layout/text/words.ts';
import { withoutControls } from '#rules/visible.ts';
import { wrapGreedily, type MeasuredWord } from '#render/layout/text/wrap.ts';

/** A line of a text: its runs from left to right, and its width in text sizes. */
export type Line = { runs: readonly Run[]; width: number; rightToLeft: boolean };

/** The dependencies of breaking lines. `onMissing` gets every character that no file has. */
export type LineMeans = {
  stack: FontStack;
  hasEmoji: (grapheme: string) => boolean;
  onMissing: (grapheme: string) => void;
};

const plain = /^[\x20-\x7e]*$/;

/** The lines of a text in a column of a width (in text sizes); lines beyond `most` are cut with '…'. */
export function linesOf(
  text: string,
  { width, most = Infinity, ...means }: LineMeans & { width: number; most?: number },
): Line[] {
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((paragraph) => wrapped(withoutControls(paragraph).replaceAll('\u00ad', '').trim(), width, means));
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const last = kept.pop();
  return last === undefined ? [] : [...kept, withEllipsis(last, width, means.stack.faces[0])];
}

function wrapped(paragraph: string, width: number, means: LineMeans): Line[] {
  const named = plain.test(paragraph) ? paragraph : nameMissing(paragraph, means);
  const lay = plain.test(named) ? layPlain(named, means.stack.faces[0]) : layOut(named, means);
  const words = wordsOf(named).map((word): MeasuredWord => ({
    ...word,
    width: lay.widthOf(word.start, word.end),
    space: lay.widthOf(word.end, word.next),
  }));
  const cut = (word: MeasuredWord): MeasuredWord[] => cutWord(word, { text: named, width, widthOf: lay.widthOf });
  return wrapGreedily(words, width, cut).map(({ start, end, width: taken }) => ({
    runs: lay.runs(start, end),
    width: taken,
    rightToLeft: lay.rightToLeft,
  }));
}

type Laid = {
  rightToLeft: boolean;
  runs: (start: number, end: number) => Run[];
  widthOf: (start: number, end: number) => number;
};

/** Printable ASCII, most of a report, needs neither another file nor reordering. */
const layPlain = (text: string, face: Face): Laid => ({
  rightToLeft: false,
  runs: (start, end) => (end > start ? [{ kind: 'glyphs', face, text: text.slice(start, end), direction: 'ltr' }] : []),
  widthOf: (start, end) => (end > start ? face.measure(text.slice(start, end), 'ltr') : 0),
});

function layOut(text: string, { stack, hasEmoji }: LineMeans): Laid {
  const paragraph = paragraphOf(text, { fonts: stack, hasEmoji });
  const runs = (start: number, end: number): Run[] => runsOf(paragraph, start, end);
  return {
    rightToLeft: paragraph.rightToLeft,
    runs,
    widthOf: (start, end) => runs(start, end).reduce((sum, run) => sum + widthOf(run), 0),
  };
}

/** Replaces every character that no file has by `[U+4E2D]`, so that nobody sees an empty box. */
function nameMissing(text: string, { stack, hasEmoji, onMissing }: LineMeans): string {
  const { clusters } = paragraphOf(text, { fonts: stack, hasEmoji });
  return clusters
    .map((cluster, index) => {
      const written = text.slice(cluster.start, clusters[index + 1]?.start);
      if (!cluster.missing) return written;
      onMissing(cluster.text);
      const codes = Array.from(cluster.text, (character) =>
        (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
      );
      return `[U+${codes.join('+')}]`;
    })
    .join('');
}

type Cutting = { text: string; width: number; widthOf: Laid['widthOf'] };

/** Splits a word that is wider than its column into parts that fit. */
function cutWord(word: MeasuredWord, { text, width, widthOf: measure }: Cutting): MeasuredWord[] {
  const parts: MeasuredWord[] = [];
  let start = word.start;
  const ends = [...Array.from(text.slice(word.start, word.end)).entries()];
  let at = word.start;
  for (const [, character] of ends) {
    const next = at + character.length;
    if (at > start && measure(start, next) > width) {
      parts.push({ start, end: at, next: at, width: measure(start, at), space: 0 });
      start = at;
    }
    at = next;
  }
  return [...parts, { start, end: word.end, next: word.next, width: measure(start, word.end), space: word.space }];
}

function withEllipsis(line: Line, width: number, face: Face): Line {
  const dots: Run = { kind: 'glyphs', face, text: '…', direction: 'ltr' };
  const taken = widthOf(dots);
  if (line.width + taken <= width || line.rightToLeft)
    return { ...line, runs: line.rightToLeft ? [dots, ...line.runs] : [...line.runs, dots], width: line.width + taken };
  const last = line.runs.at(-1);
  const before = line.runs.slice(0, -1);
  if (last === undefined) return line;
  if (last.kind === 'emoji' || last.text.length <= 1)
    return withEllipsis({ ...line, runs: before, width: line.width - widthOf(last) }, width, face);
  const shorter: Run = { ...last, text: last.text.slice(0, -1).trimEnd() };
  return withEllipsis(
    { ...line, runs: [...before, shorter], width: line.width - widthOf(last) + widthOf(shorter) },
    width,
    face,
  );
}
