import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sayDay } from './day-words.ts';

const none = { posted: 0, waiting: 0, failed: 0, uncertain: 0 };

test('one sentence says whether yesterday’s posts were published', () => {
  assert.equal(sayDay(none), 'Nothing was planned for yesterday.');
  assert.equal(sayDay({ ...none, posted: 1 }), 'Yesterday’s post went out.');
  assert.equal(sayDay({ ...none, posted: 1200 }), 'Yesterday all 1,200 posts went out.');
  assert.equal(
    sayDay({ posted: 9, waiting: 1, failed: 2, uncertain: 1 }),
    'Yesterday 9 of 13 posts went out; 2 failed, 1 waits, 1 needs a look.',
  );
  assert.equal(sayDay({ ...none, failed: 1 }), 'Yesterday 0 of 1 posts went out; 1 failed.');
});
