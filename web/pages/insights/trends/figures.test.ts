import assert from 'node:assert/strict';
import { test } from 'vitest';
import { figure } from './figures.ts';

test('a figure is shortened, and N/A if the source does not state it', () => {
  assert.deepEqual([figure(0), figure(1234), figure(54_321), figure(null)], ['0', '1,234', '54.3K', 'N/A']);
});
