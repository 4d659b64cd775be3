import { createHash } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { aClient, type TestPerson } from './people.ts';

/** An agency with a row in every table a call may name; `ids` are all of their ids. */
export async function anAgencyWithEverything(db: Database, owner: TestPerson): Promise<{ ids: string[] }> {
  const client = await aClient(db, owner);
  const agency = { agency_id: owner.agencyId };
  return db.asSystem(async (tx) => {
    const account = await tx
      .insertInto('social_accounts')
      .values({
        ...agency,
        user_id: client.id,
        network: 'telegram',
        external_id: '1',
        username: 'Channel',
        credentials: 'sealed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stream = await tx
      .insertInto('streams')
      .values({ ...agency, type: 'text', title: 'Stream' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = await tx
      .insertInto('items')
      .values({ ...agency, stream_id: stream.id, sequence: 1, description: 'Words' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const schedule = await tx
      .insertInto('schedules')
      .values({
        ...agency,
        user_client_id: client.id,
        stream_id: stream.id,
        origin_local: '2031-01-01 10:00',
        timezone: 'UTC',
        frequency: 'daily',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('schedule_accounts')
      .values({ ...agency, schedule_id: schedule.id, account_id: account.id })
      .execute();
    const dueAt = new Date('2031-01-01T10:00:00Z');
    const occurrence = await tx
      .insertInto('occurrences')
      .values({
        ...agency,
        schedule_id: schedule.id,
        item_id: item.id,
        round: 1,
        position: 0,
        step: 0,
        local_at: '2031-01-01 10:00',
        due_at: dueAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = await tx
      .insertInto('deliveries')
      .values({
        ...agency,
        occurrence_id: occurrence.id,
        schedule_id: schedule.id,
        account_id: account.id,
        due_at: dueAt,
        next_at: dueAt,
        state: 'uncertain',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ids: [...new Set([client.id, account.id, stream.id, item.id, schedule.id, occurrence.id, delivery.id])] };
  });
}

/** Tables that record traffic rather than anybody's data. */
const passing = ['rate_limits', 'sessions'];

/**
 * A checksum of the rows of every table except those of `without` (or only of the tables of `only`), to prove that no
 * row has changed.
 */
export async function checksumOf(
  db: Pick<Database, 'pool'>,
  { without = passing, only = null }: { without?: readonly string[]; only?: readonly string[] | null } = {},
): Promise<Record<string, string>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') and not (schemaname = 'public' and tablename = any($1))
       and ($2::text[] is null or schemaname || '.' || tablename = any($2))`,
    [without, only],
  );
  if (tables.length === 0) return {};
  // One statement: forty statements one after the other would take ten times as long.
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
          from ${name} t`,
    )
    .join(' union all ');
  // Prepared, because planning it takes five times as long as running it.
  const name = `checksum-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
  const { rows } = await db.pool.query<{ name: string; sum: string }>({ name, text });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/**
 * How often the current transaction has written to each table, even if rolled back since; tables without a write are
 * left out.
 */
export async function writesOf(db: Pick<Database, 'pool'>): Promise<Record<string, number>> {
  // The same as pg_stat_xact_user_tables, but that view looks at every index too.
  const { rows } = await db.pool.query<{ name: string; writes: number }>(`
    select nspname || '.' || relname as name, writes::int
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (select pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid) +
      pg_stat_get_xact_tuples_deleted(c.oid) as writes) w
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and writes > 0`);
  return Object.fromEntries(rows.map(({ name, writes }) => [name, writes]));
}

/** How often the current transaction has read each table or one of its indexes. */
export async function looksInto(db: Pick<Database, 'pool'>): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ name: string; looks: number }>({
    name: 'looks',
    text: `
      select nspname || '.' || relname as name,
        (pg_stat_get_xact_numscans(c.oid) + coalesce(by_index.looks, 0))::int as looks
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (
        select sum(pg_stat_get_xact_numscans(indexrelid)) as looks from pg_index where indrelid = c.oid
      ) by_index
      where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
  });
  return new Map(rows.map(({ name, looks }) => [name, looks]));
}
