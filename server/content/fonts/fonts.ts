/** The font files behind a face of a family: its own, then those of the scripts that it lacks. */
import { families, familyOf, fontFiles, pathOf, type Family } from '#sources/fonts/families.ts';
import { allCharacters, faceName, type TakenFont } from './taken.ts';

/** Where a font file is: on this disk for a bundled one, in the storage for one that the agency has added. */
export type FontLocation = { path: string } | { stored: string };

/** One file: its URL for browsers, where it is stored, and its characters, as a CSS unicode-range. */
export type StackFile = { url: string; range: string; location: FontLocation };

/** A face: its files, and the styles that the family lacks and that must be synthesised. */
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
/** From this weight on a face counts as bold. */
const boldFrom = 600;

type Face = { bold?: boolean; italic?: boolean };

/**
 * The files for a text in a face of a family, in the order in which they are searched for a character. `taken` are the
 * agency's own fonts; an unknown family is replaced by the default one.
 */
export function stackOf(
  name: string,
  { bold = false, italic = false }: Face = {},
  taken: readonly TakenFont[] = [],
): Stack {
  const shipped = familyOf(name);
  const own = shipped === undefined ? takenStack(name, { bold, italic }, taken) : null;
  return own ?? shippedStack(shipped ?? familyOf(usual), { bold, italic });
}

/**
 * The agency's own face before the default family, which supplies characters that the face lacks; null if the agency
 * has no such font.
 */
function takenStack(name: string, { bold, italic }: Required<Face>, taken: readonly TakenFont[]): Stack | null {
  const wanted = name.trim().toLowerCase();
  const font = taken.find(({ typeface }) => typeface.family.toLowerCase() === wanted);
  if (font === undefined) return null;
  const { weights, hasItalic } = font.typeface;
  const isBold = bold && weights.includes(boldWeight);
  const face = font.faces.find((each) => each.is_bold === isBold && each.is_italic === (italic && hasItalic));
  const url = face && font.typeface.files[faceName(face)];
  if (face === undefined || url === undefined) return null;
  const others = shippedStack(familyOf(usual), { bold, italic }).files;
  return {
    files: [{ url, range: allCharacters, location: { stored: face.name } }, ...others],
    slanted: italic && !hasItalic,
    emboldened: bold && !isBold,
  };
}

function shippedStack(family: Family | undefined, { bold, italic }: Required<Face>): Stack {
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
    files: [...own, ...others].map(({ url, range, location }) => ({ url, range, location })),
    slanted: italic && first?.style !== 'italic',
    emboldened: bold && (first?.weight ?? 0) < boldFrom,
  };
}

type Wish = { weight: number; italic: boolean };

const filesOf = (family: Family, wish: Wish) =>
  fontFiles(family, wish).map(({ subset, weight, style, unicodeRange: range, path }) => ({
    url: `/fonts/${family.id}_${subset}-${weight}-${style}.woff2`,
    range,
    location: { path },
    subset,
    weight,
    style,
  }));

/** The path of a font file by its id; undefined if no bundled file has it. */
export function stackFontPath(id: string): string | undefined {
  const [name = '', face = ''] = id.split('_');
  const family = families.find((each) => each.id === name);
  if (family === undefined || !/^[a-z]+(-[a-z]+)?-\d{3}-(normal|italic)$/.test(face)) return undefined;
  try {
    return pathOf(family, face);
  } catch {
    return undefined; // the package has no file of this character set, weight or style
  }
}
