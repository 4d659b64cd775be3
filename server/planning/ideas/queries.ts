/** The queries of ideas for clients' posts, in the table `ideas`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { countFound, likePattern, pageSize } from '../../base/lists/paging.ts';

type Key = { agencyId: string; id: string };
type Words = { title: string; words: string; url: string };
type Listed = { agencyId: string; clientId: string; search: string };

const ideaRows = (tx: Tx, agencyId: string) =>
  tx
    .selectFrom('ideas as i')
    .leftJoin('streams as s', (on) => on.onRef('s.id', '=', 'i.used_stream_id').on('s.deleted_at', 'is', null))
    .select([
      'i.id',
      'i.client_id',
      'i.title',
      'i.words',
      'i.url',
      'i.created_at',
      'i.used_at',
      's.id as stream_id',
      's.title as stream_title',
    ])
    .where('i.agency_id', '=', agencyId);

const listed = (tx: Tx, { agencyId, clientId, search }: Listed) =>
  ideaRows(tx, agencyId)
    .where('i.client_id', '=', clientId)
    .$if(search !== '', (rows) =>
      rows.where((of) =>
        of.or([of('i.title', 'ilike', likePattern(search)), of('i.words', 'ilike', likePattern(search))]),
      ),
    );

/** A page of a client's ideas and one more, latest first. */
export const listIdeas = (tx: Tx, { beforeId, ...filter }: Listed & { beforeId: string | null }) =>
  listed(tx, filter)
    .$if(beforeId !== null, (rows) => rows.where('i.id', '<', beforeId ?? ''))
    .orderBy('i.id', 'desc')
    .limit(sql.lit(pageSize + 1))
    .execute();
export type IdeaRow = Awaited<ReturnType<typeof listIdeas>>[number];

/** The number of ideas in a list, at most one more than the limit of counting. */
export const countIdeas = (tx: Tx, filter: Listed): Promise<number> =>
  countFound(tx, sql`from ${listed(tx, filter).clearSelect().select('i.id')} found`);

/** One idea, or undefined. */
export const findIdea = (tx: Tx, { agencyId, id }: Key): Promise<IdeaRow | undefined> =>
  ideaRows(tx, agencyId).where('i.id', '=', id).executeTakeFirst();

/** Locks an idea for a change; answers when it last became an item. Undefined if there is no such idea. */
export async function lockIdea(tx: Tx, { agencyId, id }: Key): Promise<{ usedAt: Date | null } | undefined> {
  const row = await tx
    .selectFrom('ideas')
    .select('used_at as usedAt')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** Stores an idea; answers its id. */
export async function insertIdea(
  tx: Tx,
  idea: Words & { agencyId: string; clientId: string; createdBy: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('ideas')
    .values({
      agency_id: idea.agencyId,
      client_id: idea.clientId,
      title: idea.title,
      words: idea.words,
      url: idea.url,
      created_by: idea.createdBy,
      created_at: idea.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes an idea. */
export async function updateIdea(tx: Tx, { agencyId, id, title, words, url }: Key & Words): Promise<void> {
  await tx
    .updateTable('ideas')
    .set({ title, words, url })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Records that an idea became an item of a stream. */
export async function noteUsed(tx: Tx, { agencyId, id, streamId, now }: Key & { streamId: string; now: Date }) {
  await tx
    .updateTable('ideas')
    .set({ used_at: now, used_stream_id: streamId })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an idea; false if there is none. */
export async function deleteIdeaRow(tx: Tx, { agencyId, id }: Key): Promise<boolean> {
  const row = await tx
    .deleteFrom('ideas')
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
