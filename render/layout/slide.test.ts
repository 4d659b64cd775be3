import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { aProject, aStyle, aTile, testMeans } from '../testing.ts';
import { hintsOf } from './hints.ts';
import { slideLayout } from './slide.ts';

const means = testMeans({
  photo: { width: 1600, height: 1200 },
  logo: { width: 300, height: 100 },
  'emoji:🚀': { width: 32, height: 32 },
});

describe('laying out slides', () => {
  test('a slide covers the stage with its picture, blurred only behind a text', () => {
    const media = { kind: 'image', file: 'photo' } as const;
    const plain = aTile({ media, blur: true });
    assert.deepEqual(
      slideLayout(aProject([plain]), plain, means).under.map(({ op }) => op),
      ['fill', 'picture'],
    );
    const worded = aTile({ media, blur: true, text: 'Hello' });
    assert.deepEqual(
      slideLayout(aProject([worded]), worded, means).under.map(({ op }) => op),
      ['fill', 'blurred'],
    );
  });

  test('a slide draws box, text, watermark and logo in this order, the watermark at half opacity', () => {
    const tile = aTile({ text: 'Go 🚀' });
    const marks = {
      logo: { file: 'logo', position: 'top-left' },
      watermark: { file: 'logo', position: 'bottom-right' },
    } as const;
    const { over } = slideLayout(aProject([tile], marks), tile, means);
    assert.deepEqual(
      over.map(({ op }) => op),
      ['box', 'glyphs', 'picture', 'picture', 'picture'],
    );
    assert.deepEqual(
      over.flatMap((op) => (op.op === 'picture' ? [[op.picture, op.opacity]] : [])),
      [
        ['emoji:🚀', 1],
        ['logo', 0.5],
        ['logo', 1],
      ],
    );
  });

  test('a text without a box, or with one at opacity 0, is drawn on the picture', () => {
    for (const box of [null, { colour: '#000000', opacity: 0, radius: 0 }]) {
      const tile = aTile({ text: 'Go', textStyle: aStyle({ box }) });
      assert.deepEqual(
        slideLayout(aProject([tile]), tile, means).over.map(({ op }) => op),
        ['glyphs'],
      );
    }
  });

  test('a face that the family lacks is slanted and emboldened', () => {
    const tile = aTile({ text: 'Go', textStyle: aStyle({ box: null, bold: true, italic: true }) });
    const lacking = {
      ...means,
      fontsFor: () => ({ ...means.fontsFor(aStyle(), ''), slanted: true, emboldened: true }),
    };
    const [op] = slideLayout(aProject([tile]), tile, lacking).over;
    assert.ok(op?.op === 'glyphs' && op.slant > 0 && op.stroke > 0);
  });
});

describe('hints', () => {
  test('hints report low contrast with the box, and with the ground where the box lets it through', () => {
    const layout = slideLayout(aProject(), aTile({ text: 'Go' }), means);
    const kinds = (style: Parameters<typeof aStyle>[0], ground: string | null): string[] =>
      hintsOf(layout, aStyle(style), ground).map(({ kind }) => kind);
    assert.deepEqual(kinds({ box: { colour: '#dddddd', opacity: 1, radius: 0 } }, null), ['low-contrast']);
    assert.deepEqual(kinds({ box: { colour: '#000000', opacity: 0.1, radius: 0 } }, '#ffffff'), ['low-contrast']);
    assert.deepEqual(kinds({ box: null }, null), []);
    assert.deepEqual(kinds({ box: null }, '#203040'), []);
  });

  test('hints report a text over the logo, a text that shrank and characters without a glyph', () => {
    const tile = aTile({ text: 'Über 漢 '.repeat(80), textStyle: aStyle({ position: 'top-left', size: 60 }) });
    const project = aProject([tile], { logo: { file: 'logo', position: 'top-left' } });
    const hints = hintsOf(slideLayout(project, tile, means), tile.textStyle, null);
    assert.deepEqual(
      hints.map(({ kind }) => kind),
      ['text-over-logo', 'text-shrunk', 'no-glyphs'],
    );
  });
});
