import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deletedInWords, restoredInWords } from './deleted-words.ts';

test('a deletion reports what it stopped, and what it could not stop', () => {
  assert.equal(deletedInWords('Rye loaf is', { stopped: 0, under_way: 0 }), 'Rye loaf is deleted.');
  assert.equal(
    deletedInWords('1,000 items are', { stopped: 2, under_way: 1 }),
    '1,000 items are deleted. 2 waiting posts were stopped. 1 post is being sent and could not be stopped.',
  );
});

test('a restore reports what waits again, and what it left unchanged', () => {
  const none = { restored: 0, there: 0, left: 0, waiting: 0, moved: 0 };
  assert.equal(
    restoredInWords({ ...none, restored: 3, waiting: 2, moved: 1 }),
    '3 items are back in their positions. 2 posts wait again. 1 of them goes out at the next free time, since the ' +
      'time before has passed or its schedule was moved.',
  );
  assert.equal(
    restoredInWords({ ...none, there: 1, left: 2 }),
    '1 item is back already. 2 items were deleted again elsewhere and stay deleted.',
  );
});
