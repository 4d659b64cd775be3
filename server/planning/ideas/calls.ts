import type { Idea } from '#contract/planning/ideas.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { idAfter, pageOf } from '../../base/lists/paging.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import { addTexts } from '../../content/streams/index.ts';
import { findClient } from '../../people/users/index.ts';
import {
  countIdeas,
  deleteIdeaRow,
  findIdea,
  insertIdea,
  listIdeas,
  lockIdea,
  noteUsed,
  updateIdea,
  type IdeaRow,
} from './queries.ts';

const notFound = () => new UserError(messages.notFound, { status: 404 });

const wordsOf = ({ title, words, url }: Pick<IdeaRow, 'title' | 'words' | 'url'>) => ({ title, words, url });

const presentIdea = (row: IdeaRow): Idea => ({
  id: row.id,
  client_id: row.client_id,
  ...wordsOf(row),
  created: row.created_at.toISOString(),
  used:
    row.used_at === null
      ? null
      : {
          at: row.used_at.toISOString(),
          stream: row.stream_id === null ? null : { id: row.stream_id, title: row.stream_title ?? '' },
        },
  version: versionOf(wordsOf(row)),
});

async function oneIdea(tx: Tx, key: { agencyId: string; id: string }): Promise<IdeaRow> {
  const row = await findIdea(tx, key);
  if (row === undefined) throw notFound();
  return row;
}

/** Throws a 404 for a client that does not belong to the agency. */
async function mustKnow(tx: Tx, { agencyId, clientId }: { agencyId: string; clientId: string }): Promise<void> {
  if ((await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
}

/** The handlers of the calls in contract/planning/ideas.ts. */
export const ideaCalls = {
  'fetch-ideas': async ({ client_id: clientId, search = '', cursor }, { user: { agencyId }, tx }) => {
    await mustKnow(tx, { agencyId, clientId });
    const filter = { agencyId, clientId, search };
    const { rows, next } = pageOf(await listIdeas(tx, { ...filter, beforeId: idAfter(cursor) }));
    return { message: '', data: { items: rows.map(presentIdea), next, total: await countIdeas(tx, filter) } };
  },

  'save-idea': async ({ id, client_id: clientId, ...input }, { user, tx, now }) => {
    const { agencyId } = user;
    if (id === undefined) {
      if (clientId === undefined)
        throw new UserError(messages.noClient, { status: 422, errors: { client_id: messages.noClient } });
      await mustKnow(tx, { agencyId, clientId });
      const words = saved({ title: '', words: '', url: '' }, { ...input, version: undefined });
      const made = await insertIdea(tx, { ...words, agencyId, clientId, createdBy: user.id, now });
      return { message: messages.ideaSaved, data: presentIdea(await oneIdea(tx, { agencyId, id: made })) };
    }
    const key = { agencyId, id };
    if (clientId !== undefined) await mustKnow(tx, { agencyId, clientId });
    if (!(await lockIdea(tx, key))) throw notFound();
    await updateIdea(tx, { ...key, ...saved(wordsOf(await oneIdea(tx, key)), input, { words: '', url: '' }) });
    return { message: messages.ideaSaved, data: presentIdea(await oneIdea(tx, key)) };
  },

  'delete-idea': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteIdeaRow(tx, { agencyId, id }))) throw notFound();
    return { message: messages.ideaDeleted, data: null };
  },

  'make-idea-item': async (
    { id, content_stream_id: streamId, title, text, used_at: shown },
    { user, services, tx, now },
  ) => {
    const key = { agencyId: user.agencyId, id };
    const idea = await lockIdea(tx, key);
    if (idea === undefined) throw notFound();
    if ((idea.usedAt?.toISOString() ?? null) !== shown) throw new UserError(messages.ideaUsed);
    await addTexts(tx, {
      agencyId: key.agencyId,
      streamId,
      texts: [{ title, value: text }],
      quotaBytes: services.config.uploadQuotaBytes,
      now,
    });
    await noteUsed(tx, { ...key, streamId, now });
    return { message: messages.textSaved, data: null };
  },
} satisfies Partial<Handlers>;
