import type { Sent } from '#contract/index.ts';
import type { TestPerson, TestServer } from '../../app/testing/server.ts';

/** The content of a text post without a time. */
export const aPost = { words: 'Why our rye takes two days' } as const satisfies Partial<Sent<'save-post'>>;

/** A time far from now. */
export const aTime = { date: '2035-01-01', time: '10:00', timezone: 'UTC' } as const;

type Whose = { owner: TestPerson; clientId: string; accountId: string; word: string };

/** A text as a client's draft. */
export async function aDraftOf(server: TestServer, { owner, clientId, accountId, word }: Whose) {
  return server.ask(
    'save-post',
    { save_key: crypto.randomUUID(), client_id: clientId, account_ids: [accountId], words: word, when: aTime },
    { as: owner },
  );
}

/** A draft, a planned post and a discarded draft of a client, by their ids. */
export async function somePosts(server: TestServer, whose: Whose) {
  const { draft_id: draft, version: draftVersion } = await aDraftOf(server, whose);
  const planned = await aDraftOf(server, { ...whose, word: `${whose.word} planned` });
  const { occurrence_id: post } = await server.ask(
    'schedule-post',
    {
      draft_id: planned.draft_id,
      version: planned.version,
      client_id: whose.clientId,
      account_ids: [whose.accountId],
      when: { kind: 'at', ...aTime },
    },
    { as: whose.owner },
  );
  const { draft_id: discarded } = await aDraftOf(server, { ...whose, word: `${whose.word} discarded` });
  await server.ask('delete-draft', { id: discarded }, { as: whose.owner });
  return { draft, draftVersion, post, discarded };
}
