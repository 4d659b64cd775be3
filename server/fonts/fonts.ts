/** The font files behind a face of a family: its own, then those of the scripts that it lacks. */
import { families, familyOf, fontFiles, pathOf, type Family } from '#sources/fonts/families.ts';

/** One file: `id` names it in addresses, `range` is the CSS unicode-range of the characters it is for. */
export type StackFile = { id: string; range: string; path: string };

/** A face: its files, and the styles that the family lacks and that are synthesised. */
export type Stack = { files: StackFile[]; slanted: boolean; emboldened: boolean };

/** The fallbacks for characters that a family lacks: Noto's scripts. */
const fallbacks = [
  ['noto-sans', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-hebrew', ['hebrew']],
  ['noto-sans-devanagari', ['devanagari']],
  ['noto-sans-thai', ['thai']],
] as const;

const usual = 'inter';
const [regularWeight, boldWeight] = [400, 700];
/** A face from this weight on is bold by itself. */
const boldFrom = 600;

type Face = { bold?: boolean; italic?: boolean };

/** The files for a text in a face of a family, in the order in which they are asked for a character. */
export function stackOf(name: string, { bold = false, italic = false }: Face = {}): Stack {
  const family = familyOf(name) ?? familyOf(usual);
  const wish = { weight: bold ? boldWeight : regularWeight, italic };
  const own = family === undefined ? [] : filesOf(family, wish);
  const others = fallbacks.flatMap(([id, subsets]) => {
    const fallback = familyOf(id);
    return fallback === undefined || fallback === family
      ? []
      : filesOf(fallback, wish).filter(({ subset }) => subsets.some((each) => each === subset));
  });
  const [first] = own;
  return {
    files: [...own, ...others].map(({ id, range, path }) => ({ id, range, path })),
    slanted: italic && first?.style !== 'italic',
    emboldened: bold && (first?.weight ?? 0) < boldFrom,
  };
}

type Wish = { weight: number; italic: boolean };

const filesOf = (family: Family, wish: Wish) =>
  fontFiles(family, wish).map(({ subset, weight, style, unicodeRange: range, path }) => ({
    id: `${family.id}_${subset}-${weight}-${style}`,
    range,
    path,
    subset,
    weight,
    style,
  }));

/** The path of a font file by its id; undefined if none ships under it. */
export function fontPath(id: string): string | undefined {
  const [name = '', face = ''] = id.split('_');
  const family = families.find((each) => each.id === name);
  if (family === undefined || !/^[a-z]+(-[a-z]+)?-\d{3}-(normal|italic)$/.test(face)) return undefined;
  try {
    return pathOf(family, face);
  } catch {
    return undefined; // the package has no file of this character set, weight or style
  }
}
