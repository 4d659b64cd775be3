/** The items of drafts and planned posts. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { OwnWords } from '#rules/own-words.ts';

type Named = { agencyId: string; draftId: string | undefined; occurrenceId: string | undefined };

/** The item of a draft or planned post; null if neither is named, undefined if the agency lacks one that is named. */
export async function findItemOf(
  tx: Tx,
  { agencyId, draftId, occurrenceId }: Named,
): Promise<string | null | undefined> {
  const ofPost = occurrenceId === undefined ? null : await itemOfPost(tx, { agencyId, occurrenceId });
  const ofDraft = draftId === undefined ? null : await itemOfDraft(tx, { agencyId, draftId });
  if (ofPost === undefined || ofDraft === undefined) return undefined;
  return ofDraft ?? ofPost;
}

async function itemOfPost(
  tx: Tx,
  { agencyId, occurrenceId }: { agencyId: string; occurrenceId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ item_id: string }>`
    select coalesce(i.kept_of, i.id) as item_id from occurrences o
    join items i on i.id = o.item_id
    where o.agency_id = ${agencyId} and o.id = ${occurrenceId}`.execute(tx);
  return rows[0]?.item_id;
}

/** The item of a draft, also of one that is planned by now. */
async function itemOfDraft(
  tx: Tx,
  { agencyId, draftId }: { agencyId: string; draftId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ item_id: string }>`
    select d.item_id from drafts d where d.agency_id = ${agencyId} and d.id = ${draftId}
    union all
    select o.item_id from schedules s join occurrences o on o.schedule_id = s.id
    where s.agency_id = ${agencyId} and s.draft_id = ${draftId}
    limit 1`.execute(tx);
  return rows[0]?.item_id;
}

/** A planned post with its content and what it belongs to. */
export type PlannedPost = {
  schedule_id: string;
  stream_id: string;
  stream_title: string;
  kind: 'stream' | 'post';
  client_id: string;
  timezone: string;
  local_at: string;
  due_at: Date;
  state: 'scheduled' | 'posted' | 'failed' | 'cancelled';
  is_deleted: boolean;
  /** The item whose words it follows; null if that was deleted. */
  edit_id: string | null;
  item_id: string;
  title: string;
  title_from_file: boolean;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
  alt_text: string;
  file_id: string | null;
  type: 'image' | 'video' | 'text' | 'formatted';
  planned_posts: number;
};

/** A planned post; undefined if the agency has none. */
export async function findPlannedPost(
  tx: Tx,
  { agencyId, id }: { agencyId: string; id: string },
): Promise<PlannedPost | undefined> {
  const { rows } = await sql<PlannedPost>`
    select o.schedule_id, t.id as stream_id, t.title as stream_title, t.kind, s.user_client_id as client_id,
      s.timezone, o.local_at, o.due_at, o.state, s.deleted_at is not null as is_deleted, edited.id as edit_id,
      i.id as item_id,
      i.title, i.title_from_file, i.description, i.description_format, i.own_words, i.alt_text, i.file_id,
      coalesce(i.type, t.type) as type, (
        select count(*)::int from occurrences p
        where p.state = 'scheduled' and p.item_id in (
          select same.id from items same
          where same.id = coalesce(i.kept_of, i.id) or same.kept_of = coalesce(i.kept_of, i.id))
      ) as planned_posts
    from occurrences o
    join schedules s on s.id = o.schedule_id
    join items i on i.id = o.item_id
    join streams t on t.id = i.stream_id
    left join items edited on edited.id = coalesce(i.kept_of, i.id) and edited.deleted_at is null
    where o.agency_id = ${agencyId} and o.id = ${id}`.execute(tx);
  return rows[0];
}

/** The last figures of a planned post's deliveries. */
export type FiguresRow = {
  delivery_id: string;
  likes: string | null;
  views: string | null;
  shares: string | null;
  comments: string | null;
  retweets: string | null;
};

/** The figures of a planned post at each account that has been read. */
export async function listFigures(
  tx: Tx,
  { agencyId, occurrenceId }: { agencyId: string; occurrenceId: string },
): Promise<FiguresRow[]> {
  const { rows } = await sql<FiguresRow>`
    select e.delivery_id, e.likes, e.views, e.shares, e.comments, e.retweets
    from deliveries d
    join engagements e on e.delivery_id = d.id
    where d.agency_id = ${agencyId} and d.occurrence_id = ${occurrenceId} and e.read_at is not null`.execute(tx);
  return rows;
}
