/**
 * Fonts of scripts that the bundled families lack, loaded when a text needs them. Their packages hold variable WOFF2
 * files, which a PDF and the layout engine cannot read: a file is made from them on first use and kept on the disk.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import table from './fallback-fonts.json' with { type: 'json' };

/** A package of npm; `language` is the one whose texts prefer this font. */
export type FallbackPackage = {
  id: string;
  family: string;
  package: string;
  isVariable: boolean;
  language: 'ja' | 'ko' | 'zh-hans' | 'zh-hant' | null;
};

const noto = (
  id: string,
  family: string,
  { language = null, isVariable = true }: Partial<Pick<FallbackPackage, 'language' | 'isVariable'>> = {},
): FallbackPackage => ({
  id: `noto-sans-${id}`,
  family: `Noto Sans ${family}`,
  package: `@fontsource${isVariable ? '-variable' : ''}/noto-sans-${id}`,
  isVariable,
  language,
});

/** In the order in which a character is searched, after the font of the text's language. */
export const fallbackPackages: readonly FallbackPackage[] = [
  noto('bengali', 'Bengali'),
  noto('tamil', 'Tamil'),
  noto('telugu', 'Telugu'),
  noto('gujarati', 'Gujarati'),
  noto('gurmukhi', 'Gurmukhi'),
  noto('kannada', 'Kannada'),
  noto('malayalam', 'Malayalam'),
  noto('sinhala', 'Sinhala'),
  noto('georgian', 'Georgian'),
  noto('armenian', 'Armenian'),
  noto('lao', 'Lao'),
  noto('khmer', 'Khmer'),
  noto('ethiopic', 'Ethiopic'),
  noto('math', 'Math', { isVariable: false }),
  noto('symbols-2', 'Symbols 2', { isVariable: false }),
  noto('sc', 'SC', { language: 'zh-hans' }),
  noto('tc', 'TC', { language: 'zh-hant' }),
  noto('jp', 'JP', { language: 'ja' }),
  noto('kr', 'KR', { language: 'ko' }),
];

/** The fonts with the characters of each of their parts (a CSS unicode-range without `U+`). */
export const fallbackFonts: readonly {
  id: string;
  language: FallbackPackage['language'];
  parts: Readonly<Record<string, string>>;
}[] = fallbackPackages.map(({ id, language }) => ({ id, language, parts: partsOf(id) }));

function partsOf(id: string): Readonly<Record<string, string>> {
  const found: { id: string; parts: Readonly<Record<string, string | undefined>> } | undefined = table.find(
    (font) => font.id === id,
  );
  return Object.fromEntries(
    Object.entries(found?.parts ?? {}).flatMap(([part, range]) => (range ? [[part, range]] : [])),
  );
}

const packages = createRequire(import.meta.url);
const making = new Map<string, Promise<string>>();

/**
 * The path of a TrueType file by `<font>/<part>-<weight>`, made in `folder` on first use; undefined if there is no such
 * file.
 */
export async function fallbackFile(name: string, folder: string): Promise<string | undefined> {
  const [, id = '', part = '', weight = ''] = /^([a-z\d-]+)\/([a-z\d.-]+)-(400|700)$/.exec(name) ?? [];
  const font = fallbackPackages.find((each) => each.id === id);
  const range = fallbackFonts.find((each) => each.id === id)?.parts[part];
  if (font === undefined || range === undefined) return undefined;
  const path = join(folder, `${id}-${part}-${weight}-${versionOf(font)}.ttf`);
  if (existsSync(path)) return path;
  const known = making.get(path) ?? make(path, { font, part, range, weight: Number(weight), folder });
  making.set(path, known);
  return known.finally(() => making.delete(path));
}

type Making = { font: FallbackPackage; part: string; range: string; weight: number; folder: string };

async function make(path: string, { font, part, range, weight, folder }: Making): Promise<string> {
  // Loaded on first use: it is 2 MB of WebAssembly.
  const { default: subsetFont } = await import('subset-font');
  const [subset = ''] = part.split('.');
  const file = `${font.package}/files/${font.id}-${subset}-${font.isVariable ? 'wght' : '400'}-normal.woff2`;
  const bytes = await subsetFont(await readFile(packages.resolve(file)), `${textOf(range)}${joiners}`, {
    targetFormat: 'truetype',
    ...(font.isVariable ? { variationAxes: { wght: weight } } : {}),
    noHinting: true,
    dropTables: ['BASE', 'MATH', 'STAT', 'vhea', 'vmtx'],
  });
  await mkdir(folder, { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
  return path;
}

/** Joiners, the dotted circle and variation selectors: shaping needs them beside the letters. */
const joiners = '\u200c\u200d\u25cc\ufe00\ufe01\ufe0e';

/** The characters of a range: `'41-43,61' -> 'ABCa'`. */
function textOf(range: string): string {
  return range
    .split(',')
    .map((each) => {
      const [from = 0, to = from] = each.split('-').map((point) => Number.parseInt(point, 16));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');
    })
    .join('');
}

const versions = new Map<string, string>();

function versionOf(font: FallbackPackage): string {
  const known = versions.get(font.package);
  if (known !== undefined) return known;
  const { version } = manifest.parse(packages(`${font.package}/package.json`));
  versions.set(font.package, version);
  return version;
}

const manifest = z.object({ version: z.string() });
