import type { Draft } from '#contract/planning/drafts.ts';
import type { Sent } from '#contract/index.ts';
import { titleOf } from '#rules/titles.ts';

/** The name of a draft: its title, otherwise the beginning of its words. */
export const nameOf = ({ title, words }: Pick<Draft, 'title' | 'words'>): string =>
  titleOf({ title, description: words, description_format: 'text' });

/** The input that creates a deleted draft again. */
export const again = ({ client_id, title, words, url, accounts, date, time, timezone }: Draft): Sent<'save-draft'> => ({
  client_id,
  title,
  words,
  url,
  social_accounts: accounts.map(({ id }) => id),
  date,
  time,
  timezone,
});
