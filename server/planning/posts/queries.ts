/** Drafts as rows. Only this folder writes the table drafts; their content is the item of a stream of kind 'post'. */
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId, StreamType } from '#rules/eligibility.ts';
import type { OwnWords } from '#rules/own-words.ts';

type Key = { agencyId: string; id: string };

/** The wall-clock time for which a post is wished, and its instant; both null without one. */
export type DraftTime = { localAt: string | null; timezone: string; dueAt: Date | null };

/** What a draft intends, beside its content. */
export type DraftFacts = DraftTime & { clientId: string; accountIds: readonly string[]; url: string };

/** A draft with its content, and those of its accounts that are still connected. */
export type DraftRow = {
  id: string;
  client_id: string;
  client: string;
  account_ids: string[];
  accounts: { id: string; type: NetworkId; name: string; connected: boolean }[];
  url: string;
  local_at: string | null;
  timezone: string;
  due_at: Date | null;
  created_at: Date;
  saved_at: Date;
  item_id: string;
  stream_id: string;
  type: StreamType;
  title: string;
  title_from_file: boolean;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  alt_text: string;
  file_id: string | null;
  thumbnail_name: string | null;
};

const draftColumns = sql`
  d.id, d.client_id, (select u.name from users u where u.id = d.client_id) as client, d.account_ids::text[], d.url,
  d.local_at, d.timezone, d.due_at, d.created_at, coalesce(d.saved_at, d.created_at) as saved_at,
  i.id as item_id, i.stream_id, coalesce(i.type, 'text') as type, i.title, i.title_from_file, i.description,
  i.description_format, i.own_words, i.alt_text, i.file_id,
  (select f.thumbnail_name from files f where f.id = i.file_id and f.thumbnail_state = 'ready') as thumbnail_name,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id::text, 'type', a.network, 'name', a.username, 'connected',
      a.status = 'connected') order by a.id)
    from social_accounts a
    where a.id = any(d.account_ids) and a.agency_id = d.agency_id and a.user_id = d.client_id and a.deleted_at is null
  ), '[]') as accounts`;
const draftsWithItem = sql`drafts d join items i on i.id = d.item_id`;

/** The client of the drafts (null: all clients) and the interval of their instants, without its end (null: any). */
type Asked = {
  agencyId: string;
  clientId: string | null;
  between: { from: Date; to: Date } | null;
  undated: boolean;
  limit: number;
};

/** Drafts that nobody discarded, the earliest time first, then those without one, newest first. */
export async function listDrafts(tx: Tx, { agencyId, clientId, between, undated, limit }: Asked): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select ${draftColumns} from ${draftsWithItem}
    where d.agency_id = ${agencyId} and d.discarded_at is null
      and (select u.deleted_at from users u where u.id = d.client_id) is null
      ${clientId === null ? sql`` : sql`and d.client_id = ${clientId}`}
      ${between === null ? sql`` : sql`and d.due_at >= ${between.from} and d.due_at < ${between.to}`}
      ${undated ? sql`and d.due_at is null` : sql``}
    order by d.due_at, case when d.due_at is null then -d.id else d.id end
    limit ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** How many drafts a client has. Locks the client, so that two calls at the same time do not both find room. */
export async function countDrafts(
  tx: Tx,
  { agencyId, clientId }: { agencyId: string; clientId: string },
): Promise<number> {
  await sql`select from users where id = ${clientId} and agency_id = ${agencyId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from drafts
    where agency_id = ${agencyId} and client_id = ${clientId} and discarded_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function lockWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select ${draftColumns} from ${draftsWithItem} where ${condition} for update of d`.execute(tx);
  return rows[0];
}

/** One draft, locked for a change; undefined if there is none. */
export const lockDraft = (tx: Tx, { agencyId, id }: Key): Promise<DraftRow | undefined> =>
  lockWhere(tx, sql`d.agency_id = ${agencyId} and d.id = ${id} and d.discarded_at is null`);

/** A draft that was discarded since an instant, locked for a change; undefined if there is none. */
export const lockDiscarded = (tx: Tx, { agencyId, id, since }: Key & { since: Date }): Promise<DraftRow | undefined> =>
  lockWhere(tx, sql`d.agency_id = ${agencyId} and d.id = ${id} and d.discarded_at >= ${since}`);

/** Drafts that were discarded before an instant; at most 50. */
export async function listDiscardedBefore(
  tx: Tx,
  { agencyId, before }: { agencyId: string; before: Date },
): Promise<{ id: string; item_id: string }[]> {
  const { rows } = await sql<{ id: string; item_id: string }>`
    select id, item_id from drafts
    where agency_id = ${agencyId} and discarded_at < ${before}
    order by id
    limit 50`.execute(tx);
  return rows;
}

