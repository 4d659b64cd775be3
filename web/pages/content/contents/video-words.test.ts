import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isBeingMade, statusWord, timeLeft } from './video-words.ts';

test('each status has its word, and a failure comes first', () => {
  assert.deepEqual(
    (['3', '4', '5', '6'] as const).map((status) => statusWord({ status, failed: '0' })),
    ['Awaiting Customization', 'Downloading Resources', 'Rendering', 'Complete'],
  );
  assert.equal(statusWord({ status: '5', failed: '1' }), 'Failed');
});

test('a video that is being fetched or rendered and has not failed counts as being made', () => {
  assert.deepEqual(
    (['3', '4', '5', '6'] as const).map((status) => isBeingMade({ status, failed: '0' })),
    [false, true, true, false],
  );
  assert.equal(isBeingMade({ status: '5', failed: '1' }), false);
});

test('the remaining time is written in seconds, then in minutes', () => {
  assert.deepEqual([null, 0, 12, 61, 600].map(timeLeft), [
    '',
    'about 1 s left',
    'about 12 s left',
    'about 2 min left',
    'about 10 min left',
  ]);
});
