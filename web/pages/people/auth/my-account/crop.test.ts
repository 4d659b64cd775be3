import assert from 'node:assert/strict';
import { test } from 'vitest';
import { middleOf, mostZoom, movedBy, boxOf, squareOf, zoomedTo } from './crop.ts';

const size = { width: 1200, height: 800 };
const start = middleOf(size);

test('a picture opens centred, as large as fits', () => {
  assert.deepEqual(squareOf(start, size), { left: 200, top: 0, side: 800 });
});

test('moving stops at the edge of the picture', () => {
  assert.deepEqual(squareOf(movedBy(start, { right: 0.1, down: 0.1 }, size), size), { left: 280, top: 0, side: 800 });
  assert.deepEqual(squareOf(movedBy(start, { right: 9, down: -9 }, size), size), { left: 400, top: 0, side: 800 });
});

test('zooming keeps the centre, within its limits', () => {
  assert.deepEqual(squareOf(zoomedTo(start, 2, size), size), { left: 400, top: 200, side: 400 });
  assert.equal(zoomedTo(start, 99, size).zoom, mostZoom);
  assert.equal(zoomedTo(start, 0, size).zoom, 1);
});

test('zooming out at an edge stays within the picture', () => {
  const corner = movedBy(zoomedTo(start, 4, size), { right: 99, down: 99 }, size);
  assert.deepEqual(squareOf(corner, size), { left: 1000, top: 600, side: 200 });
  assert.deepEqual(squareOf(zoomedTo(corner, 1, size), size), { left: 400, top: 0, side: 800 });
});

test('the frame shows only the square', () => {
  assert.deepEqual(boxOf(zoomedTo(start, 2, size), size), { left: -1, top: -0.5, width: 3, height: 2 });
});
