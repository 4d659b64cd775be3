import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emptyDesign, type Design, type Layer } from '#rules/design/design.ts';
import { newShape } from '#rules/design/layers.ts';
import { designPlatform, newDesignSurface } from '#render/design/platform.ts';
import { drawDesign } from './draw.ts';
import { openRedrawing } from './redraw.ts';

const means = { ...designPlatform, pictureOf: () => undefined, textMeansFor: () => undefined };
const size = { width: 350, height: 197 };
const scale = 0.5;

/** Overlapping circles, half of them translucent. */
const circles = (count: number): Design => ({
  ...emptyDesign,
  layers: Array.from({ length: count }, (_none, at): Layer => {
    const shape = newShape(`layer-${at}`, emptyDesign, { shape: 'circle', isBorder: at % 3 === 0 });
    return { ...shape, x: at * 23, y: at * 11, rotation: at * 7, opacity: at % 2 === 0 ? 0.6 : 1 };
  }),
});
const moved = (design: Design, moving: number, by: number): Design => ({
  ...design,
  layers: design.layers.map((layer, at) => (at === moving ? { ...layer, x: layer.x + by } : layer)),
});

function open() {
  const surface = newDesignSurface(size);
  let lines = 0;
  const counting = {
    ...means,
    outlineOf: (path: string) => {
      lines += 1;
      return means.outlineOf(path);
    },
  };
  const drawing = openRedrawing(surface.context, counting);
  return {
    ...drawing,
    /** The number of layers that are drawn during a drawing. */
    layersOf: (draw: () => void) => {
      lines = 0;
      draw();
      return lines;
    },
    /** The largest difference between the picture and the design drawn as a whole, in steps of 1 of 255. */
    difference: (design: Design) => {
      const whole = newDesignSurface(size);
      drawDesign(whole.context, design, { scale, means });
      const [one, other] = [surface.canvas.data(), whole.canvas.data()];
      return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);
    },
  };
}

test('while one layer moves, only that layer is drawn again, and the picture is that of all layers', () => {
  const { draw, layersOf, difference } = open();
  let design = circles(12);
  draw({ design, scale });
  assert.equal(difference(design), 0);
  design = moved(design, 5, 9);
  draw({ design, scale });
  for (let step = 0; step < 5; step += 1) {
    design = moved(design, 5, 9);
    assert.equal(
      layersOf(() => draw({ design, scale })),
      1,
    );
    assert.ok(difference(design) <= 3, `step ${step}: ${difference(design)}`);
  }
});

test('below a moving top layer the picture equals the whole one, and unchanged layers are drawn whole', () => {
  const { draw, drawWhole, difference } = open();
  let design = circles(12);
  for (let step = 0; step < 4; step += 1) {
    assert.deepEqual(draw({ design, scale }), { isExact: true });
    assert.equal(difference(design), 0);
    design = moved(design, 11, -13);
  }
  design = moved(design, 2, 5);
  draw({ design, scale });
  design = moved(design, 2, 5);
  assert.deepEqual(draw({ design, scale }), { isExact: false });
  drawWhole({ design, scale });
  assert.equal(difference(design), 0);
});

test('a change of layers, order, background or size is drawn correctly', () => {
  const { draw, difference } = open();
  const base = circles(12);
  const several = moved(moved(base, 1, 20), 9, 20);
  const designs: Design[] = [
    base,
    moved(base, 3, 5),
    moved(base, 8, 5),
    several,
    { ...several, layers: several.layers.toReversed() },
    { ...base, layers: base.layers.slice(0, 7) },
    { ...base, layers: base.layers.slice(2) },
    { ...base, layers: [] },
    { ...base, background: '#204060' },
    { ...base, background: '#204060', layers: moved(base, 6, 4).layers },
    { ...base, width: 500 },
    { ...base, width: 500, layers: moved(base, 6, 4).layers },
  ];
  for (const [at, design] of designs.entries()) {
    draw({ design, scale });
    if (design.width === base.width) assert.ok(difference(design) <= 3, `design ${at}: ${difference(design)}`);
  }
});
