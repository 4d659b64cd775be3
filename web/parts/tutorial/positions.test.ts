import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chapterAt, clockOf, notePosition, positionOf } from './positions.ts';

test('a tutorial continues where it was stopped, and from the beginning after it was watched to the end', () => {
  assert.equal(positionOf('tour'), 0);
  notePosition('tour', { at: 31.5, length: 80 });
  assert.equal(positionOf('tour'), 31.5);
  assert.equal(positionOf('another'), 0);
  notePosition('tour', { at: 79.4, length: 80 });
  assert.equal(positionOf('tour'), 0);
});

test('seconds are written as a clock time', () => {
  assert.deepEqual([0, 4.9, 59.99, 60, 75, 600].map(clockOf), ['0:00', '0:04', '0:59', '1:00', '1:15', '10:00']);
});

test('the current chapter is the last one that has begun', () => {
  const chapters = [{ start: 4 }, { start: 20 }, { start: 33.5 }];
  assert.deepEqual(
    [0, 4, 19.9, 20, 33.4, 33.5, 99].map((at) => chapterAt(chapters, at)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});
