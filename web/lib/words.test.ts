import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, padded, sayCount } from './words.ts';

test('counts under ten are padded with a zero', () => {
  assert.deepEqual([0, 9, 10, 1234].map(padded), ['00', '09', '10', '1,234']);
});

test('one is singular, everything else plural', () => {
  assert.deepEqual(
    [counted(0, 'post'), counted(1, 'post'), counted(2, 'reply', 'replies')],
    ['0 posts', '1 post', '2 replies'],
  );
});

test('thousands stand apart, and hours keep two decimals', () => {
  assert.deepEqual([999, 1234567, 1.255].map(sayCount), ['999', '1,234,567', '1.26']);
});
