import assert from 'node:assert/strict';
import { test } from 'vitest';
import { streamCount } from './counts.ts';

test('the stream count is padded below nine and plural from nine on', () => {
  assert.deepEqual([0, 1, 8, 9, 12].map(streamCount), [
    '00 Stream',
    '01 Stream',
    '08 Stream',
    '9 Streams',
    '12 Streams',
  ]);
});
