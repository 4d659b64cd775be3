import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { FeedPost } from './sandbox.ts';
import { judge, type EndRow, type Verdict } from './verdict.ts';

const dueAt = new Date('2026-06-01T12:00:00Z');
const row: EndRow = {
  id: '1',
  state: 'published',
  feedAccount: 'a',
  word: 'x1',
  dueAt,
  message: '',
  postId: '7',
  waits: false,
  attempts: 1,
};
const post: FeedPost = {
  network: 'telegram',
  account: 'a',
  id: '7',
  title: '',
  text: 'This is x1',
  status: '',
  createdAt: '2026-06-01T12:00:01.000Z',
  publishedAt: '',
};
const none: Verdict = { twice: [], lost: [], unexplained: [], early: [], unplanned: [] };

const cases: [fact: string, rows: EndRow[], posts: FeedPost[], broken: Partial<Verdict>][] = [
  ['a published post with one copy is right', [row], [post], {}],
  ['two copies of a published post count as twice', [row], [post, { ...post, id: '8' }], { twice: ['1'] }],
  ['a published post without a copy is lost', [row], [], { lost: ['1'] }],
  ['a post published under another id than the network’s is lost', [{ ...row, postId: '9' }], [post], { lost: ['1'] }],
  ['a draft does not count as a copy', [row], [{ ...post, network: 'wordpress', status: 'draft' }], { lost: ['1'] }],
  ['another account’s copy does not count', [row], [{ ...post, account: 'b' }], { lost: ['1'], unplanned: ['b x1'] }],
  ['a failed post with a reason and without a copy is right', [{ ...row, state: 'failed', message: 'no' }], [], {}],
  [
    'a failed post with a copy counts as twice: the person would send it again',
    [{ ...row, state: 'failed', message: 'no' }],
    [post],
    { twice: ['1'] },
  ],
  ['a failed post without a reason is unexplained', [{ ...row, state: 'failed' }], [], { unexplained: ['1'] }],
  ['a cancelled post with a copy counts as twice', [{ ...row, state: 'cancelled' }], [post], { twice: ['1'] }],
  [
    'an uncertain post may have a copy or not',
    [
      { ...row, state: 'uncertain', message: 'look' },
      { ...row, id: '2', word: 'x2', state: 'uncertain', message: 'look' },
    ],
    [post],
    {},
  ],
  [
    'an uncertain post with two copies counts as twice',
    [{ ...row, state: 'uncertain', message: 'look' }],
    [post, post],
    { twice: ['1'] },
  ],
  [
    'an uncertain post without an attempt is unexplained',
    [{ ...row, state: 'uncertain', message: 'look', attempts: 0 }],
    [],
    { unexplained: ['1'] },
  ],
  [
    'an uncertain post that the engine still checks has not reached its end',
    [{ ...row, state: 'uncertain', message: 'look', waits: true }],
    [],
    { lost: ['1'] },
  ],
  ['a post that a worker still holds is lost', [{ ...row, state: 'sending' }], [post], { twice: ['1'], lost: ['1'] }],
  [
    'a post published before its time is early',
    [row],
    [{ ...post, createdAt: '2026-06-01T11:59:59.000Z' }],
    { early: ['1'] },
  ],
  ['a post without a delivery is unplanned', [row], [post, { ...post, text: 'This is y' }], { unplanned: ['a y'] }],
];
for (const [fact, rows, posts, broken] of cases) {
  test(fact, () => assert.deepEqual(judge(rows, posts, { untilMs: Infinity }), { ...none, ...broken }));
}
