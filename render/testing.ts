/** Builders for the tests of the renderer: fonts from npm and projects. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TextStyle, Tile, VideoProject } from './layout/project.ts';
import type { LayoutMeans } from './layout/slide.ts';
import type { Face, FontStack } from './layout/text/face.ts';
import { openFace } from './layout/text/fontkit-face.ts';

const require = createRequire(import.meta.url);
const faces = new Map<string, Face>();

/** The path of a font file of @fontsource: `('inter', 'latin', 400, 'normal')`. */
export function fontFile(family: string, subset: string, weight: number, style: 'normal' | 'italic'): string {
  const folder = dirname(require.resolve(`@fontsource/${family}/package.json`));
  return join(folder, 'files', `${family}-${subset}-${weight}-${style}.woff2`);
}

/** A face of @fontsource, opened once. */
export function aFace(family: string, subset = 'latin', weight = 400, style: 'normal' | 'italic' = 'normal'): Face {
  const path = fontFile(family, subset, weight, style);
  const known = faces.get(path);
  if (known !== undefined) return known;
  const bytes = readFileSync(path);
  const face = openFace(bytes, createHash('sha256').update(bytes).digest('hex'));
  faces.set(path, face);
  return face;
}

/** Inter with the scripts the tests write in. */
export const interStack = (weight: 400 | 700 = 400, style: 'normal' | 'italic' = 'normal'): FontStack => ({
  faces: [
    aFace('inter', 'latin', weight, style),
    aFace('inter', 'latin-ext', weight, style),
    aFace('noto-sans-arabic', 'arabic', weight),
    aFace('noto-sans-hebrew', 'hebrew', weight),
    aFace('noto-sans-devanagari', 'devanagari', weight),
    aFace('noto-sans-thai', 'thai', weight),
  ],
  slanted: false,
  emboldened: false,
});

/** Lays out with Inter, and only with the pictures of `sizes`. */
export const testMeans = (sizes: Readonly<Record<string, { width: number; height: number }>> = {}): LayoutMeans => ({
  fontsFor: ({ bold, italic }) => interStack(bold ? 700 : 400, italic ? 'italic' : 'normal'),
  sizeOf: (picture) => sizes[picture],
});

/** A text style: white Inter of 28 in the middle, on a half-transparent black box. */
export const aStyle = (over: Partial<TextStyle> = {}): TextStyle => ({
  position: 'center',
  align: 'auto',
  colour: '#ffffff',
  size: 28,
  font: 'Inter',
  bold: false,
  italic: false,
  box: { colour: '#000000', opacity: 0.6, radius: 0.15 },
  ...over,
});

/** A slide of one colour that lasts two seconds and fades into the next. */
export const aTile = (over: Partial<Tile> = {}): Tile => ({
  media: { kind: 'colour', colour: '#335577' },
  seconds: 2,
  text: '',
  textStyle: aStyle(),
  blur: false,
  speech: null,
  transition: 'fade',
  ...over,
});

/** A project of these slides on a 16:9 stage, silent and without marks. */
export const aProject = (tiles: readonly Tile[] = [aTile()], over: Partial<VideoProject> = {}): VideoProject => ({
  ratio: '16:9',
  tiles: [...tiles],
  music: null,
  logo: null,
  watermark: null,
  captions: false,
  ...over,
});
