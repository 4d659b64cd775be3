import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tagsOf } from './tags.ts';

test('tags are split at commas and trimmed, and lose their hash sign', () => {
  assert.deepEqual(tagsOf(' #Sale, summer ,## beach bar'), ['Sale', 'summer', 'beach bar']);
});

test('empty and repeated tags are left out', () => {
  assert.deepEqual(tagsOf(',a,, a ,#,'), ['a']);
  assert.deepEqual(tagsOf(''), []);
});
