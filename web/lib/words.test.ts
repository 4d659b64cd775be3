import assert from 'node:assert/strict';
import { test } from 'vitest';
import { counted, countedTotal, padded, sayCount, sayMore, sayTotal } from './words.ts';

test('counts below ten are padded with a zero', () => {
  assert.deepEqual([0, 9, 10, 1234].map(padded), ['00', '09', '10', '1,234']);
});

test('one is singular, every other number plural', () => {
  assert.deepEqual(
    [counted(0, 'post'), counted(1, 'post'), counted(2, 'reply', 'replies')],
    ['0 posts', '1 post', '2 replies'],
  );
});

test('thousands are separated, and hours have two decimals', () => {
  assert.deepEqual([999, 1234567, 1.255].map(sayCount), ['999', '1,234,567', '1.26']);
});

test('a list longer than the counted maximum shows that there are more, not how many are left', () => {
  assert.deepEqual(
    [sayTotal(7, padded), sayTotal(1000), sayTotal(1001), countedTotal(1, 'post'), countedTotal(1001, 'post')],
    ['07', '1,000', '1,000+', '1 post', '1,000+ posts'],
  );
  assert.deepEqual(
    [sayMore({ total: 28, here: 25 }, 'post'), sayMore({ total: 1001, here: 25 }, 'post')],
    ['Show more (3 posts left)', 'Show more'],
  );
});
