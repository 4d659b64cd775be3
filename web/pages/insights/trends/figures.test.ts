import assert from 'node:assert/strict';
import { test } from 'vitest';
import { figure } from './figures.ts';

test('a figure is short, and one that a source does not state is N/A', () => {
  assert.deepEqual([figure(0), figure(1234), figure(54_321), figure(null)], ['0', '1,234', '54.3K', 'N/A']);
});
