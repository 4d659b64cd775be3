import assert from 'node:assert/strict';
import { test } from 'vitest';
import { asSentence, usesInWords, type UsedThing } from './uses.ts';

const none = { items: 0, accounts: 0, schedules: 0, waiting: 0, kept: 0 };
const cases: readonly [Pick<UsedThing, 'of' | 'noun'>, Partial<typeof none>, string][] = [
  [{ of: 'stream' }, { items: 12, schedules: 3, waiting: 5 }, '12 files, used by 3 schedules, 5 posts waiting'],
  [
    { of: 'stream', noun: 'text' },
    { items: 1, schedules: 1, waiting: 1 },
    '1 text, used by 1 schedule, 1 post waiting',
  ],
  [{ of: 'stream', noun: 'text' }, {}, 'no texts, used by no schedule'],
  [{ of: 'stream-item' }, { schedules: 9, waiting: 14 }, 'used by 9 schedules, 14 posts waiting'],
  [{ of: 'stream-item' }, { schedules: 2 }, 'used by 2 schedules, no posts waiting'],
  [{ of: 'account' }, { schedules: 1, waiting: 1200 }, 'used by 1 schedule, 1,200 posts waiting'],
  [{ of: 'account' }, {}, 'used by no schedule'],
  [{ of: 'schedule' }, { accounts: 2, waiting: 5 }, '5 posts waiting for 2 accounts'],
  [{ of: 'schedule' }, { accounts: 2 }, 'no posts waiting'],
  [{ of: 'scheduled-item' }, { accounts: 1 }, 'waiting for 1 account'],
  [{ of: 'client' }, { accounts: 3, schedules: 2, waiting: 14 }, '3 accounts, 2 schedules, 14 posts waiting'],
  [{ of: 'client' }, {}, 'no accounts, no schedules, no posts waiting'],
];

for (const [thing, uses, words] of cases) {
  test(`the uses of a ${thing.of} read "${words}"`, () => {
    assert.equal(usesInWords(thing, { ...none, ...uses }), words);
  });
}

test('a line of uses can be a sentence of its own', () => {
  assert.equal(asSentence('used by no schedule'), 'Used by no schedule');
});
