import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Path2D } from '@napi-rs/canvas';
import { describe, test } from 'vitest';
import { drawOps, type DrawMeans } from '#render/layout/draw.ts';
import { effects } from '#render/layout/project.ts';
import { slideLayout } from '#render/layout/slide.ts';
import { drawTransition } from '#render/layout/transition.ts';
import { aProject, aStyle, aTile, testMeans } from '../testing.ts';
import { newSurface, nodePlatform, type NodePicture, type NodeSurface } from './platform.ts';

const stage = { width: 1280, height: 720 };

/** A picture of two gradients, drawn for the test. */
function aPicture(width: number, height: number): NodePicture {
  const { context, picture } = newSurface({ width, height });
  for (let x = 0; x < width; x += 8) {
    context.fillStyle = `rgb(${Math.round((x / width) * 255)}, ${Math.round((1 - x / width) * 200)}, 120)`;
    context.fillRect(x, 0, 8, height);
  }
  return picture;
}

const pictures: Readonly<Record<string, NodePicture>> = { photo: aPicture(1600, 1200), logo: aPicture(300, 100) };
const drawMeans: DrawMeans<NodePicture, Path2D> = { ...nodePlatform, pictureOf: (name) => pictures[name] };
const means = testMeans({ photo: { width: 1600, height: 1200 }, logo: { width: 300, height: 100 } });

function drawn(tile: ReturnType<typeof aTile>): NodeSurface {
  const surface = newSurface(stage);
  const layout = slideLayout(aProject([tile], { logo: { file: 'logo', position: 'top-left' } }), tile, means);
  drawOps(surface.context, [...layout.under, ...layout.over], drawMeans);
  return surface;
}

const hashOf = (surface: NodeSurface): string =>
  createHash('sha256').update(surface.pixels()).digest('hex').slice(0, 16);

describe('slides on the server', () => {
  test('a slide is drawn the same on every machine (a change of it raises drawingVersion)', () => {
    const photo = { kind: 'image', file: 'photo' } as const;
    assert.deepEqual(
      {
        text: hashOf(
          drawn(
            aTile({
              media: photo,
              text: 'Grow your agency مرحبا 123',
              textStyle: aStyle({ position: 'bottom-center', bold: true }),
            }),
          ),
        ),
        blurred: hashOf(drawn(aTile({ media: photo, blur: true, text: 'Blurred' }))),
      },
      { text: 'bbedc468c798c27b', blurred: '23719a0cdbd4520d' },
    );
  });

  test('a blurred picture has no edges left and keeps its colours', () => {
    const blurred = drawn(
      aTile({
        media: { kind: 'image', file: 'photo' },
        blur: true,
        text: '.',
        textStyle: aStyle({ box: null, size: 1 }),
      }),
    );
    const pixels = blurred.pixels();
    const row = Array.from({ length: 1200 }, (_, x) => pixels[(500 * stage.width + x + 40) * 4] ?? 0);
    assert.ok(Math.max(...row.slice(1).map((value, x) => Math.abs(value - (row[x] ?? 0)))) <= 2);
    assert.ok((row[0] ?? 255) < 30 && (row.at(-1) ?? 0) > 225);
  });
});

describe('transitions', () => {
  const one = drawn(aTile({ media: { kind: 'colour', colour: '#ff0000' } }));
  const other = drawn(aTile({ media: { kind: 'colour', colour: '#0000ff' } }));

  for (const effect of effects.filter((each) => each !== 'none')) {
    test(`the transition ${effect} begins near the first slide, ends near the second and leaves no gap`, () => {
      const means = [1 / 16, 0.5, 15 / 16].map((progress) => {
        const frame = newSurface(stage);
        drawTransition(frame.context, { effect, progress, from: one.picture, to: other.picture, stage }, nodePlatform);
        const pixels = frame.pixels();
        let [blue, holes] = [0, 0];
        for (let at = 0; at < pixels.length; at += 4) {
          blue += pixels[at + 2] ?? 0;
          if (pixels[at + 3] !== 255) holes++;
        }
        assert.equal(holes, 0);
        return blue / (stage.width * stage.height);
      });
      const [begin = 0, , end = 0] = means;
      assert.ok(begin < 40, `begins with ${begin}`);
      assert.ok(end > 215, `ends with ${end}`);
    });
  }
});
