/** The typefaces of a report: files of the product's own packages, one for each script. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Face, FontStack } from '#render/layout/text/face.ts';
import { openFace } from '#render/layout/text/fontkit-face.ts';
import { fallbacksNeeded, type FallbacksAtHand } from '#render/layout/text/fallback-fonts.ts';
import { unpackedFont } from './unpacked-font.ts';

/** Regular for text, bold for headings. */
export type Weight = 400 | 700;

/** The files of a weight, and their bytes by the id of their face, to embed in a PDF. */
type Typeface = { stack: FontStack; bytes: ReadonlyMap<string, Buffer> };

/** The typefaces of a document: the files for a text, and the bytes of every file by the id of its face. */
export type Typefaces = {
  stackFor: (weight: Weight, text: string) => FontStack;
  bytes: (id: string) => Buffer | undefined;
};

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

/**
 * Opens the files of both weights: Latin, Cyrillic, Greek, Hebrew, Arabic, Thai, Devanagari. Those of further scripts
 * are opened with the first text that needs them.
 */
export function openTypefaces({ fonts, paths }: FallbacksAtHand): Typefaces {
  const base = { 400: open(400), 700: open(700) };
  const bytes = new Map([...base[400].bytes, ...base[700].bytes]);
  const further = new Map<string, Face>();
  const faceOf = (name: string): Face | undefined => {
    const path = paths[name];
    if (path === undefined || further.has(name)) return further.get(name);
    const file = readFileSync(path);
    const face = openFace(file, name);
    bytes.set(name, file);
    further.set(name, face);
    return face;
  };
  return {
    bytes: (id) => bytes.get(id),
    stackFor: (weight, text) => {
      const { stack } = base[weight];
      const names = fallbacksNeeded(fonts, { text, isBold: weight === 700 });
      return names.length === 0
        ? stack
        : { ...stack, faces: [...stack.faces, ...names.flatMap((name) => faceOf(name) ?? [])] };
    },
  };
}

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
