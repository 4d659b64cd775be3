import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ItemPart } from './page-queries.ts';
import { itemCard } from './pages.ts';

const item: ItemPart = {
  id: '2',
  stream_id: '1',
  stream: 'Daily',
  type: 'text',
  tags: '',
  stream_words: '',
  stream_deleted: false,
  title: 'Loaf',
  description: 'Warm',
  format: 'text',
  deleted: false,
  kept: false,
  file: null,
  thumbnail: null,
  content_type: null,
};

test('an item says whether it was deleted, or is kept for posts that were planned before an edit', () => {
  const said = (part: Partial<ItemPart>): string => itemCard({ ...item, ...part }).text;
  assert.doesNotMatch(said({}), /class="dim"/);
  assert.match(said({ deleted: true }), /\(deleted\)/);
  assert.match(
    said({ deleted: true, kept: true }),
    /Loaf<\/strong> <span class="dim">\(as it was before an edit, kept for posts planned with it\)/,
  );
});
