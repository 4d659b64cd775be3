/** Loads the rows of a set into an empty database of the set's schema. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Contents, TableOfSet } from './manifest.ts';
import type { Bytes } from './seal.ts';

const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/**
 * Loads every table in one transaction, in any order: foreign keys are dropped and added again, which checks all rows
 * at once; triggers do not run, because their effects are rows of the set; row-level security is not forced meanwhile,
 * because COPY cannot write through it. Throws an Error of one line if a count differs.
 */
export async function loadTables(
  client: pg.Client,
  { contents, read }: { contents: Contents; read: (table: TableOfSet) => Bytes },
): Promise<void> {
  await client.query('begin');
  try {
    await refuseOtherColumns(client, contents.tables);
    const { before, after } = await switches(client);
    for (const statement of before) await client.query(statement);
    if (contents.tables.length > 0) await client.query(`truncate ${contents.tables.map(nameOf).join(', ')}`);
    for (const table of contents.tables) if (table.rows > 0) await load(client, table, read(table));
    for (const statement of after) await client.query(statement);
    for (const sequence of contents.sequences)
      await client.query('select setval($1::regclass, $2)', [nameOf(sequence), sequence.last]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {
      /* the first error says more */
    });
    throw error;
  }
  // The planner knows nothing of rows that have just come.
  await client.query('analyze');
}

async function load(client: pg.Client, table: TableOfSet, bytes: Bytes): Promise<void> {
  const columns = table.columns.map(pg.escapeIdentifier).join(', ');
  const stream = client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`));
  await pipeline(Readable.from(bytes), stream);
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${nameOf(table)}`);
  if (Number(rows[0]?.count) !== table.rows)
    throw new Error(`${table.name} has ${rows[0]?.count} rows after loading, but the set has ${table.rows}`);
}

/** Throws if a table of the set, or one of its columns, is not in this schema. */
async function refuseOtherColumns(client: pg.Client, tables: readonly TableOfSet[]): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(`
    select n.nspname as schema, c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition`);
  for (const { schema, name, columns } of tables) {
    const found = rows.find((row) => row.schema === schema && row.name === name);
    const missing = columns.filter((column) => !(found?.columns.includes(column) ?? false));
    if (missing.length > 0)
      throw new Error(
        `the set has ${schema}.${name} (${missing.join(', ')}), which this version does not: restore it with the ` +
          `version that made it, then update`,
      );
  }
}

/** The statements that make way for the rows, and those that put everything back as it was. */
async function switches(client: pg.Client): Promise<{ before: string[]; after: string[] }> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    order by 1, 2`);
  const { rows: forced } = await client.query<{ table: string }>(`
    select oid::regclass::text as "table" from pg_class
    where relforcerowsecurity and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`);
  const { rows: triggered } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as "table" from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and tgenabled = 'O' and tgparentid = 0
      and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`);
  return {
    before: [
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...forced.map(({ table }) => `alter table ${table} no force row level security`),
      ...triggered.map(({ table }) => `alter table ${table} disable trigger user`),
    ],
    after: [
      ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
      ...forced.map(({ table }) => `alter table ${table} force row level security`),
      ...triggered.map(({ table }) => `alter table ${table} enable trigger user`),
    ],
  };
}
