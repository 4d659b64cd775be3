/** Whether a database may be restored into, and how it is emptied. */
import type pg from 'pg';

/** Throws an Error of one line if one of our programs uses the database. */
export async function refuseInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'agencyreel%'
    order by 1`);
  if (rows.length > 0)
    throw new Error(`the database is in use by ${rows.map(({ name }) => name).join(', ')}: stop web and worker first`);
}

/** Throws an Error of one line if a table holds rows, our own lists of migrations and queues apart. */
export async function refuseRows(client: pg.Client): Promise<void> {
  for (const table of await tablesOf(client, ['public'])) {
    if (table === 'schema_migrations') continue;
    const { rows } = await client.query(`select from ${table} limit 1`);
    if (rows.length > 0 && !seeded.includes(table))
      throw new Error(
        `the database is not empty (${table} has rows): choose an empty one, or add --replace to lose it all`,
      );
  }
}

/** The newest migration of a database, also of one with an unfinished restore; null without our schema. */
export async function versionOf(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query(
    "select from pg_class where oid = to_regclass('public.schema_migrations')",
  );
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ version: number | null }>(
    'select max(version) as version from schema_migrations',
  );
  return rows[0]?.version ?? null;
}

/** Tables in which the migrations themselves put rows. */
const seeded = ['engagement_progress', 'installation'];

async function tablesOf(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as "table" from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text = any($1)`,
    [schemas],
  );
  return rows.map(({ table }) => table);
}

/** Drops all that is ours: the job queue's schema, and in `public` what no extension owns. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists pgboss cascade');
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass
    ) as statement
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('drop type if exists %s cascade', t.oid::regtype)
    from pg_type t
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`);
  for (const { statement } of rows) await client.query(statement);
}
