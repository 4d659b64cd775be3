/** The files of a typeface that a text needs, the same on the screen and on the server. */
import { fallbacksNeeded, type FallbackFont } from '../text/fallback-fonts.ts';

/** A built-in typeface. `subsets` are its files: which characters each is for (a CSS unicode-range). */
export type Typeface = {
  id: string;
  family: string;
  category: string;
  weights: readonly number[];
  hasItalic: boolean;
  subsets: readonly { subset: string; range: string }[];
};
/** The files for a text, in order of precedence, and the parts of the style that they lack. */
export type FacesNeeded = { faces: readonly string[]; isSlanted: boolean; isEmboldened: boolean };
/** The style of a text's letters. */
export type FontStyle = { font: string; isBold: boolean; isItalic: boolean };

/** Used for characters that the chosen typeface lacks. */
const fallbacks = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-devanagari', 'noto-sans-thai'];
/** Names of faces with the same widths. */
const aliases: Readonly<Record<string, string>> = { arial: 'arimo', helvetica: 'arimo', 'sans-serif': 'arimo' };

/** The id of the typeface with a name; the default one if there is none. */
export function typefaceOf(typefaces: readonly Typeface[], font: string): Typeface {
  const id = font.trim().toLowerCase().replaceAll(' ', '-');
  const found = typefaces.find((face) => face.id === (aliases[id] ?? id));
  const first = found ?? typefaces.find((face) => face.id === 'arimo') ?? typefaces[0];
  if (first === undefined) throw new RangeError('no typeface ships');
  return first;
}

/** The fonts in which texts are set: the typefaces to choose from, and those of further scripts. */
export type Fonts = { typefaces: readonly Typeface[]; fallbackFonts: readonly FallbackFont[] };

/**
 * The files a text needs as `<id>/<subset>-<weight>-<style>`, those of further scripts as `<id>/<part>-<weight>`.
 * Always the latin one of its typeface first.
 */
export function facesNeeded({ typefaces, fallbackFonts }: Fonts, style: FontStyle, text: string): FacesNeeded {
  const face = typefaceOf(typefaces, style.font);
  const points = [...new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))];
  const own = filesOf(face, style, points);
  const others = fallbacks
    .flatMap((id) => typefaces.find((each) => each.id === id && each.id !== face.id) ?? [])
    .flatMap((each) => filesOf(each, { isBold: style.isBold, isItalic: false }, points, false));
  const further = fallbacksNeeded(fallbackFonts, { text, isBold: style.isBold });
  return {
    faces: [...own, ...others, ...further],
    isSlanted: style.isItalic && !face.hasItalic,
    isEmboldened: style.isBold && weightOf(face, true) < 600,
  };
}

const weightOf = ({ weights }: Typeface, isBold: boolean): number => {
  const wanted = isBold ? 700 : 400;
  return weights.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
};

function filesOf(
  face: Typeface,
  style: Pick<FontStyle, 'isBold' | 'isItalic'>,
  points: readonly number[],
  withLatin = true,
): string[] {
  const end = `${weightOf(face, style.isBold)}-${style.isItalic && face.hasItalic ? 'italic' : 'normal'}`;
  const needed = face.subsets.filter(
    ({ subset, range }, at) =>
      (withLatin && (subset === 'latin' || (at === 0 && face.subsets.every((each) => each.subset !== 'latin')))) ||
      points.some((point) => point > 0x7f && isIn(range, point)),
  );
  return needed
    .toSorted((one, other) => Number(other.subset === 'latin') - Number(one.subset === 'latin'))
    .map(({ subset }) => `${face.id}/${subset}-${end}`);
}

const ranges = new Map<string, readonly (readonly [number, number])[]>();

/** Whether a CSS unicode-range ('U+0-FF, U+131') contains a character. */
function isIn(range: string, point: number): boolean {
  const known =
    ranges.get(range) ??
    range.split(',').map((part) => {
      const [from = '', to = from] = part.trim().slice(2).split('-');
      return [Number.parseInt(from.replaceAll('?', '0'), 16), Number.parseInt(to.replaceAll('?', 'F'), 16)] as const;
    });
  ranges.set(range, known);
  return known.some(([from, to]) => point >= from && point <= to);
}
