import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AccountToCheck, ItemToCheck, PlanToCheck } from './plan-problems.ts';
import { planCosts } from './plan-costs.ts';

const anItem = (description: string): ItemToCheck => ({
  id: description,
  name: description,
  title: '',
  description,
  description_format: 'text',
  own_words: {},
  file_id: null,
  media: null,
});
const anAccount = (network: 'twitter' | 'linkedin', id: string): AccountToCheck => ({
  id,
  name: id,
  network,
  limits: {
    imageBytes: null,
    videoBytes: null,
    videoSeconds: null,
    gapSeconds: 9,
    textLength: 280,
    captionLength: 280,
    titleLength: null,
    lengthUnit: 'weighted',
    ...(network === 'twitter' ? { prices: { post: 15_000, postWithLink: 200_000, read: 5_000, lookUp: 50_000 } } : {}),
  },
  endsAt: null,
  isPaused: false,
  otherPosts: [],
  itemIds: new Set(),
  others: [],
});
const aPlan = (given: Partial<PlanToCheck>): PlanToCheck => ({
  origin: '2026-06-02 12:00',
  zone: 'UTC',
  frequency: 'daily',
  type: 'text',
  items: [],
  accounts: [anAccount('twitter', '1'), anAccount('twitter', '2'), anAccount('linkedin', '3')],
  repurpose: false,
  paused: null,
  ...given,
});

test('a post with a link costs more than thirteen others, at each account', () => {
  const items = [anItem('Fresh bread'), anItem('See acme.agency'), anItem('hello.txt')];
  assert.deepEqual(planCosts(aPlan({ items })), [
    {
      network: 'twitter',
      dollars: 0.46,
      message: 'Twitter charges about $0.46: 2 with a link at $0.20, 4 without a link at $0.015.',
    },
  ]);
});

test('a link in the part that is cut off costs nothing', () => {
  const items = [anItem(`${'bread '.repeat(60)} acme.agency`)];
  assert.deepEqual(
    planCosts(aPlan({ items, repurpose: true })).map(({ message }) => message),
    ['Twitter charges about $0.03 for each round: 2 without a link at $0.015.'],
  );
});

test('a plan without posts or without a network that charges has no costs', () => {
  assert.deepEqual(planCosts(aPlan({})), []);
  assert.deepEqual(planCosts(aPlan({ items: [anItem('Bread')], accounts: [anAccount('linkedin', '1')] })), []);
});
