import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { coverOf, markRect, overlap, placeAt } from './geometry.ts';
import { positions } from './project.ts';

describe('positions on the stage', () => {
  test('a picture that is too tall is cut at top and bottom, one that is too wide at its sides', () => {
    assert.deepEqual(coverOf({ width: 1000, height: 1000 }, { width: 1280, height: 720 }), {
      x: 0,
      y: 218.75,
      width: 1000,
      height: 562.5,
    });
    assert.deepEqual(coverOf({ width: 3000, height: 720 }, { width: 1280, height: 720 }), {
      x: 860,
      y: 0,
      width: 1280,
      height: 720,
    });
  });

  test('the nine positions keep the margin to the edges they touch', () => {
    const at = positions.map((position) =>
      placeAt(position, { width: 100, height: 50 }, { width: 1000, height: 500 }, 20),
    );
    assert.deepEqual(
      at.map(({ x, y }) => [x, y]),
      [
        [20, 20],
        [450, 20],
        [880, 20],
        [20, 225],
        [450, 225],
        [880, 225],
        [20, 430],
        [450, 430],
        [880, 430],
      ],
    );
  });

  test('a logo keeps its proportions inside a sixth of the stage', () => {
    const stage = { width: 1280, height: 720 };
    assert.deepEqual(markRect('top-left', { width: 300, height: 100 }, stage), {
      x: 22,
      y: 22,
      width: 213,
      height: 71,
    });
    assert.deepEqual(markRect('bottom-right', { width: 100, height: 400 }, stage), {
      x: 1228,
      y: 578,
      width: 30,
      height: 120,
    });
  });

  test('rectangles that only touch do not overlap', () => {
    assert.equal(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 }), false);
    assert.equal(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 9, y: 9, width: 10, height: 10 }), true);
  });
});
