/** The interface of a font file for text layout; the engine behind it can be replaced. */

/** Outlines of a shaped text as SVG path data (px, y downwards, pen at 0,0 on the baseline) and its advance in px. */
export type Shaped = { path: string; width: number };

/** One font file. */
export type Face = {
  /** Identifies the file by its content. */
  id: string;
  /** Height above and below the baseline as shares of the text size, both positive. */
  ascent: number;
  descent: number;
  has: (codePoint: number) => boolean;
  /** The advance as a share of the text size. */
  measure: (text: string, direction: Direction) => number;
  shape: (text: string, run: { size: number; direction: Direction }) => Shaped;
};

/** The script and direction of a run. */
export type Direction = 'ltr' | 'rtl';

/**
 * The files of a family, in order of precedence: the family's own, then fallbacks. `slanted` and `emboldened`
 * synthesise a face that the family lacks.
 */
export type FontStack = { faces: readonly [Face, ...Face[]]; slanted: boolean; emboldened: boolean };
