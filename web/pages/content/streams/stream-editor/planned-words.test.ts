import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addingInWords, changedInWords, isUsed, orderInWords, undoneInWords } from './planned-words.ts';

const none = { follow: 0, keep: 0, under_way: 0, asked_again: 0 };
const edits: readonly [Partial<typeof none>, string][] = [
  [{}, 'Loaf has changed. No post was waiting with it.'],
  [{ follow: 14 }, 'Loaf has changed. 14 waiting posts go out with the new words.'],
  [
    { follow: 1, asked_again: 1 },
    'Loaf has changed. 1 waiting post goes out with the new words. 1 post asks its client for approval again.',
  ],
  [
    { follow: 2, asked_again: 2, under_way: 1 },
    'Loaf has changed. 2 waiting posts go out with the new words. 2 posts ask their clients for approval again. 1 ' +
      'post is being sent and keeps its words.',
  ],
  [{ keep: 1 }, 'Loaf has changed. 1 waiting post goes out with the words it had.'],
  [
    { keep: 3, under_way: 2 },
    'Loaf has changed. 3 waiting posts go out with the words they had. 2 posts are being sent and keep their words.',
  ],
];
for (const [counts, words] of edits) {
  test(`the effect of an edit is described as "${words}"`, () => {
    assert.equal(changedInWords('Loaf', { ...none, ...counts }), words);
  });
}

test('an undo says what is restored, and what is not', () => {
  assert.equal(undoneInWords('Loaf', none), 'Loaf has its earlier words again.');
  assert.equal(
    undoneInWords('Loaf', { ...none, follow: 1 }),
    'Loaf has its earlier words again, and so has the post that waits.',
  );
  assert.equal(
    undoneInWords('Loaf', { ...none, follow: 2, asked_again: 2 }),
    'Loaf has its earlier words again, and so have the posts that wait. 2 posts wait for their clients’ approval.',
  );
});

test('adding and reordering say when they take effect if something is planned', () => {
  assert.equal(isUsed({ schedules: 0, waiting: 0 }), false);
  assert.equal(
    addingInWords({ schedules: 1, waiting: 0 }),
    'What you add goes out from the next round of each repeating schedule on, and in schedules made from now on.',
  );
  assert.match(addingInWords({ schedules: 1, waiting: 1 }), / Planned posts stay as they are\.$/);
  assert.equal(orderInWords(undefined), 'The order has changed.');
  assert.equal(orderInWords({ schedules: 0, waiting: 0 }), 'The order has changed.');
  assert.match(
    orderInWords({ schedules: 1, waiting: 0 }),
    /^The order has changed\. The new order applies from the next round/,
  );
  assert.match(
    orderInWords({ schedules: 1, waiting: 1 }),
    /^The order has changed\. 1 waiting post keeps its order\. The new order/,
  );
  assert.match(orderInWords({ schedules: 1, waiting: 5 }), / 5 waiting posts keep their order\. /);
});
