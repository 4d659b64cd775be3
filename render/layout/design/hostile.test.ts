/** Extreme designs are drawn too, in time and without their missing files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { emptyDesign, mostLayers, type Design, type Layer } from '#rules/design/design.ts';
import { newShape, newText } from '#rules/design/layers.ts';
import { drawPicture, openDesignFiles, type DesignFiles } from '#render/design/draw-picture.ts';
import { fontFile } from '#render/testing.ts';
import { textOfLayer } from './draw.ts';

const typeface = (id: string, subsets: readonly (readonly [subset: string, range: string])[]) => ({
  id,
  family: id,
  category: 'sans-serif',
  weights: [400, 700],
  hasItalic: false,
  subsets: subsets.map(([subset, range]) => ({ subset, range })),
});
const files: DesignFiles = {
  typefaces: [
    typeface('arimo', [
      ['latin', 'U+0-FF'],
      ['cyrillic', 'U+400-4FF'],
      ['hebrew', 'U+590-5FF'],
    ]),
    typeface('noto-sans-arabic', [['arabic', 'U+600-6FF']]),
    typeface('noto-sans-devanagari', [['devanagari', 'U+900-97F']]),
    typeface('noto-sans-thai', [['thai', 'U+E00-E7F']]),
  ],
  fallbackFonts: [],
  openFont: async (name) => {
    const [family = '', face = ''] = name.split('/');
    const [subset = '', weight = ''] = face.split('-');
    return readFileSync(fontFile(family, subset, Number(weight), 'normal'));
  },
  openPicture: async () => null,
  iconDrawing: () => undefined,
  emojiSvg: () => '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
};
const text = (words: string, more: object = {}): Layer => ({ ...newText('a', { text: words, size: 30 }), ...more });
const drawn = (layers: readonly Layer[], size = { width: 1279, height: 720 }, canvas: Partial<Design> = {}) =>
  drawPicture({ ...emptyDesign, ...canvas, layers }, { size, files, format: 'png' });

const scripts = {
  Latin: 'Grow your agency',
  Cyrillic: 'Растите своё агентство',
  Hebrew: 'שלום עולם 123',
  Arabic: 'مرحبا بالعالم (قوسان) 42 %',
  Devanagari: 'नमस्ते दुनिया',
  Thai: 'สวัสดีชาวโลกภาษาไทย',
  emoji: '🚀👩‍👩‍👧‍👦🏳️‍🌈',
} as const;

for (const [script, words] of Object.entries(scripts))
  test(`${script} has a glyph for each of its characters`, async () => {
    const layer = text(words);
    assert.ok(layer.kind === 'text');
    const { means } = await openDesignFiles({ ...emptyDesign, layers: [layer] }, files);
    const laid = textOfLayer(layer, means);
    assert.ok(laid && laid.pieces.length > 0);
    assert.deepEqual(laid.missing, []);
  });

test('a script that no font has is reported, and the rest of the text is drawn', async () => {
  const layer = text('Hello 漢字');
  assert.ok(layer.kind === 'text');
  const { means } = await openDesignFiles({ ...emptyDesign, layers: [layer] }, files);
  assert.deepEqual(textOfLayer(layer, means)?.missing, ['漢', '字']);
  assert.notDeepEqual((await drawn([layer])).bytes, (await drawn([])).bytes);
});

test('a font that is not built in is drawn in its substitute', async () => {
  const size = { width: 700, height: 394 };
  const wanted = await drawn([text('Hello', { font: 'Arial' })], size);
  for (const font of ['Comic Sans MS', '', '../../etc/passwd', '<script>', 'x'.repeat(100)])
    assert.deepEqual((await drawn([text('Hello', { font })], size)).bytes, wanted.bytes, font.slice(0, 20));
});

test('markup, control characters and endless words are drawn like other words', async () => {
  for (const words of [
    '<b onclick="x">&amp;</b>',
    '\u0000\u202e\u200b\ufeff',
    'W'.repeat(5_000),
    '\n'.repeat(300),
    '\u0300'.repeat(500),
  ])
    assert.ok((await drawn([text(words), text(words, { id: 'b', fits: true, align: 'justify' })])).bytes.length > 0);
});

test('layers of absurd size leave the rest unchanged', async () => {
  const far = {
    ...newShape('far', { width: 9, height: 9 }, { shape: 'circle', isBorder: true }),
    x: 99_999,
    y: -99_999,
  };
  const thin = { ...far, id: 'thin', x: 0, y: 0, width: 0.1, height: 100_000, rotation: 99_999 };
  const seen = text('Hello');
  const [alone, beside] = [await drawn([seen]), await drawn([far, seen])];
  assert.deepEqual(beside.bytes, alone.bytes);
  assert.ok((await drawn([thin, text('W', { size: 4_000 })])).bytes.length > 0);
  assert.ok((await drawn([seen], { width: 16, height: 4_096 }, { width: 4_096, height: 16 })).bytes.length > 0);
});

test('500 layers are drawn', async () => {
  const layers = Array.from({ length: mostLayers }, (_, at) =>
    text(`Layer ${at}`, { id: `l${at}`, rotation: at, x: at }),
  );
  assert.ok((await drawn(layers)).bytes.length > 10_000);
});
