import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dollars } from './money.ts';

test('dollars show cents only if there are any', () => {
  assert.deepEqual([1500, 12.5, 0].map(dollars), ['$1,500', '$12.50', '$0']);
});
