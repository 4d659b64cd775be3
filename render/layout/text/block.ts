import { largestOf } from '#rules/numbers.ts';
import { withoutControls } from '#rules/visible.ts';
import { placeAt, type Rect, type Size } from '../geometry.ts';
import type { TextStyle } from '../project.ts';
import { paragraphOf, type HasEmoji, type Paragraph } from './clusters.ts';
import type { FontStack } from './face.ts';
import { emojiAdvance, runsOf, widthOf, type Run } from './line.ts';
import { wordsOf } from './words.ts';
import { wrapBalanced, type CutWord, type MeasuredWord, type WrappedLine } from './wrap.ts';

/** Outlines with the pen at `x`, `y` on the baseline, or a picture of an emoji; px. */
export type PlacedRun =
  | { kind: 'glyphs'; path: string; x: number; y: number }
  | { kind: 'emoji'; text: string; rect: Rect };

/** A text on its stage. `box` surrounds it with its padding; `lines` are for tests and for screen readers. */
export type TextBlock = {
  size: number;
  box: Rect;
  runs: PlacedRun[];
  lines: string[];
  /** Shrunk to fit: the requested and the actual size, in px on a stage 640 wide. */
  shrunk: { wanted: number; taken: number } | null;
  /** Graphemes that no font file has. */
  missing: string[];
};

/** The dependencies of laying out a text. */
export type TextMeans = { stage: Size; fonts: FontStack; hasEmoji: HasEmoji };

type Line = WrappedLine & { paragraph: Paragraph };
type Fitted = { size: number; lines: Line[] };
type Draft = { paragraph: Paragraph; words: MeasuredWord[] };

/** The stage's width that the `size` of a style refers to. */
const styleStage = 640;
const smallest = 6;

/** Lays out a text; null if nothing is visible. Empty lines stay as gaps. */
export function textBlock(text: string, style: TextStyle, means: TextMeans): TextBlock | null {
  if (text.trim() === '') return null;
  const drafts = text
    .trim()
    .normalize('NFC')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => draftOf(line, means));
  const unit = means.stage.width / styleStage;
  const metrics = metricsOf(drafts, means.fonts);
  const { size, lines } = fit(drafts, {
    wanted: style.size * unit,
    smallest: smallest * unit,
    stage: means.stage,
    lineHeight: metrics.lineHeight,
  });
  return {
    size,
    ...layOut(lines, { style, size, stage: means.stage, metrics }),
    lines: lines.map(({ paragraph, start, end }) => paragraph.text.slice(start, end)),
    shrunk: size < style.size * unit ? { wanted: style.size, taken: size / unit } : null,
    missing: [
      ...new Set(
        drafts.flatMap(({ paragraph }) =>
          paragraph.clusters.filter(({ missing }) => missing).map((cluster) => cluster.text),
        ),
      ),
    ],
  };
}

function draftOf(line: string, { fonts, hasEmoji }: TextMeans): Draft {
  const paragraph = paragraphOf(withoutControls(line).replaceAll('\u00ad', '').trim(), { fonts, hasEmoji });
  return { paragraph, words: wordsOf(paragraph.text).map((word) => measured(paragraph, word)) };
}

function measured(
  paragraph: Paragraph,
  { start, end, next }: { start: number; end: number; next: number },
): MeasuredWord {
  return { start, end, next, width: widthOfPart(paragraph, start, end), space: widthOfPart(paragraph, end, next) };
}

function widthOfPart(paragraph: Paragraph, start: number, end: number): number {
  return runsOf(paragraph, start, end).reduce((sum, run) => sum + widthOf(run), 0);
}

type Metrics = { ascent: number; descent: number; lineHeight: number };

/** Heights as shares of the size: of the tallest file in use, and a line of at least 1.25. */
function metricsOf(drafts: readonly Draft[], fonts: FontStack): Metrics {
  const used = new Set(
    drafts.flatMap(({ paragraph }) => paragraph.clusters.flatMap(({ face }) => (face === null ? [] : [face]))),
  );
  const faces = used.size === 0 ? [fonts.faces[0]] : [...used];
  const ascent = largestOf(faces.map((face) => face.ascent));
  const descent = largestOf(faces.map((face) => face.descent));
  return { ascent, descent, lineHeight: Math.max(1.25, ascent + descent) };
}

/** The share of the stage that a text and its box may take. */
const largestShare = 0.86;
/** Padding beside and above the text, as shares of its size. */
const padding = { x: 0.4, y: 0.25 };

type Frame = { wanted: number; smallest: number; stage: Size; lineHeight: number };

/**
 * The largest size, from the requested one down, at which the text fits. Down to half the requested size words stay
 * whole; below it a word that is wider than the stage is cut.
 */
