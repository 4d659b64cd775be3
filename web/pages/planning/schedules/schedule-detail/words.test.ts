import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  failedOf,
  goesOutOf,
  itemStatus,
  lookAgainAfter,
  reasonOf,
  waitsUntil,
  type Delivery,
  type Item,
} from './words.ts';

const delivery = (state: Delivery['state'], part: Partial<Delivery> = {}): Delivery => ({
  delivery_id: '1',
  account_id: '1',
  type: 'telegram',
  username: '@a',
  status: state === 'published',
  state,
  due_at: '2026-11-21T08:30:00.000Z',
  waits_until: null,
  post_url: null,
  message: '',
  paused: null,
  unapproved: false,
  actions: [],
  ...part,
});
const item = (done: Item['done'], deliveries: Delivery[], part: Partial<Item> = {}): Item => ({
  id: '1',
  round: 1,
  title: 'Tips',
  description: '',
  description_format: 'text',
  type: 'text',
  thumbnails: null,
  scheduled: '2026-11-21 09:30',
  due_at: '2026-11-21T08:30:00.000Z',
  done,
  note: '',
  social_networks: deliveries,
  approval: null,
  ...part,
});

const asked = (state: 'waiting' | 'approved' | 'sent-back') => ({ state, held: false, comment: null });

const statuses: [string, Item, string, string | null][] = [
  [
    'kept back by a pause',
    item('0', [delivery('published'), delivery('scheduled', { paused: 'client', message: 'paused' })]),
    'paused',
    null,
  ],
  [
    'for a person to post by hand',
    item('0', [delivery('sending'), delivery('waiting', { actions: ['posted-by-hand', 'leave-out'] })]),
    'by-hand',
    null,
  ],
  ['posted everywhere', item(1, [delivery('published')]), 'posted', null],
  [
    'posted in part',
    item(1, [delivery('published'), delivery('failed')], { note: 'Posted 1 of 2' }),
    'partly',
    'Posted 1 of 2',
  ],
  ['failed', item('2', [delivery('failed')]), 'failed', 'Failed'],
  ['without an answer', item('2', [delivery('uncertain')]), 'uncertain', null],
  ['missed everywhere', item('2', [delivery('missed')]), 'missed', 'Failed'],
  ['cancelled', item('3', [delivery('cancelled')]), 'cancelled', null],
  ['waiting for its time', item('0', [delivery('scheduled')]), 'scheduled', null],
  ['being sent', item('0', [delivery('published'), delivery('sending')]), 'sending', null],
  ['that waits for approval', item('0', [delivery('scheduled')], { approval: asked('waiting') }), 'approval', null],
  ['that was sent back', item('0', [delivery('scheduled')], { approval: asked('sent-back') }), 'sent-back', null],
  [
    'that is held',
    item('0', [delivery('scheduled')], { approval: { ...asked('waiting'), held: true } }),
    'not-approved',
    null,
  ],
  ['that is approved', item('0', [delivery('scheduled')], { approval: asked('approved') }), 'scheduled', null],
  ['that is still being checked', item('0', [delivery('uncertain')]), 'checking', null],
];
for (const [what, given, status, word] of statuses) {
  test(`an item ${what} shows as ${status}`, () => {
    assert.deepEqual(itemStatus(given), { status, word });
  });
}

test('one line says why an item is not published everywhere', () => {
  const missed = delivery('missed', { message: 'Missed: its time passed.' });
  assert.equal(reasonOf(item('2', [missed, missed])), 'Missed: its time passed.');
  assert.equal(reasonOf(item(1, [delivery('published'), delivery('failed', { message: 'Too long' })])), 'Too long');
  assert.equal(
    reasonOf(item('2', [missed, delivery('failed', { message: 'Too long' })])),
    '2 accounts, each for its own reason',
  );
  assert.equal(
    reasonOf(item('0', [delivery('waiting', { message: 'Please reconnect this account.' })])),
    'Please reconnect this account.',
  );
  assert.equal(reasonOf(item('0', [delivery('scheduled', { message: 'We will try again.' })])), '');
});

test('an item that waits for its networks says until when, by the latest of them, and why', () => {
  const asked = delivery('scheduled', {
    waits_until: '2026-11-22T00:00:00.000Z',
    message: 'The network asks us to wait.',
  });
  const behind = delivery('scheduled', {
    waits_until: '2026-11-22T08:00:00.000Z',
    message: 'The network asks us to wait.',
  });
  const waiting = item('0', [asked, delivery('published'), behind]);
  assert.deepEqual(
    [waitsUntil(waiting), reasonOf(waiting)],
    ['2026-11-22T08:00:00.000Z', 'The network asks us to wait.'],
  );
  assert.equal(waitsUntil(item('0', [delivery('scheduled')])), null);
});

test('publishing an item again concerns the accounts where it certainly failed', () => {
  const failed = delivery('failed', { actions: ['publish-again'] });
  assert.deepEqual(
    failedOf(
      item('2', [failed, delivery('uncertain', { actions: ['it-is-there', 'publish-again'] }), delivery('published')]),
    ),
    [failed],
  );
});

const looks: [string, Item[], number][] = [
  ['something is under way', [item('0', [delivery('processing')])], 3_000],
  ['something is due within two minutes', [item('0', [delivery('scheduled')])], 3_000],
  ['the next is far', [item('0', [delivery('scheduled')], { due_at: '2026-11-21T09:30:00.000Z' })], 30_000],
  ['everything has ended', [item(1, [delivery('published')])], 30_000],
  [
    'it waits for its network for hours',
    [item('0', [delivery('scheduled', { waits_until: '2026-11-22T00:00:00.000Z' })])],
    30_000,
  ],
  ['it waits for approval', [item('0', [delivery('scheduled', { unapproved: true })])], 30_000],
  ['a person is asked', [item('0', [delivery('uncertain')])], 30_000],
];
for (const [what, items, expected] of looks) {
  test(`the page reads again after ${expected / 1000} s when ${what}`, () => {
    assert.equal(lookAgainAfter(items, new Date('2026-11-21T08:29:00Z')), expected);
  });
}

test('a schedule whose accounts need reconnecting does not claim that its posts go out as planned', () => {
  assert.deepEqual(
    [
      [2, 0],
      [1, 1],
      [2, 2],
      [3, 1],
    ].map(([accounts = 0, lost = 0]) => goesOutOf({ accounts, lost })),
    [
      'The posts of this schedule go out as planned.',
      'Nothing goes out: its account needs reconnecting.',
      'Nothing goes out: its accounts need reconnecting.',
      'The posts of this schedule go out as planned, but not to 1 account that needs reconnecting.',
    ],
  );
});
