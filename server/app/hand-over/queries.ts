/**
 * The queries of deliveries that are handed over to people, and of the notifications about them: table `hand_overs`.
 */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import type { Words } from '#rules/own-words.ts';

/** A delivery with what a person needs to post it. `url` is its account's address, '' if unknown. */
export type HandOverRow = {
  id: string;
  network: NetworkId;
  username: string;
  url: string;
  client: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  own_words: Words | null;
  file_name: string | null;
  content_type: string | null;
  due_at: Date;
  timezone: string;
  is_open: boolean;
};

const columns = sql`
  d.id, a.network, a.username, coalesce(a.profile ->> 'url', '') as url, u.name as client, i.title, i.description,
  i.description_format, i.own_words -> a.network as own_words, f.name as file_name, f.content_type, d.due_at,
  s.timezone,
  d.state = 'waiting' and d.next_at = 'infinity' as is_open`;
const joined = sql`
  join social_accounts a on a.id = d.account_id
  join occurrences o on o.id = d.occurrence_id
  join items i on i.id = o.item_id
  left join files f on f.id = i.file_id and f.deleted_at is null
  join schedules s on s.id = d.schedule_id
  join users u on u.id = s.user_client_id`;

/** One delivery of the agency, or undefined. */
export async function findHandOver(tx: Tx, key: { agencyId: string; id: string }): Promise<HandOverRow | undefined> {
  const { rows } = await sql<HandOverRow>`
    select ${columns} from deliveries d ${joined} where d.agency_id = ${key.agencyId} and d.id = ${key.id}`.execute(tx);
  return rows[0];
}

const isUnnotified = sql`
  d.state = 'waiting' and d.next_at = 'infinity'
  and not exists (select from hand_overs h where h.delivery_id = d.id and h.due_at = d.due_at)`;

/** The agencies with handed-over posts without a notification. */
export async function listAgenciesToTell(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct d.agency_id as id from deliveries d where ${isUnnotified}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Takes the posts about which the owner must be notified now, oldest first, each once for its due time, so that a moved
 * post is notified again.
 */
export async function takeToTell(
  tx: Tx,
  { agencyId, now, limit }: { agencyId: string; now: Date; limit: number },
): Promise<HandOverRow[]> {
  const { rows } = await sql<HandOverRow>`
    with told as (
      insert into hand_overs (delivery_id, agency_id, due_at, mailed_at)
      select d.id, d.agency_id, d.due_at, ${now}
      from deliveries d
      where d.agency_id = ${agencyId} and ${isUnnotified}
      order by d.due_at, d.id
      limit ${limit}
      on conflict (delivery_id) do update set due_at = excluded.due_at, mailed_at = excluded.mailed_at
        where hand_overs.due_at <> excluded.due_at
      returning delivery_id
    )
    select ${columns}
    from told join deliveries d on d.id = told.delivery_id ${joined}
    order by d.due_at, d.id`.execute(tx);
  return rows;
}
