import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkPlan } from './plan-check.ts';
import type { AccountToCheck, ItemToCheck, OtherPost, PlanLimits, PlanToCheck } from './plan-problems.ts';

const limits: PlanLimits = {
  gapSeconds: 900,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};
const account: AccountToCheck = {
  id: '7',
  name: 'u/baker',
  network: 'reddit',
  limits,
  endsAt: null,
  isPaused: false,
  otherPosts: [],
  itemIds: new Set(),
  others: [],
};
const items = ['Loaf', 'Roll', 'Cake'].map((name, index): ItemToCheck => ({
  id: String(index + 1),
  name,
  title: name,
  description: name,
  description_format: 'text',
  own_words: {},
  file_id: null,
  media: null,
}));
const plan: PlanToCheck = {
  origin: '2027-03-27 02:30',
  zone: 'Europe/Berlin',
  frequency: 'daily',
  type: 'text',
  items,
  accounts: [account],
  repurpose: false,
  paused: null,
};
const short = (found: PlanToCheck) =>
  checkPlan(found).map(({ rule, message, posts, start }) => [
    rule,
    message,
    posts.map(({ position }) => position),
    start,
  ]);

test('a skipped time of day is reported with its consequence and a time that every day has', () => {
  assert.deepEqual(short(plan), [
    ['clock', 'The clocks skip 02:30 on 2027-03-28: that day’s post goes out at 03:30.', [1], '2027-03-27 03:30'],
  ]);
  assert.deepEqual(short({ ...plan, origin: '2027-03-27 03:30' }), []);
  assert.deepEqual(short({ ...plan, frequency: 'hourly' }), [], 'hours are real hours');
});

test('posts closer to others than the account’s pace are reported, with the first start free for all', () => {
  const near = (instant: string) => Date.parse(instant);
  const busy = { ...account, otherPosts: [near('2026-06-03T09:50Z'), near('2026-06-04T10:10Z')] };
  const found = { ...plan, origin: '2026-06-02 10:00', zone: 'UTC', accounts: [busy] };
  assert.deepEqual(short(found), [
    [
      'pace',
      'Reddit takes one post in 15 minutes: 2 posts are closer to another post of u/baker and may go out later.',
      [1, 2],
      '2026-06-02 10:25',
    ],
  ]);
  assert.deepEqual(short({ ...found, origin: '2026-06-02 10:25' }), []);
  const other = { ...account, id: '8', otherPosts: [near('2026-06-02T10:25Z')] };
  assert.equal(checkPlan({ ...found, accounts: [busy, other] })[0]?.start, '2026-06-02 10:40');
});

test('posts after the end of an account’s access are reported, and all posts of one that has lost it', () => {
  const ends = (endsAt: string) => ({
    ...plan,
    frequency: 'hourly' as const,
    accounts: [{ ...account, endsAt: new Date(endsAt) }],
  });
  assert.deepEqual(short(ends('2027-03-27T03:00Z')), [
    [
      'access',
      'u/baker on Reddit gives access until 27 March 2027 at 04:00: 1 post after that waits until it is connected ' +
        'again.',
      [2],
      null,
    ],
  ]);
  assert.deepEqual(short(ends('2027-03-27T03:30:01Z')), []);
  assert.deepEqual(short(ends('1970-01-01T00:00Z')), [
    [
      'access',
      'u/baker on Reddit has lost its connection: every post waits until it is connected again.',
      [0, 1, 2],
      null,
    ],
  ]);
});

test('a pause over the plan is reported once, pauses of single accounts by account', () => {
  const other: AccountToCheck = { ...account, id: '8', name: '', network: 'linkedin', isPaused: true };
  const found = (paused: PlanToCheck['paused']) =>
    checkPlan({ ...plan, origin: '2026-06-02 10:00', paused, accounts: [account, other] }).map(
      ({ rule, network, accountIds, message, pause }) => [rule, network, accountIds, message, pause],
    );
  const waits = 'posts that fall due wait until it is resumed.';
  assert.deepEqual(found('everything'), [['paused', null, ['7', '8'], `Publishing is paused: ${waits}`, 'everything']]);
  assert.deepEqual(found('client'), [['paused', null, ['7', '8'], `This client is paused: ${waits}`, 'client']]);
  assert.deepEqual(found(null), [
    ['paused', 'linkedin', ['8'], `The account on LinkedIn is paused: ${waits}`, 'account'],
  ]);
});

test('equal words with another file are no repeat, and a network’s own words can avoid one', () => {
  const same = items.map((item, index) => ({ ...item, title: 'Same', description: 'Same', file_id: String(index) }));
  const strict: AccountToCheck = { ...account, network: 'twitter', limits: { ...limits, refusedRepeats: 'any' } };
  const found = { ...plan, origin: '2026-06-02 10:00', accounts: [strict] };
  assert.deepEqual(short({ ...found, items: same }), []);
  const alike = same.map((item) => ({ ...item, file_id: null }));
  assert.deepEqual(
    short({ ...found, items: alike }).map(([rule, message]) => [rule, message]),
    [['repeat', '2 posts repeat an earlier one word for word, which Twitter refuses.']],
  );
  const own = alike.map((item, index) => ({
    ...item,
    own_words: { twitter: { title: '', description: `Other ${index}` } },
  }));
  assert.deepEqual(short({ ...found, items: own }), []);
});

