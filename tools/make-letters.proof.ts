import assert from 'node:assert/strict';
import { test } from 'vitest';
import table from '#sources/fonts/letters.json' with { type: 'json' };
import { lettersTable } from './make-letters.ts';

test('the table of letters names the characters that the packages have', () => {
  assert.deepEqual(table, lettersTable());
});
