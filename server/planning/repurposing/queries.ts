/** The queries of the items of a repeating schedule's rounds, and of those that rest: table `resting_items`. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StreamType } from '#rules/eligibility.ts';
import { comparedAges } from '#rules/fatigue.ts';
import { isOfRounds } from '../../publishing/index.ts';

type Key = { agencyId: string; id: string };

/** The progress of a schedule's rounds. */
export type Repeating = { round: number };

const scheduleOf = ({ agencyId, id }: Key) => sql`
  select round
  from schedules
  where agency_id = ${agencyId} and id = ${id} and deleted_at is null`;

/** A schedule, or undefined. */
export async function findRepeating(tx: Tx, key: Key): Promise<Repeating | undefined> {
  return (await sql<Repeating>`${scheduleOf(key)}`.execute(tx)).rows[0];
}

/**
 * A schedule, with its row locked until the end of the transaction. A concurrent end of its round comes before or
 * after, so the next round begins with all of these decisions or none.
 */
export async function lockRepeating(tx: Tx, key: Key): Promise<Repeating | undefined> {
  return (await sql<Repeating>`${scheduleOf(key)} for no key update`.execute(tx)).rows[0];
}

/** An item of a schedule's rounds and its outcome. */
export type RoundItemRow = {
  id: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  type: StreamType;
  thumbnail_name: string | null;
  rested_at: Date | null;
  rested_by: string | null;
  was_tired: boolean | null;
  rounds: number;
  last_at: Date | null;
};

/** The length of text that is enough for a title line; all texts of a stream together can be 100 MB. */
const titleSource = 1000;

/** Every item that the rounds of a schedule can use, in their order. */
export async function listRoundItems(tx: Tx, { agencyId, id }: Key): Promise<RoundItemRow[]> {
  const { rows } = await sql<RoundItemRow>`
    with posted as (
      select coalesce(k.kept_of, k.id) as item_id, count(distinct o.round)::int as rounds,
        max(d.published_at) as last_at
      from occurrences o
      join items k on k.id = o.item_id
      join deliveries d on d.occurrence_id = o.id and d.state = 'published'
      where o.agency_id = ${agencyId} and o.schedule_id = ${id}
      group by 1
    )
    select i.id, i.title, left(i.description, ${titleSource}) as description, i.description_format, s.type,
      case when f.thumbnail_state = 'ready' then f.thumbnail_name end as thumbnail_name, r.rested_at,
      rester.name as rested_by, r.was_tired,
      coalesce(p.rounds, 0) as rounds, p.last_at
    from schedules sch
    join streams s on s.id = sch.stream_id
    join items i on i.stream_id = s.id
    left join files f on f.id = i.file_id
    left join resting_items r on r.schedule_id = sch.id and r.item_id = i.id
    left join users rester on rester.id = r.rested_by
    left join posted p on p.item_id = i.id
    where sch.agency_id = ${agencyId} and sch.id = ${id} and ${sql.raw(isOfRounds('sch.id'))}
    order by i.sequence, i.id`.execute(tx);
  return rows;
}

/** One reading of a post of an item: the first at this age or older, before the next age. */
export type ReadingRow = {
  item_id: string;
  round: number;
  account_id: string;
  age: number;
  likes: string | null;
  comments: string | null;
  shares: string | null;
  views: string | null;
};

/**
 * The readings of the first and the latest two rounds of each of these items. Only rounds whose posts are all at least
 * a day old count.
 */
export async function listRoundReadings(
  tx: Tx,
  { agencyId, id, itemIds, now }: Key & { itemIds: readonly string[]; now: Date },
): Promise<ReadingRow[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<ReadingRow>`
    with posted as (
      select coalesce(k.kept_of, k.id) as item_id, o.round, d.id, d.account_id, d.published_at,
        max(d.published_at) over (partition by coalesce(k.kept_of, k.id), o.round) as round_at
      from occurrences o
      join items k on k.id = o.item_id
      join deliveries d on d.occurrence_id = o.id and d.state = 'published'
      where o.agency_id = ${agencyId} and o.schedule_id = ${id}
        and coalesce(k.kept_of, k.id) = any(${[...itemIds]}::bigint[])
    ), ranked as (
      select p.*, dense_rank() over (partition by item_id order by round) as place,
        dense_rank() over (partition by item_id order by round desc) as place_from_end
      from posted p
      where p.round_at <= ${now}::timestamptz - interval '1 day'
    )
    select p.item_id, p.round, p.account_id, ages.age, read.likes, read.comments, read.shares, read.views
    from ranked p
    cross join (
      select age, lead(age, 1, 1000000) over (order by age) as next_age
      from unnest(${[...comparedAges]}::int[]) as age
    ) ages
    cross join lateral (
      select r.likes, r.comments, r.shares, r.views
      from engagement_readings r
      where r.delivery_id = p.id and r.at >= p.published_at + ages.age * interval '1 hour'
        and r.at < p.published_at + ages.next_age * interval '1 hour'
      order by r.at
      limit 1
    ) read
    where p.place = 1 or p.place_from_end <= 2
    order by p.item_id, p.round, p.account_id, ages.age`.execute(tx);
  return rows;
}

/** Lets items rest; an item that already rests keeps its date. */
export async function insertResting(
  tx: Tx,
  rest: {
    agencyId: string;
    scheduleId: string;
    items: readonly { id: string; tired: boolean }[];
    userId: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into resting_items (schedule_id, item_id, agency_id, rested_by, rested_at, was_tired)
    select ${rest.scheduleId}, given.id, ${rest.agencyId}, ${rest.userId}, ${rest.now}, given.tired
    from unnest(${rest.items.map(({ id }) => id)}::bigint[], ${rest.items.map(({ tired }) => tired)}::boolean[])
      as given (id, tired)
    on conflict do nothing`.execute(tx);
}

/** Ends the rest of items. */
export async function deleteResting(
  tx: Tx,
  { agencyId, scheduleId, itemIds }: { agencyId: string; scheduleId: string; itemIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from resting_items
    where agency_id = ${agencyId} and schedule_id = ${scheduleId} and item_id = any(${[...itemIds]}::bigint[])
  `.execute(tx);
}
