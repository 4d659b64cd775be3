/** Writes `sources/fonts/fallback-fonts.json`: the characters of each part of the fonts of further scripts. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';
import { familyOf, fontFiles } from '#sources/fonts/families.ts';
import { fallbackPackages, type FallbackPackage } from '#sources/fonts/fallback-fonts.ts';
import { rangesOf } from '#render/layout/index.ts';
import { projectDir } from './source-files.ts';

/** What both the fallbacks of videos and pictures and those of reports contain. */
const everywhere = ['noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-devanagari', 'noto-sans-thai'];
/** Files of more than this many characters are served in parts. */
const mostInPart = 260;

const packages = createRequire(import.meta.url);

/** The table: each font with its parts, and the characters of each part as a CSS unicode-range without `U+`. */
export function fallbackTable(): { id: string; parts: Record<string, string> }[] {
  const known = bundledCharacters();
  return fallbackPackages.map((font) => ({ id: font.id, parts: partsOf(font, known) }));
}

function partsOf(font: FallbackPackage, known: ReadonlySet<number>): Record<string, string> {
  const folder = join(dirname(packages.resolve(`${font.package}/package.json`)), 'files');
  const end = font.isVariable ? '-wght-normal.woff2' : '-400-normal.woff2';
  const taken = new Set<number>();
  const parts: [string, string][] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .toSorted()) {
    const subset = file.slice(`${font.id}-`.length, -end.length);
    const points = charactersOf(join(folder, file)).filter((point) => isWanted(point) && !known.has(point));
    const own = points.filter((point) => !taken.has(point)).toSorted((one, other) => one - other);
    for (const point of own) taken.add(point);
    for (const [index, part] of chunked(own).entries()) parts.push([index === 0 ? subset : `${subset}.${index}`, part]);
  }
  return Object.fromEntries(parts.toSorted(([one], [other]) => one.localeCompare(other, 'en', { numeric: true })));
}

const chunked = (points: readonly number[]): string[] => {
  if (points.length === 0) return [];
  const count = points.length > 3 * mostInPart ? Math.ceil(points.length / mostInPart) : 1;
  const size = Math.ceil(points.length / count);
  return Array.from({ length: count }, (_, index) => rangeOf(points.slice(index * size, (index + 1) * size)));
};

/** Characters with a picture are drawn as one; control characters and spaces are not drawn. */
const isWanted = (point: number): boolean =>
  point > 0xff && !/[\p{Emoji}\p{C}\p{Z}]/u.test(String.fromCodePoint(point));

const charactersOf = (path: string): number[] => {
  const font = create(readFileSync(path));
  if ('fonts' in font) throw new TypeError(`${path} is a collection`);
  return font.characterSet;
};

function bundledCharacters(): Set<number> {
  const [noto, inter, ...others] = ['noto-sans', 'inter', ...everywhere].map((id) => {
    const family = familyOf(id);
    if (family === undefined) throw new Error(`no typeface ${id}`);
    return new Set(
      fontFiles(family).flatMap(({ path, unicodeRange }) => {
        const ranges = rangesOf(unicodeRange);
        return charactersOf(path).filter((point) => ranges.some(([from, to]) => point >= from && point <= to));
      }),
    );
  });
  const both = [...(noto ?? [])].filter((point) => inter?.has(point));
  return new Set([...both, ...others.flatMap((each) => [...each])]);
}

/** `[0x4e00, 0x4e01, 0x4e05] -> '4e00-4e01,4e05'` */
function rangeOf(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join(',');
}

const hex = (point: number): string => point.toString(16);

if (import.meta.main) {
  const path = join(projectDir, 'sources/fonts/fallback-fonts.json');
  writeFileSync(path, `${JSON.stringify(fallbackTable(), null, 1)}\n`);
  console.log(`${path} is written`);
}
