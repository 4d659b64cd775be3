import assert from 'node:assert/strict';
import { test } from 'vitest';
import { foundItems } from './found-items.ts';

const item = (title: string, description: string, format: 'text' | 'formatted' = 'text') => ({
  title,
  description,
  description_format: format,
});
const items = [
  item('Rye loaf', 'Baked at four in the morning'),
  item('', 'The RYE is back on Monday'),
  item('Opening hours', '<p class="rye">From <strong>seven</strong></p>', 'formatted'),
];

test('items are found by all words of title and text, ignoring case', () => {
  assert.deepEqual(foundItems(items, ' rye  MONDAY '), [items[1]]);
  assert.deepEqual(foundItems(items, 'morning'), [items[0]]);
  assert.deepEqual(foundItems(items, 'oats'), []);
});

test('formatted text is searched as it is displayed, not as HTML', () => {
  assert.deepEqual(foundItems(items, 'rye'), items.slice(0, 2));
  assert.deepEqual(foundItems(items, 'from seven'), [items[2]]);
});

test('an empty search finds all items', () => {
  assert.deepEqual(foundItems(items, '  '), items);
});
