/** Reads every row of every table in one snapshot of the database. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Contents, Part, TableOfSet } from './manifest.ts';
import { buffers } from './parts.ts';
import type { Bytes } from './seal.ts';

type Found = {
  schema: 'public' | 'pgboss';
  name: string;
  columns: string[];
  is_filtered: boolean;
  policies: string[];
  is_restricted: boolean;
};

/** What the job queue must remember; its other tables say how it runs at the moment, some in a partition a day. */
const queueTables = ['job', 'job_dependency', 'queue', 'schedule', 'subscription'];

/** The database as it was at one instant. */
export type Snapshot = Pick<Contents, 'migration' | 'tables' | 'sequences'> & { takenAt: Date };

/**
 * The policies of tenant isolation that show every row while all agencies are visible. A table with another one could
 * hide rows from a backup, which would not notice.
 */
const showAll = [
  'COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), true)',
  'COALESCE((id = ( SELECT visible_agency() AS visible_agency)), true)',
  '(COALESCE((agency_id = ( SELECT visible_agency() AS visible_agency)), ' +
    '(( SELECT visible_agency() AS visible_agency) IS NULL)) AND ' +
    '((( SELECT visible_agency() AS visible_agency) IS NULL) OR ' +
    "(caller = ('user '::text || current_setting('app.user_id'::text, true)))))",
];

/** Connects with all agencies visible and without limits of time. */
export async function connectWhole(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    options:
      '-c app.agency_id=* -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 ' +
      '-c datestyle=iso -c intervalstyle=postgres -c extra_float_digits=3',
  });
  client.on('error', () => {
    /* the running statement fails and throws */
  });
  await client.connect();
  return client;
}

/**
 * Reads the tables one after the other and gives each stream of rows (PostgreSQL's text format) to `keep`. What is lost
 * in a crash of PostgreSQL anyway, unlogged tables with counters and cached pages, is left out.
 */
export async function readTables(
  client: pg.Client,
  keep: (name: string, bytes: Bytes) => Promise<Part[]>,
): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    const { rows: now } = await client.query<{ at: Date; version: number; name: string; checksum: string }>(`
      select now() as at, version, name, checksum from schema_migrations order by version desc limit 1`);
    const [{ at: takenAt, ...migration } = { at: new Date(), version: 0, name: '', checksum: '' }] = now;
    const tables: TableOfSet[] = [];
    for (const { schema, name, columns, ...found } of await listTables(client)) {
      refuseHidden({ name, ...found });
      const { rows, parts } = await copyOut(client, { schema, name, columns, keep });
      tables.push({ schema, name, columns, rows, parts });
    }
    // Sequences are not part of the snapshot: read after it, they are ahead of its rows.
    const { rows: sequences } = await client.query<Contents['sequences'][number]>(`
      select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
      where schemaname in ('public', 'pgboss') and last_value is not null`);
    await client.query('commit');
    return { takenAt, migration, tables, sequences };
  } catch (error) {
    await client.query('rollback').catch(() => {
      /* the first error says more */
    });
    throw error;
  }
}

async function listTables(client: pg.Client): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select n.nspname as schema, c.relname as name, row_security_active(c.oid) as is_filtered,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid and p.polpermissive
      ) as policies,
      exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive) as is_restricted
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
      and (n.nspname = 'public' or c.relname = any($1))
    order by n.nspname, c.relname`,
    [queueTables],
  );
  return rows;
}

/** Throws if row-level security could hide rows of this table from us. */
export function refuseHidden({
  name,
  is_filtered: isFiltered,
  is_restricted: isRestricted,
  policies,
}: Omit<Found, 'schema' | 'columns'>): void {
  if (isFiltered && (isRestricted || !policies.some((policy) => showAll.includes(policy))))
    throw new Error(
      `row-level security may hide rows of ${name} from a backup: it has a policy that is not known here`,
    );
}

async function copyOut(
  client: pg.Client,
  {
    schema,
    name,
    columns,
    keep,
  }: Pick<Found, 'schema' | 'name' | 'columns'> & { keep: (name: string, bytes: Bytes) => Promise<Part[]> },
): Promise<{ rows: number; parts: Part[] }> {
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  const count = Number(counted[0]?.count);
  if (count === 0) return { rows: 0, parts: [] };
  const stream = client.query(
    copyTo(`copy (select ${columns.map(pg.escapeIdentifier).join(', ')} from ${table}) to stdout`),
  );
  const parts = await keep(`tables/${schema}.${name}`, buffers(stream));
  if (stream.rowCount !== count) throw new Error(`${name} has ${count} rows, but ${stream.rowCount} were read`);
  return { rows: count, parts };
}
