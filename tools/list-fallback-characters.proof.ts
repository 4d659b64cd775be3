import assert from 'node:assert/strict';
import { test } from 'vitest';
import table from '#sources/fonts/fallback-fonts.json' with { type: 'json' };
import { fallbackTable } from './list-fallback-characters.ts';

test('the table of fallback fonts lists the characters that the packages have', () => {
  assert.deepEqual(table, fallbackTable());
});
