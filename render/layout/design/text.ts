/** A text of a design in its box: lines, alignment, decoration, and the size at which it fits. */
import { largestOf } from '#rules/numbers.ts';
import type { TextLayer } from '#rules/design/design.ts';
import { withoutControls } from '#rules/visible.ts';
import type { Rect } from '../geometry.ts';
import { paragraphOf, type HasEmoji, type Paragraph } from '../text/clusters.ts';
import type { FontStack } from '../text/face.ts';
import { emojiAdvance, runsOf, widthOf, type Run } from '../text/line.ts';
import { wordsOf } from '../text/words.ts';
import { wrapGreedily, type CutWord, type MeasuredWord } from '../text/wrap.ts';

/** The drawing of a text, px from the top left corner of its box; `path` has its pen at 0, 0. */
export type TextPiece =
  | { kind: 'glyphs'; path: string; x: number; y: number }
  | { kind: 'emoji'; emoji: string; rect: Rect }
  | { kind: 'line'; rect: Rect };

/** A laid-out text. `height` is that of its lines; `missing` are graphemes that no font has. */
export type DesignText = { size: number; height: number; pieces: TextPiece[]; lines: string[]; missing: string[] };

/** The dependencies of laying out a text of a design. */
export type DesignTextMeans = { fonts: FontStack; hasEmoji: HasEmoji };

type Words = { paragraph: Paragraph; words: MeasuredWord[] };
type Line = { paragraph: Paragraph; start: number; end: number; isLast: boolean };
type Metrics = { ascent: number; descent: number; lineHeight: number };

/** The smallest size to which a text shrinks, px. */
const smallest = 4;

type Style = Pick<TextLayer, 'text' | 'width' | 'height' | 'size' | 'align' | 'fits' | 'isUnderlined' | 'isStruck'>;

/** Lays a text out in its box. An empty one has the height of a line. */
export function designText(layer: Style, means: DesignTextMeans): DesignText {
  const paragraphs = layer.text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => measuredParagraph(line, means));
  const metrics = metricsOf(paragraphs, means.fonts);
  const size = layer.fits ? fittingSize(paragraphs, layer, metrics) : layer.size;
  const lines = linesAt(paragraphs, layer.width / size);
  const height = lines.length * metrics.lineHeight * size;
  const top = layer.fits ? (layer.height - height) / 2 : 0;
  return {
    size,
    height,
    pieces: lines.flatMap((line, at) => {
      const leading = (metrics.lineHeight - metrics.ascent - metrics.descent) / 2;
      const baseline = top + (at * metrics.lineHeight + leading + metrics.ascent) * size;
      return piecesOf(line, { layer, size, baseline });
    }),
    lines: lines.map(({ paragraph, start, end }) => paragraph.text.slice(start, end)),
    missing: [
      ...new Set(paragraphs.flatMap(({ paragraph }) => paragraph.clusters.flatMap((c) => (c.missing ? [c.text] : [])))),
    ],
  };
}

function measuredParagraph(line: string, means: DesignTextMeans): Words {
  const paragraph = paragraphOf(withoutControls(line).replaceAll('\u00ad', ''), means);
  return { paragraph, words: wordsOf(paragraph.text).map((word) => measured(paragraph, word)) };
}

const widthOfPart = (paragraph: Paragraph, start: number, end: number): number =>
  runsOf(paragraph, start, end).reduce((sum, run) => sum + widthOf(run), 0);

const measured = (
  paragraph: Paragraph,
  { start, end, next }: { start: number; end: number; next: number },
): MeasuredWord => ({
  start,
  end,
  next,
  width: widthOfPart(paragraph, start, end),
  space: widthOfPart(paragraph, end, next),
});

function metricsOf(paragraphs: readonly Words[], fonts: FontStack): Metrics {
  const used = new Set(paragraphs.flatMap(({ paragraph }) => paragraph.clusters.flatMap(({ face }) => face ?? [])));
  const faces = used.size === 0 ? [fonts.faces[0]] : [...used];
  const ascent = largestOf(faces.map((face) => face.ascent));
  const descent = largestOf(faces.map((face) => face.descent));
  return { ascent, descent, lineHeight: Math.max(1.16, ascent + descent) };
}

/** The lines for a width, as a fraction of the size. */
const linesAt = (paragraphs: readonly Words[], width: number): Line[] =>
  paragraphs.flatMap(({ paragraph, words }) => {
    const lines = wrapGreedily(words, width, cutter(paragraph));
    return lines.map(({ start, end }, at) => ({ paragraph, start, end, isLast: at === lines.length - 1 }));
  });

