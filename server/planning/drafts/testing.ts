import type { Sent } from '#contract/index.ts';

/** A draft's texts and slot, far from now. */
export const aDraft = {
  title: 'Rye at dawn',
  words: 'Why our rye takes two days',
  url: 'https://example.com/rye',
  date: '2035-01-01',
  time: '10:00',
  timezone: 'UTC',
} as const satisfies Omit<Sent<'save-draft'>, 'client_id' | 'social_accounts'>;
