/** The typefaces of a report: files of the product's own packages, one for each script. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Face, FontStack } from '#render/layout/text/face.ts';
import { openFace } from '#render/layout/text/fontkit-face.ts';
import { unpackedFont } from './unpacked-font.ts';

/** Regular for text, bold for headings. */
export type Weight = 400 | 700;

/** The files of a weight, and their bytes by the id of their face, to embed in a PDF. */
export type Typeface = { stack: FontStack; bytes: ReadonlyMap<string, Buffer> };

// NOTE .woff and not .woff2: a PDF takes glyphs out of the file's own tables, which woff2 rewrites.
const files = [
  ['inter', 'latin'],
  ['inter', 'latin-ext'],
  ['inter', 'cyrillic'],
  ['inter', 'cyrillic-ext'],
  ['inter', 'greek'],
  ['inter', 'greek-ext'],
  ['inter', 'vietnamese'],
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-thai', 'thai'],
  ['noto-sans-devanagari', 'devanagari'],
] as const;

const packages = createRequire(import.meta.url);

/** Opens the files of both weights: Latin, Cyrillic, Greek, Hebrew, Arabic, Thai, Devanagari. */
export const openTypefaces = (): Record<Weight, Typeface> => ({ 400: open(400), 700: open(700) });

function open(weight: Weight): Typeface {
  const bytes = new Map<string, Buffer>();
  const faces = files.map(([family, subset]): Face => {
    const id = `${family}-${subset}-${weight}`;
    const file = unpackedFont(readFileSync(packages.resolve(`@fontsource/${family}/files/${id}-normal.woff`)));
    bytes.set(id, file);
    return openFace(file, id);
  });
  const [first, ...rest] = faces;
  if (first === undefined) throw new Error('a typeface has at least one file');
  return { stack: { faces: [first, ...rest], slanted: false, emboldened: false }, bytes };
}