function fit(drafts: readonly Draft[], frame: Frame): Fitted {
  const whole = { ...frame, smallest: Math.max(frame.smallest, frame.wanted / 2), cutsWords: false };
  return (
    largest(drafts, whole) ??
    largest(drafts, { ...frame, cutsWords: true }) ??
    linesAt(drafts, frame, Math.min(frame.smallest, frame.wanted))
  );
}

function largest(drafts: readonly Draft[], frame: Frame & { cutsWords: boolean }): Fitted | null {
  const at = (size: number): Fitted | null => {
    const fitted = linesAt(drafts, frame, size);
    const isWhole = drafts.every(({ words }) => words.every(({ width }) => width <= innerWidth(frame.stage, size)));
    const height = (fitted.lines.length * frame.lineHeight + 2 * padding.y) * size;
    return height <= frame.stage.height * largestShare && (frame.cutsWords || isWhole) ? fitted : null;
  };
  const wanted = at(frame.wanted);
  if (wanted !== null || frame.smallest >= frame.wanted) return wanted;
  let best = at(frame.smallest);
  if (best === null) return null;
  let tooLarge = frame.wanted;
  for (let step = 0; step < 8; step++) {
    const middle = at((best.size + tooLarge) / 2);
    if (middle === null) tooLarge = (best.size + tooLarge) / 2;
    else best = middle;
  }
  return best;
}

/** The width of a line in shares of the size. */
const innerWidth = (stage: Size, size: number): number => (stage.width * largestShare) / size - 2 * padding.x;

function linesAt(drafts: readonly Draft[], { stage }: Pick<Frame, 'stage'>, size: number): Fitted {
  const lines = drafts.flatMap(({ paragraph, words }) =>
    wrapBalanced(words, innerWidth(stage, size), cutter(paragraph)).map((line) => ({ ...line, paragraph })),
  );
  return { size, lines };
}

function cutter(paragraph: Paragraph): CutWord {
  return (word, width) => {
    const parts: MeasuredWord[] = [];
    let start = word.start;
    const ends = paragraph.clusters.map((cluster) => cluster.start).filter((at) => at > word.start && at < word.end);
    for (const [index, end] of ends.entries()) {
      const upTo = ends[index + 1] ?? word.end;
      if (widthOfPart(paragraph, start, upTo) <= width) continue;
      parts.push(measured(paragraph, { start, end, next: end }));
      start = end;
    }
    return [...parts, measured(paragraph, { start, end: word.end, next: word.next })];
  };
}

type Placing = { style: TextStyle; size: number; stage: Size; metrics: Metrics };

function layOut(lines: readonly Line[], { style, size, stage, metrics }: Placing): { box: Rect; runs: PlacedRun[] } {
  const shaped = lines.map(({ paragraph, start, end }) => runsOf(paragraph, start, end));
  const widths = shaped.map((runs) => runs.reduce((sum, run) => sum + widthOf(run) * size, 0));
  const box = placeAt(
    style.position,
    {
      width: Math.ceil(largestOf(widths) + 2 * padding.x * size),
      height: Math.ceil((lines.length * metrics.lineHeight + 2 * padding.y) * size),
    },
    stage,
    Math.round(Math.min(stage.width, stage.height) * 0.05),
  );
  const side = sideOf(style);
  const runs = shaped.flatMap((line, index) => {
    const room = box.width - 2 * padding.x * size - (widths[index] ?? 0);
    const x = box.x + padding.x * size + room * side;
    const leading = (metrics.lineHeight - metrics.ascent - metrics.descent) / 2;
    return placeRuns(line, {
      x,
      y: Math.round(box.y + (padding.y + index * metrics.lineHeight + leading + metrics.ascent) * size),
      size,
    });
  });
  return { box, runs };
}

/** The alignment of a block's lines: 0 at its left, 1 at its right side. */
function sideOf({ align, position }: TextStyle): number {
  if (align !== 'auto') return { left: 0, center: 0.5, right: 1 }[align];
  return position.endsWith('left') ? 0 : position.endsWith('right') ? 1 : 0.5;
}

function placeRuns(runs: readonly Run[], { x, y, size }: { x: number; y: number; size: number }): PlacedRun[] {
  let pen = x;
  return runs.map((run): PlacedRun => {
    const at = pen;
    pen += widthOf(run) * size;
    if (run.kind === 'glyphs')
      return { kind: 'glyphs', path: run.face.shape(run.text, { size, direction: run.direction }).path, x: at, y };
    const side = Math.round(size * 1.1);
    const rect = {
      x: Math.round(at + ((emojiAdvance - 1.1) * size) / 2),
      y: Math.round(y - size * 0.92),
      width: side,
      height: side,
    };
    return { kind: 'emoji', text: run.text, rect };
  });
}
