import assert from 'node:assert/strict';
import { test } from 'vitest';
import { choiceWords, lostWords, pileWords, stayingWords, timeOf, type Preview } from './words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const post = (send_at: string, move_to: string | null): Preview['posts'][number] => ({
  id: '1',
  title: 'Tips',
  client: 'Bakery',
  type: 'telegram',
  username: '@a',
  timezone: 'UTC',
  due_at: '2026-11-21T09:00:00Z',
  send_at,
  move_to,
});
const account = (last_at: string) => ({
  id: '1',
  type: 'telegram' as const,
  username: '@a',
  total: 1,
  connected: true,
  oldest_at: last_at,
  first_at: last_at,
  last_at,
});
const pile = (last: string, posts: Preview['posts'] = []) => ({
  posts,
  clients: [{ id: '1', name: 'Bakery', total: 1, accounts: [account(last)] }],
});

test('the posts that piled up and those that stay are counted in words', () => {
  assert.equal(pileWords({ total: 0 }), 'No posts are held. Everything continues as planned.');
  assert.equal(pileWords({ total: 1 }), 'One post was due while this was paused.');
  assert.equal(pileWords({ total: 1200 }), '1,200 posts were due while this was paused.');
  assert.equal(stayingWords({ staying: 0 }), '');
  assert.equal(stayingWords({ staying: 2 }), '2 more posts stay, because another pause is on.');
});

test('each choice says what it does and when', () => {
  const clock = { now, zone: 'UTC' };
  assert.equal(
    choiceWords('publish-now', pile('2026-11-21T12:00:00.003Z'), clock),
    'Oldest first, all within moments.',
  );
  assert.match(
    choiceWords('publish-now', pile('2026-11-21T13:15:00Z'), clock),
    /The last one goes out today, 13:15\.$/,
  );
  assert.match(
    choiceWords('next-free-times', pile('x', [post('', '2026-11-22T09:00:00Z')]), clock),
    /from tomorrow, 09:00 on\.$/,
  );
  assert.match(choiceWords('skip', pile('x'), clock), /^They are not published\./);
});

test('accounts that need reconnecting are named before anything is resumed', () => {
  const lost = { ...account('x'), connected: false };
  const of = (accounts: Preview['clients'][number]['accounts']) => ({
    clients: [{ id: '1', name: 'Bakery', total: 1, accounts }],
  });
  assert.equal(lostWords(of([account('x')])), '');
  assert.match(
    lostWords(of([account('x'), lost, { ...lost, username: '' }])),
    /^@a, Telegram must be reconnected first/,
  );
  assert.match(lostWords(of([lost, lost, lost, lost, lost])), /^@a, @a, @a and 2 more must/);
});

test('a skipped post has no time', () => {
  const one = post('2026-11-21T12:00:00Z', '2026-11-22T09:00:00Z');
  assert.deepEqual(
    [timeOf('publish-now', one), timeOf('next-free-times', one), timeOf('skip', one)],
    [one.send_at, one.move_to, null],
  );
});
