/** What PostgreSQL's catalog says about our schema `public`, in an order that does not depend on creation order. */
import type pg from 'pg';

/** A table with its columns in their order. */
export type CatalogTable = {
  name: string;
  unlogged: boolean;
  rowSecurity: boolean;
  forcedRowSecurity: boolean;
  columns: CatalogColumn[];
};

/** One column; `expression` is its default or its generation expression. */
export type CatalogColumn = {
  table: string;
  name: string;
  type: string;
  notNull: boolean;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
  expression: string | null;
};

/** A part of the schema that PostgreSQL itself can print. */
export type CatalogPart = { table: string; name: string; definition: string };

/** The whole schema, without the migrations' own table. */
export type Catalog = {
  extensions: string[];
  functions: string[];
  tables: CatalogTable[];
  constraints: CatalogPart[];
  indexes: CatalogPart[];
  policies: CatalogPart[];
  triggers: CatalogPart[];
  views: CatalogPart[];
};

/** Reads the catalog of the database `client` is connected to. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const list = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  // Definitions print names with their schema unless it is on the search path.
  await client.query('set search_path = public');
  const columns = await list<CatalogColumn>(queries.columns);
  const tables = await list<Omit<CatalogTable, 'columns'>>(queries.tables);
  const texts = async (text: string): Promise<string[]> =>
    (await list<{ definition: string }>(text)).map(({ definition }) => definition);
  return {
    extensions: await texts(queries.extensions),
    functions: await texts(queries.functions),
    tables: tables.map((table) => ({ ...table, columns: columns.filter((column) => column.table === table.name) })),
    constraints: await list(queries.constraints),
    indexes: await list(queries.indexes),
    policies: await list(queries.policies),
    triggers: await list(queries.triggers),
    views: await list(queries.views),
  };
}

const ours = "relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'";

const queries = {
  extensions: "select extname as definition from pg_extension where extname <> 'plpgsql' order by 1",
  functions: `
    select pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname, pg_get_function_identity_arguments(pg_proc.oid)`,
  tables: `
    select relname as name, relpersistence = 'u' as unlogged, relrowsecurity as "rowSecurity",
      relforcerowsecurity as "forcedRowSecurity"
    from pg_class
    where ${ours} and relkind in ('r', 'p')
    order by relname collate "C"`,
  columns: `
    select
      relname as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull",
      attidentity as identity, attgenerated as generated, pg_get_expr(adbin, adrelid) as expression
    from pg_class
      join pg_attribute on attrelid = pg_class.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${ours} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    order by relname collate "C", attnum`,
  // Not-null constraints (contype n) are printed with their columns.
  constraints: `
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${ours} and contype in ('p', 'u', 'f', 'c', 'x')
    order by relname collate "C", position(contype in 'pufcx'), conname collate "C"`,
  indexes: `
    select relname as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${ours} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by relname collate "C", indexrelid::regclass::text collate "C"`,
  policies: `
    select
      relname as table, polname as name,
      concat_ws(' ', 'for', case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w'
        then 'update' else 'delete' end,
        'using (' || pg_get_expr(polqual, polrelid) || ')', 'with check (' || pg_get_expr(polwithcheck,
          polrelid) || ')') as definition
    from pg_policy join pg_class on pg_class.oid = polrelid
    where ${ours}
    order by relname collate "C", polname collate "C"`,
  triggers: `
    select relname as table, tgname as name, pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where ${ours} and not tgisinternal
    order by relname collate "C", tgname collate "C"`,
  views: `
    select relname as table, relname || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as name,
      pg_get_viewdef(pg_class.oid) as definition
    from pg_class
    where ${ours} and relkind in ('v', 'm')
    order by relname collate "C"`,
} as const;
