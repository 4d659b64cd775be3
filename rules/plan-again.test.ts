import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkPlan } from './plan-check.ts';
import { stopsPosts, type AccountToCheck, type ItemToCheck, type PlanToCheck } from './plan-problems.ts';

const account: AccountToCheck = {
  id: '7',
  name: 'Corner',
  network: 'reddit',
  limits: {
    gapSeconds: 0,
    textLength: null,
    captionLength: null,
    titleLength: null,
    lengthUnit: 'utf16',
    imageBytes: null,
    videoBytes: null,
    videoSeconds: null,
  },
  endsAt: null,
  isPaused: false,
  otherPosts: [],
  itemIds: new Set(),
  others: [],
};
const item = (id: string, parts: Partial<ItemToCheck> = {}): ItemToCheck => ({
  id,
  name: id,
  title: '',
  description: `Words ${id}`,
  description_format: 'text',
  own_words: {},
  file_id: null,
  media: null,
  ...parts,
});
const plan = (parts: Partial<PlanToCheck>): PlanToCheck => ({
  origin: '2026-12-10 09:00',
  zone: 'Europe/Berlin',
  frequency: 'daily',
  type: 'text',
  items: [item('1'), item('2')],
  accounts: [account],
  repurpose: false,
  paused: null,
  client: 'Corner Studio',
  ...parts,
});
const at = (text: string) => new Date(text);

test('posts that a client gets already are said in one line an account, with their number and the first time', () => {
  const doubles = [
    { itemId: '2', occurrenceId: '20', at: at('2026-12-01T08:30Z') },
    { itemId: '1', occurrenceId: '10', at: at('2026-12-02T08:30Z') },
    { itemId: '1', occurrenceId: '11', at: at('2026-12-03T08:30Z') },
  ];
  const [one, ...more] = checkPlan(plan({ accounts: [{ ...account, doubles }] }));
  assert.deepEqual(
    [one?.rule, one?.message, one?.posts.map(({ position, message }) => [position, message])],
    [
      'again',
      'Corner Studio gets 2 of these already: Tue 1 Dec, 09:30.',
      [
        [0, 'Wed 2 Dec, 09:30'],
        [1, 'Tue 1 Dec, 09:30'],
      ],
    ],
  );
  assert.deepEqual(more, []);
  assert.equal(stopsPosts('again'), false);
  const single = plan({ items: [item('1')], accounts: [{ ...account, doubles: doubles.slice(1) }] });
  assert.equal(checkPlan(single)[0]?.message, 'Corner Studio gets this already: Wed 2 Dec, 09:30.');
});

test('a post that a rule about repeats names already is not named twice', () => {
  const doubles = [{ itemId: '1', occurrenceId: '10', at: at('2026-12-01T08:30Z') }];
  const strict = { ...account, doubles, limits: { ...account.limits, refusedRepeats: 'any' as const } };
  const found = checkPlan(plan({ accounts: [{ ...strict, itemIds: new Set(['1']) }] }));
  assert.deepEqual(
    found.map(({ rule }) => rule),
    ['sent-before'],
  );
});

test("a file's name that becomes a title is said for the networks that demand one, and stops nothing", () => {
  const named = item('1', { title: 'IMG 2041', title_from_file: true, description: '' });
  const youtube = { ...account, id: '8', network: 'youtube' as const };
  const found = checkPlan(plan({ items: [named], accounts: [youtube, { ...account, network: 'facebook' }] }));
  assert.deepEqual(
    found.map(({ rule, message, accountIds }) => [rule, message, accountIds]),
    [['title', "YouTube needs a title: the file's name is used", ['8']]],
  );
  assert.equal(stopsPosts('title'), false);
});
