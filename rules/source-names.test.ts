import assert from 'node:assert/strict';
import { test } from 'vitest';
import { authorAndSource, sourceName } from './source-names.ts';

test('a source has a display name, and an unknown source keeps its id', () => {
  assert.deepEqual(['google-fonts', 'pexels', 'Ana’s archive'].map(sourceName), [
    'Google Fonts',
    'Pexels',
    'Ana’s archive',
  ]);
});

test('the author is named before the source, and a source that is the author is named once', () => {
  assert.deepEqual(
    [
      authorAndSource({ author: 'Ana Lima', source: 'pexels' }),
      authorAndSource({ author: '', source: 'jamendo' }),
      authorAndSource({ author: 'Built-in collection', source: 'embedded' }),
    ],
    ['Ana Lima, Pexels', 'Jamendo', 'Built-in collection'],
  );
});
