/** Fonts of further scripts: which characters they have, their files, and what pictures of texts look like in them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { drawPicture, openDesignFiles, type DesignFiles } from '#render/design/draw-picture.ts';
import { textOfLayer } from '#render/layout/design/index.ts';
import { fallbacksNeeded, openFace } from '#render/layout/index.ts';
import { emptyDesign } from '#rules/design/design.ts';
import { newText } from '#rules/design/layers.ts';
import { fallbackPackages } from '#sources/fonts/fallback-fonts.ts';
import project from '../../../package.json' with { type: 'json' };
import { fontPath, fallbackFonts, fallbackPath, fallbackPaths, typefaces } from './index.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'letters-test-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** The characters that the fonts with these ids have. */
const charactersOf = (...ids: string[]): Set<number> =>
  new Set(
    fallbackFonts
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ parts }) => Object.values(parts).flatMap((range) => range.split(',')))
      .flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map((point) => Number.parseInt(point, 16));
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      }),
  );

const between = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const decoded = (encoding: string, [first, last]: readonly [number, number]): number[] => {
  const bytes = between(first, last).flatMap((lead) => between(0xa1, 0xfe).flatMap((trail) => [lead, trail, 0x0a]));
  const text = new TextDecoder(encoding).decode(new Uint8Array(bytes));
  return Array.from(text.replaceAll(/[\n\ufffd\p{Co}]/gu, ''), (character) => character.codePointAt(0) ?? 0);
};
const lettersOf = (from: number, to: number): number[] =>
  between(from, to).filter((point) => /\p{L}/u.test(String.fromCodePoint(point)));

describe('the fonts of further scripts', () => {
  /** Which characters a script's texts are made of, and how many of them may be missing. */
  const scripts: readonly [string, string, readonly number[], number][] = [
    ['the Japanese national standard', 'noto-sans-jp', decoded('euc-jp', [0xb0, 0xf4]), 0],
    ['kana', 'noto-sans-jp', lettersOf(0x3041, 0x30ff), 0],
    ['Hangul', 'noto-sans-kr', between(0xac00, 0xd7a3), 0],
    ['simplified Chinese of GB 2312', 'noto-sans-sc', decoded('gbk', [0xb0, 0xf7]), 40],
    ['the frequent characters of Big5', 'noto-sans-tc', decoded('big5', [0xa4, 0xc6]).slice(0, 3000), 10],
    ['Bengali', 'noto-sans-bengali', lettersOf(0x985, 0x9b9), 0],
    ['Tamil', 'noto-sans-tamil', lettersOf(0xb85, 0xbb9), 0],
    ['Telugu', 'noto-sans-telugu', lettersOf(0xc05, 0xc39), 0],
    ['Gujarati', 'noto-sans-gujarati', lettersOf(0xa85, 0xab9), 0],
    ['Gurmukhi', 'noto-sans-gurmukhi', lettersOf(0xa05, 0xa39), 0],
    ['Kannada', 'noto-sans-kannada', lettersOf(0xc85, 0xcb9), 0],
    ['Malayalam', 'noto-sans-malayalam', lettersOf(0xd05, 0xd3a), 0],
    ['Sinhala', 'noto-sans-sinhala', lettersOf(0xd85, 0xdc6), 0],
    ['Georgian', 'noto-sans-georgian', lettersOf(0x10d0, 0x10ff), 0],
    ['Armenian', 'noto-sans-armenian', lettersOf(0x531, 0x586), 0],
    ['Lao', 'noto-sans-lao', lettersOf(0xe81, 0xec6), 0],
    ['Khmer', 'noto-sans-khmer', lettersOf(0x1780, 0x17b3), 0],
    ['Ethiopic', 'noto-sans-ethiopic', lettersOf(0x1200, 0x135a), 0],
    ['mathematical letters and digits', 'noto-sans-math', lettersOf(0x1d400, 0x1d7ff), 0],
  ];
  for (const [what, id, points, most] of scripts)
    test(`${id} has ${what}`, () => {
      const has = charactersOf(id);
      const missing = points.filter((point) => !has.has(point)).map((point) => String.fromCodePoint(point));
      assert.ok(points.length > 30);
      assert.ok(missing.length <= most, missing.join(''));
    });

  test('each is pinned, and its licence lets it be passed on', async () => {
    const pinned: Readonly<Record<string, string>> = project.dependencies;
    for (const { package: name } of fallbackPackages) {
      assert.match(pinned[name] ?? '', /^\d+\.\d+\.\d+$/, name);
      assert.match(await readFile(`node_modules/${name}/LICENSE`, 'utf8'), /SIL OPEN FONT LICENSE/i, name);
    }
  });
});