/** The draft of a composer's key, locked for a change; undefined if there is none. */
export const lockDraftOfKey = (
  tx: Tx,
  { agencyId, saveKey }: { agencyId: string; saveKey: string },
): Promise<DraftRow | undefined> =>
  lockWhere(
    tx,
    sql`d.agency_id = ${agencyId} and d.discarded_at is null and i.stream_id = (
      select s.id from streams s where s.agency_id = ${agencyId} and s.save_key = ${saveKey}::uuid)`,
  );

/** The draft of a stream, locked for a change; undefined if there is none. */
export const lockDraftOfStream = (
  tx: Tx,
  { agencyId, streamId }: { agencyId: string; streamId: string },
): Promise<DraftRow | undefined> =>
  lockWhere(tx, sql`d.agency_id = ${agencyId} and i.stream_id = ${streamId} and d.discarded_at is null`);

type NewDraft = DraftFacts & {
  agencyId: string;
  itemId: string;
  title: string;
  words: string;
  createdBy: string;
  now: Date;
};

/** Stores what a draft intends; answers its id. */
export async function insertDraft(tx: Tx, draft: NewDraft): Promise<string> {
  const { id } = await tx
    .insertInto('drafts')
    .values({
      agency_id: draft.agencyId,
      client_id: draft.clientId,
      item_id: draft.itemId,
      title: draft.title,
      words: draft.words,
      url: draft.url,
      account_ids: [...draft.accountIds],
      local_at: draft.localAt,
      timezone: draft.timezone,
      due_at: draft.dueAt,
      created_by: draft.createdBy,
      created_at: draft.now,
      saved_at: draft.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type ChangedDraft = Key & Omit<NewDraft, 'itemId' | 'createdBy'>;

/** Changes what a draft intends. */
export async function updateDraft(tx: Tx, { agencyId, id, ...draft }: ChangedDraft): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({
      client_id: draft.clientId,
      title: draft.title,
      words: draft.words,
      url: draft.url,
      account_ids: [...draft.accountIds],
      local_at: draft.localAt,
      timezone: draft.timezone,
      due_at: draft.dueAt,
      saved_at: draft.now,
    })
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a draft that is planned by now; its stream and item stay. */
export async function deleteDraftRow(tx: Tx, { agencyId, id }: Key): Promise<void> {
  await sql`delete from drafts where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}

/** Discards a draft, or brings it back with null. */
export async function setDiscarded(tx: Tx, { agencyId, id, at }: Key & { at: Date | null }): Promise<void> {
  await sql`update drafts set discarded_at = ${at} where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}

/** How many of these distinct accounts are a client's, connected or not. */
export async function countAccounts(
  tx: Tx,
  { agencyId, clientId, ids }: { agencyId: string; clientId: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from social_accounts
    where agency_id = ${agencyId} and user_id = ${clientId} and id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A planned single post: its schedule, and the first occurrence of it. */
export type PlannedRow = {
  schedule_id: string;
  occurrence_id: string;
  due_at: Date;
  local_at: string;
  timezone: string;
  needs_approval: boolean;
};

/** What became of a draft that is no longer one, by its id or the composer's key; undefined if it is not planned. */
export async function findPlanned(
  tx: Tx,
  { agencyId, draftId, saveKey }: { agencyId: string; draftId: string | null; saveKey: string | null },
): Promise<PlannedRow | undefined> {
  const { rows } = await sql<PlannedRow>`
    select s.id as schedule_id, o.id as occurrence_id, o.due_at, o.local_at, s.timezone, s.needs_approval
    from schedules s
    join occurrences o on o.schedule_id = s.id
    where s.agency_id = ${agencyId} and s.deleted_at is null and ${
      draftId !== null
        ? sql`s.draft_id = ${draftId}`
        : sql`s.stream_id = (
            select t.id from streams t where t.agency_id = ${agencyId} and t.save_key = ${saveKey}::uuid)`
    }
    order by s.id, o.id
    limit 1`.execute(tx);
  return rows[0];
}

/** Whether the item of a post has this text and file; false for a post that is not there. */
export async function isStoredAs(
  tx: Tx,
  { agencyId, saveKey, words, fileId }: { agencyId: string; saveKey: string; words: string; fileId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from streams s
    join items i on i.stream_id = s.id
    where s.agency_id = ${agencyId} and s.save_key = ${saveKey}::uuid
      and i.description = ${words} and i.file_id is not distinct from ${fileId}::bigint`.execute(tx);
  return rows.length > 0;
}
