/** The licences of everything in use. Read-only. */
import { sql } from 'kysely';
import type { LicenceRow } from '#contract/content/licences.ts';
import type { Tx } from '#db/database.ts';

/** The scope of the ledger: a client, or the whole agency. */
export type Whose = { agencyId: string; clientId: string | null };

const instantOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The files of each item: its own, and those in its formatted text. */
const filesOfItems = (agencyId: string) => sql`
  select id as item_id, file_id from items where agency_id = ${agencyId} and file_id is not null
  union all
  select item_id, file_id from file_uses where agency_id = ${agencyId} and item_id is not null`;

/**
 * Every file with its uses, one row each, and their client (null for no particular one). A finished video has its
 * parts' licence records, so it counts like them.
 */
const used = ({ agencyId }: Whose) => sql`
  select fu.file_id, 'design' as of, d.id, d.name, d.client_id
  from file_uses fu join designs d on d.id = fu.design_id where fu.agency_id = ${agencyId}
  union
  select fu.file_id, 'video', v.id, v.name, v.client_id
  from file_uses fu join videos v on v.id = fu.video_id where fu.agency_id = ${agencyId}
  union
  select v.file_id, 'video', v.id, v.name, v.client_id
  from videos v where v.agency_id = ${agencyId} and v.file_id is not null
  union
  select part.file_id, 'stream', s.id, s.title, plan.user_client_id
  from (${filesOfItems(agencyId)}) part
  join items i on i.id = part.item_id
  join streams s on s.id = i.stream_id
  left join schedules plan on plan.stream_id = s.id
  where (i.deleted_at is null and s.deleted_at is null) or exists (
    select from occurrences o where o.item_id = i.id and o.state <> 'cancelled')`;

/**
 * The file with which a licence `l` was recorded. Files made from it have the same record, but their kind may differ: a
 * video if the work is music, or a picture if it is a font.
 */
const originalOf = sql`
  select f.kind
  from file_licences same join files f on f.id = same.file_id
  where same.agency_id = l.agency_id and same.source = l.source and same.source_item = l.source_item
    and same.title = l.title
  order by exists (select from file_parts p where p.file_id = f.id), f.id
  limit 1`;

/** How many posts wait with a file, for one client if given. */
const waitingWith = ({ agencyId, clientId }: Whose) => sql`(
  select count(distinct o.id)::int
  from (${filesOfItems(agencyId)}) part
  join occurrences o on o.item_id = part.item_id
  join schedules plan on plan.id = o.schedule_id
  where part.file_id = any(w.file_ids) and o.state = 'scheduled'
    and (${clientId}::bigint is null or plan.user_client_id = ${clientId}))`;

/** The works in use, withdrawn ones first, then the latest first. */
export async function listWorks(tx: Tx, whose: Whose, limit: number): Promise<LicenceRow[]> {
  const { agencyId, clientId } = whose;
  const { rows } = await sql<LicenceRow>`
    with used as (${used(whose)}),
    works as (
      select min(original.kind) as kind, l.title, l.source, l.source_item as item, l.author, l.licence, l.licence_url,
        l.page_url,
        min(l.taken_at) as taken_at, max(l.withdrawn_at) as withdrawn_at, array_agg(distinct l.file_id) as file_ids,
        jsonb_agg(distinct jsonb_build_object('of', u.of, 'id', u.id::text, 'name', u.name)) as uses
      from file_licences l
      join used u on u.file_id = l.file_id
      cross join lateral (${originalOf}) original
      where l.agency_id = ${agencyId} and (${clientId}::bigint is null or u.client_id = ${clientId})
      group by l.source, l.source_item, l.title, l.author, l.licence, l.licence_url, l.page_url
    )
    select w.kind, w.title, w.source, w.item, w.author, w.licence, w.licence_url, w.page_url, w.uses,
      ${instantOf('w.taken_at')} as taken,
      ${instantOf('w.withdrawn_at')} as withdrawn,
      ${waitingWith(whose)} as waiting
    from works w
    order by w.withdrawn_at desc nulls last, w.taken_at desc, w.title
    limit ${limit}`.execute(tx);
  return rows;
}

/** The name of a font as a design or a video has it, with the object that uses it and when that was made. */
export type FontUse = { name: string; of: 'video' | 'design'; id: string; title: string; made: string };

/** Whether a finished file is part of a stream that is planned for a client. */
const isPlannedFor = (file: string, clientId: string | null) => sql`exists (
  select from items i join schedules plan on plan.stream_id = i.stream_id
  where i.file_id = ${sql.ref(file)} and plan.user_client_id = ${clientId})`;

/** The names of the fonts in all designs and videos; for a client, in its own and in those that it posts. */
export async function listFonts(tx: Tx, { agencyId, clientId }: Whose): Promise<FontUse[]> {
  const { rows } = await sql<FontUse>`
    select distinct font #>> '{}' as name, 'design' as of, d.id::text as id, d.name as title,
      ${instantOf('d.created_at')} as made
    from designs d cross join lateral jsonb_path_query(d.document, '$.**.font ? (@.type() == "string")') font
    where d.agency_id = ${agencyId} and (${clientId}::bigint is null or d.client_id = ${clientId}
      or ${isPlannedFor('d.picture_file_id', clientId)})
    union
    select distinct font #>> '{}', 'video', v.id::text, v.name, ${instantOf('v.created_at')}
    from videos v cross join lateral jsonb_path_query(v.project, '$.**.font_name ? (@.type() == "string")') font
    where v.agency_id = ${agencyId} and (${clientId}::bigint is null or v.client_id = ${clientId}
      or ${isPlannedFor('v.file_id', clientId)})
    order by 1, 2, 3
    limit 5000`.execute(tx);
  return rows;
}

/** A waiting post with a withdrawn work. */
export type WithdrawnPost = {
  id: string;
  due_at: Date;
  client: string;
  title: string;
  stream_id: string;
  stream: string;
  file_id: string;
  file: string;
  work: string;
  source: string;
  withdrawn_at: Date;
};

/** The waiting posts with a withdrawn work, the next first. */
export async function listWithdrawnPosts(tx: Tx, agencyId: string): Promise<WithdrawnPost[]> {
  const { rows } = await sql<WithdrawnPost>`
    select distinct on (o.due_at, o.id) o.id, o.due_at, c.name as client, i.title, s.id as stream_id,
      s.title as stream, f.id as file_id, f.title as file, l.title as work, l.source, l.withdrawn_at
    from file_licences l
    join files f on f.id = l.file_id
    join (${filesOfItems(agencyId)}) part on part.file_id = f.id
    join items i on i.id = part.item_id
    join occurrences o on o.item_id = i.id and o.state = 'scheduled'
    join schedules plan on plan.id = o.schedule_id and plan.deleted_at is null
    join streams s on s.id = i.stream_id
    join users c on c.id = plan.user_client_id
    where l.agency_id = ${agencyId} and l.withdrawn_at is not null
    order by o.due_at, o.id, l.withdrawn_at desc
    limit 200`.execute(tx);
  return rows;
}
