import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Design, Layer } from './design.ts';
import { newShape, newText } from './layers.ts';
import { resized } from './resize.ts';

const square = { width: 1000, height: 1000 };
const text = (box: { x: number; y: number; width: number; height: number }): Layer => ({
  ...newText(`${box.x}-${box.y}`, { text: 'Words', size: 40 }),
  ...box,
});
const panel = (box: { x: number; y: number; width: number; height: number }): Layer => ({
  ...newShape('panel', square, { shape: 'square', isBorder: false }),
  ...box,
});
const designOf = (...layers: Layer[]): Design => ({ version: 1, background: '#ffffff', ...square, layers });

/** The free space above and below all parts, px. */
function roomOf({ height, layers }: Design): { above: number; below: number } {
  return {
    above: Math.min(...layers.map(({ y }) => y)),
    below: height - Math.max(...layers.map((layer) => layer.y + layer.height)),
  };
}

const longer = [
  { width: 1080, height: 1920 },
  { width: 1000, height: 1500 },
  { width: 1080, height: 1350 },
  { width: 500, height: 2000 },
];

describe('a design in another size', () => {
  for (const size of longer)
    test(`a filled square has equal space above and below in ${size.width} x ${size.height}`, () => {
      const filling = [
        text({ x: 100, y: 20, width: 800, height: 400 }),
        text({ x: 100, y: 440, width: 800, height: 360 }),
      ];
      const { above, below } = roomOf(resized(designOf(...filling), size));
      const scale = Math.min(size.width, size.height) / 1000;
      // The square had 20 above and 200 below; the added space is split evenly.
      assert.ok(Math.abs(below - above - 180 * scale) < 1, `${above} above, ${below} below`);
    });

  test('a filled square has equal space on both sides of a wide canvas', () => {
    const [layer] = resized(designOf(text({ x: 20, y: 100, width: 800, height: 800 })), {
      width: 1920,
      height: 1000,
    }).layers;
    assert.ok(layer);
    assert.ok(Math.abs(1920 - layer.x - layer.width - (layer.x + 160)) < 1, `${layer.x}`);
  });

  test('a part that hangs over an edge is centred too', () => {
    const [layer] = resized(designOf(text({ x: 300, y: -50, width: 800, height: 800 })), {
      width: 1000,
      height: 2000,
    }).layers;
    assert.ok(layer);
    assert.ok(Math.abs(layer.y - 450) < 1, `${layer.y}`);
  });

  test('small parts keep their distance from the edges', () => {
    const { layers } = resized(
      designOf(text({ x: 100, y: 0, width: 800, height: 100 }), text({ x: 100, y: 900, width: 800, height: 100 })),
      { width: 1000, height: 2000 },
    );
    assert.deepEqual(
      layers.map(({ y }) => Math.round(y)),
      [0, 1900],
    );
  });

  test('a panel stays from edge to edge, and parts on it stay within it and the canvas', () => {
    for (const size of longer) {
      const other = resized(
        designOf(panel({ x: 0, y: 600, width: 1000, height: 400 }), text({ x: 50, y: 700, width: 400, height: 200 })),
        size,
      );
      const [stretched, words] = other.layers;
      assert.ok(stretched && words);
      assert.deepEqual([stretched.x, stretched.width], [0, size.width]);
      assert.ok(Math.abs(stretched.y + stretched.height - size.height) < 1);
      assert.ok(words.y >= stretched.y && words.y + words.height <= size.height);
    }
  });
});