describe('a file of further letters', () => {
  const partWith = (text: string) => fallbacksNeeded(fallbackFonts, { text, isBold: true });

  for (const text of ['카', 'অ', '𝗕'])
    test(`it has every character of its part (${text})`, async () => {
      const [name = ''] = partWith(text);
      const face = openFace(await readFile((await fallbackPath({ dataDir }, name)) ?? ''), name);
      const [id = '', part = ''] = name.split('/');
      const range = fallbackFonts.find((font) => font.id === id)?.parts[part.slice(0, part.lastIndexOf('-'))] ?? '';
      for (const each of range.split(',').map((points) => Number.parseInt(points, 16))) assert.ok(face.has(each), name);
      assert.ok(!face.has(0x41), 'no Latin: it would take the place of the chosen typeface');
      assert.notEqual(face.shape(text, { size: 20, direction: 'ltr' }).path, '');
    });

  test('it is made once, also for those who ask at the same time, and bold differs from regular', async () => {
    const [regular = ''] = fallbacksNeeded(fallbackFonts, { text: '한', isBold: false });
    const [bold = ''] = fallbacksNeeded(fallbackFonts, { text: '한', isBold: true });
    const own = join(dataDir, 'own');
    const [one, two] = await Promise.all([
      fallbackPath({ dataDir: own }, regular),
      fallbackPath({ dataDir: own }, regular),
      fallbackPath({ dataDir: own }, bold),
    ]);
    assert.equal(one, two);
    assert.deepEqual((await readdir(join(own, 'fallback-fonts'))).length, 2);
    const shapes = await Promise.all(
      [regular, bold].map(async (name) =>
        openFace(await readFile((await fallbackPath({ dataDir: own }, name)) ?? ''), name).shape('한', {
          size: 100,
          direction: 'ltr',
        }),
      ),
    );
    assert.notEqual(shapes[0]?.path, shapes[1]?.path);
  });

  test('there is none under any other name', async () => {
    for (const name of ['noto-sans-jp/119-500', 'noto-sans-jp/9999-400', '../package-400', 'inter/latin-400', ''])
      assert.equal(await fallbackPath({ dataDir }, name), undefined, name);
  });
});

describe('pictures of texts', () => {
  const files: DesignFiles = {
    typefaces,
    fallbackFonts,
    openFont: async (name) => readFile((await fallbackPath({ dataDir }, name)) ?? fontPath(name) ?? ''),
    openPicture: async () => null,
    iconDrawing: () => undefined,
    emojiSvg: () => undefined,
  };
  const size = { width: 400, height: 225 };
  const drawn = async (text: string, given: DesignFiles = files): Promise<Buffer> => {
    const design = { ...emptyDesign, layers: [newText('a', { text, size: 30 })] };
    return (await drawPicture(design, { size, files: given, format: 'png' })).bytes;
  };

  test('every script of the customers is drawn, and nothing of it is missing', async () => {
    const text = '日本語 中文 한국 카페 বাংলা தமிழ் తెలుగు శ్రీ ქართული հայերեն 𝗕𝗼𝗹𝗱 𝓢𝓬𝓻 → ★ ✓';
    const layer = newText('a', { text, size: 30 });
    const { means } = await openDesignFiles({ ...emptyDesign, layers: [layer] }, files);
    const laid = textOfLayer(layer, means);
    assert.deepEqual(laid?.missing, []);
    assert.ok(laid.pieces.every((piece) => piece.kind !== 'glyphs' || piece.path !== '' || piece.x >= 0));
  });

  test('a letter that no typeface has is drawn in its compatibility form', async () => {
    const without = { ...files, fallbackFonts: [] };
    assert.ok((await drawn('𝐁𝐨𝐥𝐝 𝟏𝟐', without)).equals(await drawn('Bold 12')));
    assert.ok(!(await drawn('𝐁𝐨𝐥𝐝 𝟏𝟐')).equals(await drawn('Bold 12')), 'with the typeface it is bold');
  });

  test('a letter without any form leaves no box', async () => {
    const without = { ...files, fallbackFonts: [] };
    assert.ok((await drawn('Hello漢', without)).equals(await drawn('Hello', without)));
  });

  test('Han characters have the shapes of the language of their text', async () => {
    const [japanese, chinese] = ['骨です', '骨头'].map(
      (text) => fallbacksNeeded(fallbackFonts, { text, isBold: false })[0],
    );
    assert.deepEqual([japanese?.split('/')[0], chinese?.split('/')[0]], ['noto-sans-jp', 'noto-sans-sc']);
    const paths = await fallbackPaths({ dataDir }, [japanese ?? '', chinese ?? '']);
    const shapes = await Promise.all(
      Object.entries(paths).map(async ([name, path]) =>
        openFace(await readFile(path), name).shape('骨', { size: 100, direction: 'ltr' }),
      ),
    );
    assert.notEqual(shapes[0]?.path, shapes[1]?.path);
  });
});
