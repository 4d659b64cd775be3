/** Stored designs open as far as they can be read: nothing in them points to another host or breaks the editor. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyDesign, mostLayers, noFilters, wholePicture, type Layer } from '#rules/design/design.ts';
import { newShape, newText } from '#rules/design/layers.ts';
import { designDocument, openDesign } from './designs-document.ts';

const canvas = { width: 700, height: 394 };
const shape = (id: string): Layer => newShape(id, canvas, { shape: 'star', isBorder: false });
const image = (source: string): object => ({
  ...newText('picture', { text: '', size: 10 }),
  kind: 'image',
  source,
  crop: wholePicture,
  filters: noFilters,
  mask: null,
  border: null,
});
const opened = (more: object) => openDesign({ ...emptyDesign, ...more });

test('a broken document opens as far as it can be read, and reports what is lost', () => {
  const broken = [
    { kind: 'text' },
    null,
    7,
    'layer',
    { ...shape('wide'), width: -1 },
    { ...shape('odd'), kind: 'video' },
  ];
  const { design, lostLayers, isBroken } = opened({ layers: [shape('a'), ...broken, shape('b'), shape('b')] });
  assert.deepEqual([design.layers.map(({ id }) => id), lostLayers, isBroken], [['a', 'b'], broken.length + 1, false]);
  const odd = opened({ width: 1e9, height: 'tall', background: 'url(//evil)', kit: { name: 5 }, layers: 'none' });
  assert.deepEqual(odd, { design: { ...emptyDesign, kit: null }, lostLayers: 0, isBroken: false });
});

test('a value that is not a design opens as the empty canvas, marked as broken', () => {
  for (const stored of [null, undefined, 5, 'text', [], {}, { version: 2, layers: [] }, { version: '1' }])
    assert.deepEqual(openDesign(stored), { design: emptyDesign, lostLayers: 0, isBroken: true });
});

test('a picture of another origin is never opened, so that nothing taints the canvas', () => {
  for (const source of [
    'https://evil.example/a.png',
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    'data:image/svg+xml,<svg/>',
    'blob:x',
    'javascript:alert(1)',
    'files/a.png',
    '/files/a b.png',
    '/files/a\n.png',
    `/${'x'.repeat(4_000)}`,
    '',
  ])
    assert.deepEqual(opened({ layers: [image(source)] }).lostLayers, 1, source.slice(0, 40));
  assert.equal(opened({ layers: [image('/files/0123456789abcdef.png')] }).lostLayers, 0);
});

test('500 layers are a design, and of more only the first 500 are opened', () => {
  const layers = Array.from({ length: mostLayers + 20 }, (_, at) => shape(`l${at}`));
  assert.equal(opened({ layers: layers.slice(0, mostLayers) }).design.layers.length, mostLayers);
  const { design, lostLayers } = opened({ layers });
  assert.deepEqual([design.layers.length, design.layers.at(-1)?.id, lostLayers], [mostLayers, 'l499', 20]);
  assert.equal(designDocument.safeParse({ ...emptyDesign, layers }).success, false);
});

test('invalid numbers, markup and odd characters in a document become plain text or are refused', () => {
  for (const x of [Number.NaN, Infinity, '0', null, 1e7])
    assert.equal(opened({ layers: [{ ...shape('a'), x }] }).lostLayers, 1);
  const words = '<img src=x onerror=alert(1)> \u202e\u0000 مرحبا 🙂 ' + '\u0300'.repeat(50);
  const { design } = opened({ layers: [{ ...newText('<script>', { text: words, size: 20 }), name: '<b>' }] });
  const [text] = design.layers;
  assert.ok(text?.kind === 'text' && text.text === words && text.id === '<script>');
});
