/** The bundled fonts, and where their files are. */
import type { Data } from '#contract/index.ts';
import { families, familyOf, fontFiles, pathOf } from '#sources/fonts/families.ts';

/** Every bundled font, in the order of the font list. */
export const typefaces: Data<'fetch-typefaces'> = families.map((family) => ({
  id: family.id,
  family: family.family,
  category: family.category,
  weights: [...family.weights],
  hasItalic: family.italic,
  subsets: fontFiles(family).map(({ subset, unicodeRange }) => ({ subset, range: unicodeRange })),
  files: {},
}));

/** The path of a font file by `<typeface>/<subset>-<weight>-<style>`; undefined if it is not bundled. */
export function fontPath(name: string): string | undefined {
  const [id = '', face = ''] = name.split('/');
  const family = familyOf(id);
  if (family?.id !== id || !/^[a-z]+(-[a-z]+)?-\d{3}-(normal|italic)$/.test(face)) return undefined;
  try {
    return pathOf(family, face);
  } catch {
    return undefined; // the package has no file of this character set, weight or style
  }
}
