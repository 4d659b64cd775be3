import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import table from './families.json' with { type: 'json' };

/**
 * A typeface that ships with the product. `subsets` are Google Fonts' names of character sets; `copyright` is the
 * notice that its licence requires.
 */
export type Family = {
  id: string;
  family: string;
  category: string;
  weights: readonly number[];
  italic: boolean;
  subsets: readonly string[];
  licence: string;
  copyright: string;
};

/** A file of a family. `unicodeRange` is a CSS unicode-range: the characters that need this file. */
export type FontFile = {
  subset: string;
  weight: number;
  style: 'normal' | 'italic';
  unicodeRange: string;
  path: string;
};

/**
 * Every family that ships, in the order of the font lists: text, display, serif, handwriting, monospace, other scripts.
 */
export const families: readonly Family[] = table;

/** Names that documents and browsers use for a typeface with the same widths. */
const aliases: Readonly<Record<string, string>> = {
  arial: 'arimo',
  helvetica: 'arimo',
  'sans-serif': 'arimo',
  monospace: 'roboto-mono',
};

const packages = createRequire(import.meta.url);
const ranges = new Map<string, Readonly<Record<string, unknown>>>();

/** The family with a name or id in any case ('Open Sans', 'open-sans', 'Arial'); undefined if none ships. */
export function familyOf(name: string): Family | undefined {
  const id = name.trim().toLowerCase().replaceAll(' ', '-');
  const wanted = aliases[id] ?? id;
  return families.find((family) => family.id === wanted);
}

/**
 * The files of a face, one per subset, latin first. The weight is the nearest that the family has (the lighter of two
 * equally near ones); a family without italics gives upright files. `style` of each file says which it is.
 */
export function fontFiles(
  family: Family,
  { weight = 400, italic = false }: { weight?: number; italic?: boolean } = {},
): FontFile[] {
  const near = family.weights.reduce((best, each) => (Math.abs(each - weight) < Math.abs(best - weight) ? each : best));
  const style = italic && family.italic ? 'italic' : 'normal';
  return family.subsets
    .toSorted((one, other) => Number(other === 'latin') - Number(one === 'latin'))
    .map((subset) => ({
      subset,
      weight: near,
      style,
      unicodeRange: rangeOf(family, subset),
      path: pathOf(family, `${subset}-${near}-${style}`),
    }));
}

/** The path of one woff2 file; throws if the package lacks it. */
export function pathOf(family: Family, face: string): string {
  return packages.resolve(`@fontsource/${family.id}/files/${family.id}-${face}.woff2`);
}

function rangeOf(family: Family, subset: string): string {
  let read = ranges.get(family.id);
  if (!read) {
    const parsed: unknown = JSON.parse(readFileSync(packages.resolve(`@fontsource/${family.id}/unicode.json`), 'utf8'));
    read = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    ranges.set(family.id, read);
  }
  const range = read[subset];
  // A family with a single character set may have no ranges: its one file then contains everything.
  return typeof range === 'string' ? range : 'U+0-10FFFF';
}
