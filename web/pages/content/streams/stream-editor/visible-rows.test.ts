import assert from 'node:assert/strict';
import { test } from 'vitest';
import { positionByKey, scrollStep } from './use-carried.ts';
import { moved } from './use-order.ts';
import { shownRowsOf, rowsInSight } from './visible-rows.ts';

const list = { count: 1000, rowHeight: 77, height: 770 };

test('only the rows of a long list in the window are rendered, and six beyond each edge', () => {
  assert.deepEqual(rowsInSight({ ...list, top: 300 }), { from: 0, to: 13 });
  assert.deepEqual(rowsInSight({ ...list, top: -7700 }), { from: 94, to: 116 });
  assert.deepEqual(rowsInSight({ ...list, top: -80_000 }), { from: 999, to: 1000 });
  assert.deepEqual(rowsInSight({ ...list, count: 0, top: 300 }), { from: 0, to: 0 });
});

test('a row that must stay in the page is rendered outside the window, and the height is that of all rows', () => {
  const { shownRows, after } = shownRowsOf(
    { from: 90, to: 92 },
    { count: 1000, rowHeight: 10, pinned: [3, 91, -1, 950] },
  );
  assert.deepEqual(shownRows, [
    { index: 3, before: 30 },
    { index: 90, before: 860 },
    { index: 91, before: 0 },
    { index: 950, before: 8580 },
  ]);
  assert.equal(after, 490);
  assert.equal(shownRows.reduce((sum, { before }) => sum + before + 10, 0) + after, 10_000);
});

test('arrows, page keys, Home and End move to a position within the list', () => {
  const at = (key: string, current: number) => positionByKey(key, { at: current, count: 1000 });
  assert.equal(at('ArrowUp', 0), 0);
  assert.equal(at('ArrowDown', 4), 5);
  assert.equal(at('PageUp', 899), 889);
  assert.equal(at('Home', 899), 0);
  assert.equal(at('End', 3), 999);
  assert.equal(at('a', 3), null);
});

test("a drag scrolls the page at the window's edges, faster the longer it lasts", () => {
  const height = 800;
  assert.equal(scrollStep(400, { height, frames: 0 }), 0);
  assert.equal(scrollStep(20, { height, frames: 0 }), -6);
  assert.equal(scrollStep(790, { height, frames: 60 }), 36);
  assert.equal(scrollStep(790, { height, frames: 6000 }), 140);
});

test('a moved entry is at its position in the list without it', () => {
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], { from: 3, to: 1 }), ['a', 'd', 'b', 'c']);
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], { from: 0, to: 2 }), ['b', 'c', 'a', 'd']);
});
