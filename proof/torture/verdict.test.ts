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
  ['published and there once is right', [row], [post], {}],
  ['two copies are twice', [row], [post, { ...post, id: '8' }], { twice: ['1'] }],
  ['published and not there is lost', [row], [], { lost: ['1'] }],
  ['published under another id than the network’s is lost', [{ ...row, postId: '9' }], [post], { lost: ['1'] }],
  ['a draft is no copy', [row], [{ ...post, network: 'wordpress', status: 'draft' }], { lost: ['1'] }],
  ['another account’s copy does not count', [row], [{ ...post, account: 'b' }], { lost: ['1'], unplanned: ['b x1'] }],
  ['failed, with its reason, and not there is right', [{ ...row, state: 'failed', message: 'no' }], [], {}],
  [
    'failed and there is twice: the person would send it again',
    [{ ...row, state: 'failed', message: 'no' }],
    [post],
    { twice: ['1'] },
  ],
  ['failed without a reason is unexplained', [{ ...row, state: 'failed' }], [], { unexplained: ['1'] }],
  ['cancelled and there is more than was asked for', [{ ...row, state: 'cancelled' }], [post], { twice: ['1'] }],
  [
    'uncertain may be there or not',
    [
      { ...row, state: 'uncertain', message: 'look' },
      { ...row, id: '2', word: 'x2', state: 'uncertain', message: 'look' },
    ],
    [post],
    {},
  ],
  [
    'uncertain and there twice is twice',
    [{ ...row, state: 'uncertain', message: 'look' }],
    [post, post],
    { twice: ['1'] },
  ],
  [
    'uncertain without an attempt is unexplained',
    [{ ...row, state: 'uncertain', message: 'look', attempts: 0 }],
    [],
    { unexplained: ['1'] },
  ],
  [
    'uncertain that a machine still looks at is not at its end',
    [{ ...row, state: 'uncertain', message: 'look', waits: true }],
    [],
    { lost: ['1'] },
  ],
  ['what is still in somebody’s hands is lost', [{ ...row, state: 'sending' }], [post], { twice: ['1'], lost: ['1'] }],
  ['out before its time is early', [row], [{ ...post, createdAt: '2026-06-01T11:59:59.000Z' }], { early: ['1'] }],
  ['a post without a delivery is unplanned', [row], [post, { ...post, text: 'This is y' }], { unplanned: ['a y'] }],
];
for (const [fact, rows, posts, broken] of cases) {
  test(fact, () => assert.deepEqual(judge(rows, posts, { untilMs: Infinity }), { ...none, ...broken }));
}