test('items that an account has had are reported if its network refuses repeats, account by account', () => {
  const strict: AccountToCheck = { ...account, network: 'twitter', limits: { ...limits, refusedRepeats: 'any' } };
  const found = (accounts: readonly AccountToCheck[]) =>
    checkPlan({ ...plan, origin: '2026-06-02 10:00', accounts }).map(({ rule, accountIds, message, posts }) => [
      rule,
      accountIds,
      message,
      posts.map(({ position }) => position),
    ]);
  const had = new Set(['1', '3', '99']);
  assert.deepEqual(
    found([
      { ...strict, itemIds: had },
      { ...strict, id: '8' },
    ]),
    [
      [
        'sent-before',
        ['7'],
        '2 posts are at u/baker already, or planned there by another schedule: ' +
          'Twitter may refuse the same words again.',
        [0, 2],
      ],
    ],
  );
  assert.deepEqual(found([{ ...account, itemIds: had }]), [], 'Reddit takes the same words again');
});

const another = (at: string, parts: Partial<OtherPost>): OtherPost => ({
  at: Date.parse(at),
  stream: 'Offers',
  title: '',
  description: '',
  description_format: 'text',
  own_words: {},
  file_id: null,
  ...parts,
});
const sentBefore = (checked: AccountToCheck, found: readonly ItemToCheck[] = items) =>
  checkPlan({ ...plan, origin: '2026-06-02 10:00', zone: 'UTC', accounts: [checked], items: found }).flatMap(
    ({ rule, message, posts }) =>
      rule === 'sent-before' ? [[message, posts.map((post) => [post.position, post.message])]] : [],
  );

test('words that an account has or gets from another stream are reported with their stream', () => {
  const strict: AccountToCheck = { ...account, network: 'linkedin', limits: { ...limits, refusedRepeats: 'any' } };
  const said = (others: readonly OtherPost[], found = items) => sentBefore({ ...strict, others }, found);
  assert.deepEqual(said([another('2026-05-20T09:00Z', { title: 'Roll', description: 'Roll ' })]), [
    [
      '1 post is at u/baker already, or planned there by another schedule: LinkedIn may refuse the same words again.',
      [[1, 'Same words as in “Offers”, 20 May 2026 at 09:00.']],
    ],
  ]);
  assert.deepEqual(said([another('2026-05-20T09:00Z', { description: 'Roll', file_id: '5' })]), [], 'another file');
  assert.equal(said([another('2026-06-09T09:00Z', { description: 'Roll' })]).length, 1, 'one to come');
  const own = { linkedin: { title: '', description: 'Cake' } };
  assert.equal(said([another('2026-05-20T09:00Z', { description: 'Tart', own_words: own })]).length, 1);
  const fresh = items.map((item) => ({ ...item, description: 'Fresh' }));
  const whole = another('2026-05-20T09:00Z', { description: 'Loaf\n\nFresh' });
  assert.equal(said([whole], fresh).length, 1, 'the network shows title and text as one');
});

test('if only the next post may not repeat, the posts right before and after decide', () => {
  const next: AccountToCheck = { ...account, network: 'facebook', limits: { ...limits, refusedRepeats: 'next' } };
  const said = (...others: readonly OtherPost[]) => sentBefore({ ...next, others }).flatMap(([, posts]) => [posts]);
  const roll = { title: 'Roll', description: 'Roll' };
  const message = (day: string) => `Same words as in “Offers”, ${day}.`;
  assert.deepEqual(said(another('2026-06-03T08:00Z', roll)), [[[1, message('3 June 2026 at 08:00')]]]);
  assert.deepEqual(said(another('2026-06-03T12:00Z', roll)), [[[1, message('3 June 2026 at 12:00')]]]);
  assert.deepEqual(said(another('2026-06-02T08:00Z', roll)), [], 'another post of the plan is between them');
  assert.deepEqual(said(another('2026-06-03T08:00Z', roll), another('2026-06-03T09:00Z', { description: 'Tart' })), []);
  assert.deepEqual(
    sentBefore({ ...next, name: '', others: [another('2026-06-03T08:00Z', roll)] }).map(([said]) => said),
    ['1 post repeats the post right before or after at this account word for word, which Facebook refuses.'],
  );
});

test('problems that keep posts from going out come first', () => {
  const strict: AccountToCheck = {
    ...account,
    network: 'twitter',
    limits: { ...limits, textLength: 3, refusedRepeats: 'any' },
    endsAt: new Date(0),
  };
  assert.deepEqual(
    checkPlan({ ...plan, accounts: [strict], repurpose: true }).map(({ rule }) => rule),
    ['access', 'second-round', 'length', 'clock'],
  );
});
