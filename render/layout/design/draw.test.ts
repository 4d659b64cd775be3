import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { emptyDesign, lineStyles, shapes, type Design, type Layer } from '#rules/design/design.ts';
import { newCaption, newShape, newText } from '#rules/design/layers.ts';
import { newDesignSurface } from '#render/design/platform.ts';
import { openDesignFiles, paintDesign, type DesignFiles } from '#render/design/draw-picture.ts';
import { fontFile } from '#render/testing.ts';
import { designText } from './text.ts';

const typeface = (id: string, weights: readonly number[], hasItalic: boolean) => ({
  id,
  family: id,
  category: 'sans-serif',
  weights,
  hasItalic,
  subsets: [{ subset: 'latin', range: 'U+0-FF' }],
});
const files: DesignFiles = {
  typefaces: [typeface('arimo', [400, 700], true), typeface('anton', [400], false)],
  fallbackFonts: [],
  openFont: async (name) => {
    const [family = '', face = ''] = name.split('/');
    const [subset = '', weight = '', style = ''] = face.split('-');
    return readFileSync(fontFile(family, subset, Number(weight), style === 'italic' ? 'italic' : 'normal'));
  },
  openPicture: async () => null,
  iconDrawing: () => undefined,
  emojiSvg: () => undefined,
};

async function drawn(layers: readonly Layer[], size = { width: 700, height: 394 }): Promise<Buffer> {
  const design: Design = { ...emptyDesign, layers };
  const surface = newDesignSurface(size);
  paintDesign(surface.context, design, { size, means: (await openDesignFiles(design, files)).means });
  return Buffer.from(surface.canvas.data());
}
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const canvas = { width: 700, height: 394 };

test('six shapes, filled and with a border of each style, are thirty different pictures', async () => {
  const pictures = new Set<string>();
  for (const shape of shapes) {
    pictures.add(hash(await drawn([newShape('a', canvas, { shape, isBorder: false })])));
    for (const style of lineStyles) {
      const layer = newShape('a', canvas, { shape, isBorder: true });
      pictures.add(hash(await drawn([{ ...layer, border: { colour: '#ff0000', width: 4, style } }])));
    }
  }
  // A square and a rectangle have different proportions.
  assert.equal(pictures.size, shapes.length * (lineStyles.length + 1));
});

test('a hidden layer and one without opacity are not drawn', async () => {
  const layer = newShape('a', canvas, { shape: 'circle', isBorder: false });
  const nothing = hash(await drawn([]));
  assert.equal(hash(await drawn([{ ...layer, isHidden: true }])), nothing);
  assert.equal(hash(await drawn([{ ...layer, opacity: 0 }])), nothing);
  assert.notEqual(hash(await drawn([layer])), nothing);
});

test('a missing picture is named, and the rest is drawn', async () => {
  const shape = newShape('a', canvas, { shape: 'star', isBorder: false });
  const image: Layer = {
    ...newText('b', { text: '', size: 10 }),
    kind: 'image',
    source: '/files/gone.png',
    crop: { x: 0, y: 0, width: 1, height: 1 },
    filters: { brightness: 0, contrast: 0, blur: 0, grey: false },
    mask: null,
    border: null,
  };
  const { missing } = await openDesignFiles({ ...emptyDesign, layers: [image] }, files);
  assert.deepEqual(missing, ['/files/gone.png']);
  assert.equal(hash(await drawn([shape, image])), hash(await drawn([shape])));
});

test('the words of a meme shrink to their box and grow back', async () => {
  const caption = newCaption('a', canvas, 'top');
  const { means } = await openDesignFiles({ ...emptyDesign, layers: [caption] }, files);
  const textMeans = means.textMeansFor(caption);
  assert.ok(textMeans);
  const short = designText({ ...caption, text: 'HI' }, textMeans);
  assert.equal(short.size, caption.size);
  const long = designText({ ...caption, text: 'A MUCH LONGER JOKE '.repeat(12) }, textMeans);
  assert.ok(long.size < short.size && long.height <= caption.height + 0.01, `${long.size} ${long.height}`);
  assert.equal(designText({ ...caption, text: 'HI' }, textMeans).size, short.size);
});

test('a justified line ends at both edges of its box, the last one does not', async () => {
  const layer = { ...newText('a', { text: 'one two three four five six seven eight nine', size: 40 }) };
  const { means } = await openDesignFiles({ ...emptyDesign, layers: [layer] }, files);
  const textMeans = means.textMeansFor(layer);
  assert.ok(textMeans);
  const right = (align: 'left' | 'justify') =>
    Math.max(
      ...designText({ ...layer, align, isUnderlined: true }, textMeans)
        .pieces.filter((piece) => piece.kind === 'line')
        .slice(0, 1)
        .map(({ rect }) => rect.x + rect.width),
    );
  assert.ok(right('left') < layer.width - 1);
  assert.ok(Math.abs(right('justify') - layer.width) < 0.01);
});
