/** The stream and item of a single post, as rows. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { titleOf } from '#rules/titles.ts';
import { insertStream } from './queries.ts';
import type { ItemWords } from './item-queries.ts';

/** What a single post says. */
export type PostContent = ItemWords & {
  description_format: 'text' | 'formatted';
  /** The title is the name of the file. */
  title_from_file: boolean;
  file_id: string | null;
  type: StreamType;
};

/** The title of a post's stream: its first words, by which it is searched. */
const streamTitle = (content: PostContent): string =>
  titleOf({ ...content, title: content.title_from_file ? '' : content.title }).slice(0, 200) ||
  (content.type === 'image' ? 'Picture' : content.type === 'video' ? 'Video' : 'Post');

type NewPost = {
  agencyId: string;
  clientId: string;
  createdBy: string;
  /** The composer's key; null for a copy. */
  saveKey: string | null;
  content: PostContent;
  now: Date;
};

/** Adds the stream of a single post with its item; undefined if the agency has a post with that key. */
export async function insertPost(tx: Tx, post: NewPost): Promise<{ streamId: string; itemId: string } | undefined> {
  const { agencyId, clientId, createdBy, saveKey, content, now } = post;
  if (saveKey !== null && !(await claimSaveKey(tx, { agencyId, saveKey }))) return undefined;
  const streamId = await insertStream(tx, {
    agencyId,
    type: content.type,
    title: streamTitle(content),
    tags: '',
    description: '',
    createdBy,
    kind: 'post',
    clientId,
    saveKey,
    now,
  });
  const { rows } = await sql<{ id: string }>`
    insert into items (agency_id, stream_id, sequence, title, description, description_format, own_words, alt_text,
      file_id, type, title_from_file, created_at)
    values (${agencyId}, ${streamId}, 1, ${content.title}, ${content.description}, ${content.description_format},
      ${JSON.stringify(content.own_words)}::jsonb, ${content.alt_text}, ${content.file_id}, ${content.type},
      ${content.title_from_file}, ${now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return { streamId, itemId: row.id };
}

/** Makes other saves with this key wait until this transaction ends; false if a post has the key. */
async function claimSaveKey(tx: Tx, { agencyId, saveKey }: { agencyId: string; saveKey: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`save-post ${saveKey}`}, ${agencyId}::bigint))`.execute(tx);
  const { rows } = await sql`
    select from streams where agency_id = ${agencyId} and save_key = ${saveKey}::uuid`.execute(tx);
  return rows.length === 0;
}

/** Changes the content of a post that is not planned, and keeps its stream in step. */
export async function updatePost(
  tx: Tx,
  { agencyId, itemId, clientId, content }: { agencyId: string; itemId: string; clientId: string; content: PostContent },
): Promise<void> {
  // The stream before the item, as everything that changes both.
  await sql`
    select from streams where agency_id = ${agencyId} and id = (select i.stream_id from items i where i.id = ${itemId})
    for no key update`.execute(tx);
  await sql`
    with changed as (
      update items set title = ${content.title}, description = ${content.description},
        description_format = ${content.description_format}, own_words = ${JSON.stringify(content.own_words)}::jsonb,
        alt_text = ${content.alt_text}, file_id = ${content.file_id}, type = ${content.type},
        title_from_file = ${content.title_from_file}
      where agency_id = ${agencyId} and id = ${itemId} and deleted_at is null
      returning stream_id
    )
    update streams s set type = ${content.type}, title = ${streamTitle(content)}, client_id = ${clientId}
    from changed
    where s.id = changed.stream_id and s.kind = 'post'`.execute(tx);
}

/** Deletes the stream of a post that was never planned, with its item and draft. */
export async function erasePost(tx: Tx, { agencyId, itemId }: { agencyId: string; itemId: string }): Promise<void> {
  await sql`
    delete from streams s
    using items i
    where i.agency_id = ${agencyId} and i.id = ${itemId} and s.id = i.stream_id and s.kind = 'post'
      and not exists (select from schedules c where c.stream_id = s.id)`.execute(tx);
}
