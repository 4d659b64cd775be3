import type { Sent } from '#contract/index.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

/** A draft's texts and slot, far from now. */
export const aDraft = {
  title: 'Rye at dawn',
  words: 'Why our rye takes two days',
  url: 'https://example.com/rye',
  date: '2035-01-01',
  time: '10:00',
  timezone: 'UTC',
} as const satisfies Omit<Sent<'save-draft'>, 'client_id' | 'social_accounts'>;

/** Stores a draft of a client; answers its id. */
export async function aDraftOf(
  server: TestServer,
  { owner, clientId, accountId, word }: { owner: TestPerson; clientId: string; accountId: string; word: string },
): Promise<string> {
  const input = { ...aDraft, client_id: clientId, words: word, social_accounts: [accountId] };
  return (await server.ask('save-draft', input, { as: owner })).id;
}