const cutter =
  (paragraph: Paragraph): CutWord =>
  (word, width) => {
    const parts: MeasuredWord[] = [];
    let start = word.start;
    const ends = paragraph.clusters.map((cluster) => cluster.start).filter((at) => at > word.start && at < word.end);
    for (const [index, end] of ends.entries()) {
      if (widthOfPart(paragraph, start, ends[index + 1] ?? word.end) <= width) continue;
      parts.push(measured(paragraph, { start, end, next: end }));
      start = end;
    }
    return [...parts, measured(paragraph, { start, end: word.end, next: word.next })];
  };

/** The largest size up to the layer's at which all lines are inside the box and no word is cut. */
function fittingSize(paragraphs: readonly Words[], layer: Style, metrics: Metrics): number {
  const widest = largestOf(
    paragraphs.flatMap(({ words }) => words.map(({ width }) => width)),
    0,
  );
  const fits = (size: number): boolean =>
    widest * size <= layer.width &&
    linesAt(paragraphs, layer.width / size).length * metrics.lineHeight * size <= layer.height;
  if (layer.size <= smallest || fits(layer.size)) return layer.size;
  let [fit, tooLarge] = [smallest, layer.size];
  for (let step = 0; step < 10; step++) {
    const middle = (fit + tooLarge) / 2;
    if (fits(middle)) fit = middle;
    else tooLarge = middle;
  }
  return fit;
}

type Placing = { layer: Style; size: number; baseline: number };

function piecesOf(line: Line, { layer, size, baseline }: Placing): TextPiece[] {
  const { paragraph, start, end, isLast } = line;
  const isJustified = layer.align === 'justify' && !isLast;
  const runs = isJustified
    ? separated(paragraph, { start, end })
    : runsOf(paragraph, start, end).map((run) => ({ run, isSpace: false }));
  const width = runs.reduce((sum, { run }) => sum + widthOf(run) * size, 0);
  const room = layer.width - width;
  const spaces = runs.filter(({ isSpace }) => isSpace).length;
  const stretch = isJustified && spaces > 0 && room > 0 ? room / spaces : 0;
  const left = stretch > 0 ? 0 : room * sideOf(layer, paragraph);
  let pen = left;
  const pieces = runs.flatMap(({ run, isSpace }): TextPiece[] => {
    const at = pen;
    pen += widthOf(run) * size + (isSpace ? stretch : 0);
    return isSpace ? [] : [pieceOf(run, { x: at, baseline, size })];
  });
  const rule = (y: number): TextPiece => ({
    kind: 'line',
    rect: { x: left, y: baseline + y * size, width: pen - left, height: size / 15 },
  });
  if (pen === left) return [];
  return [...pieces, ...(layer.isUnderlined ? [rule(0.1)] : []), ...(layer.isStruck ? [rule(-0.31)] : [])];
}

function sideOf({ align }: Pick<Style, 'align'>, { rightToLeft }: Paragraph): number {
  if (align === 'justify') return rightToLeft ? 1 : 0;
  return { left: 0, center: 0.5, right: 1 }[align];
}

/** A line's runs with the spaces between its words as runs of their own; from right to left words come from its end. */
function separated(
  paragraph: Paragraph,
  { start, end }: { start: number; end: number },
): { run: Run; isSpace: boolean }[] {
  const parts = [...paragraph.text.slice(start, end).matchAll(/ +|[^ ]+/g)].map((match) => ({
    from: start + match.index,
    to: start + match.index + match[0].length,
    isSpace: match[0].startsWith(' '),
  }));
  const ordered = paragraph.rightToLeft ? parts.toReversed() : parts;
  return ordered.flatMap(({ from, to, isSpace }) => runsOf(paragraph, from, to).map((run) => ({ run, isSpace })));
}

function pieceOf(run: Run, { x, baseline, size }: { x: number; baseline: number; size: number }): TextPiece {
  if (run.kind === 'glyphs')
    return { kind: 'glyphs', path: run.face.shape(run.text, { size, direction: run.direction }).path, x, y: baseline };
  const side = size * 1.1;
  const rect = {
    x: x + ((emojiAdvance - 1.1) * size) / 2,
    y: baseline - size * 0.92,
    width: side,
    height: side,
  };
  return { kind: 'emoji', emoji: run.text, rect };
}
