import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sayNotification, type Said } from './inbox-words.ts';
import { notificationKinds } from './inbox.ts';

const base: Said = { kind: 'delivery.failed', count: 1, various: false, name: 'Spring', network: null };

for (const [said, words] of [
  [{}, '“Spring” failed'],
  [{ count: 3 }, '“Spring” failed at 3 accounts'],
  [{ count: 3, various: true }, '3 posts failed'],
  [{ name: '' }, 'A post failed'],
  [{ name: '', count: 2 }, '2 posts failed'],
  [{ kind: 'delivery.uncertain', name: '' }, 'Check whether a post is out'],
  [{ kind: 'post.held', count: 2, various: true }, '2 posts are held: not approved in time'],
  [
    { kind: 'account.needs_reconnecting', name: 'Corner', network: 'linkedin' },
    'Please reconnect “Corner” on LinkedIn',
  ],
  [{ kind: 'account.needs_reconnecting', name: '' }, 'Please reconnect an account'],
  [{ kind: 'account.expires_soon', count: 2, various: true }, 'The connections of 2 accounts end soon'],
  [{ kind: 'approval.asked', count: 6, various: true }, '6 posts wait for your approval'],
  [{ kind: 'approval.commented', count: 3 }, '3 comments on “Spring”'],
  [{ kind: 'approval.commented', count: 3, various: true }, '3 comments on posts'],
  [{ kind: 'report.mailed', name: 'October 2026' }, 'The report of October 2026 was mailed'],
] as const)
  test(`an entry says ${words}`, () => assert.equal(sayNotification({ ...base, ...said }), words));

test('every kind says one, one that is gone, and several, each beginning with a capital or a quotation mark', () => {
  for (const kind of notificationKinds)
    for (const said of [base, { ...base, name: '' }, { ...base, count: 2, various: true }])
      assert.match(sayNotification({ ...said, kind }), /^[“A-Z0-9][^{}]{6,}[^.]$/);
});
