/**
 * Creates an agency with a row in every table, generated from the database's own definitions, so that later tables are
 * filled too.
 */
import type { Database } from '#db/database.ts';

type Column = { table: string; name: string; type: string; required: boolean; generated: boolean };
type Reference = { table: string; column: string; to: string; toColumn: string };
type Value = string | number | boolean | Date | Buffer;

/** Columns that a check allows only one of: the others stay null. */
const leftOut: ReadonlySet<string> = new Set(['file_uses.video_id', 'file_uses.design_id', 'uploads.file_type']);

/** Values required by a table's check that its definition does not list. */
const chosen: Readonly<Record<string, Value>> = {
  'schedules.origin_local': '2031-01-01 10:00',
  'schedules.timezone': 'UTC',
  'agencies.timezone': 'UTC',
  'users.role': 'owner',
  'login_links.purpose': 'change-email',
  'sessions.opened_by': 'connect-link',
  'files.thumbnail_state': 'ready',
  'data_exports.state': 'ready',
  'deliveries.state': 'published',
  'social_accounts.network': 'telegram',
  'connect_links.ended_why': 'revoked',
  'items.description_format': 'text',
  'items.parts': '[]',
  'reports.month': '2031-01',
  'client_months.month': '2031-01',
  'network_costs.month': '2031-01',
  'prospects.latitude': 7,
  'prospects.longitude': 7,
  'drawings.width': 700,
  'drawings.height': 700,
};

/** The facts of a filled agency: its id, a word in all of its texts, and the names of its stored files. */
export type Filled = { agencyId: string; marker: string; ids: Record<string, string>; objects: string[] };

/** The word in a column's text, by which it can be found: 'acme-users-name'. File names and addresses look similar. */
const wordOf = (marker: string, { table, name }: Column): string => `${marker}-${table}-${name}`.replaceAll('_', '-');

/**
 * Fills every table with one row of a new agency. Ids are large and different in each table, so that no two rows share
 * one.
 */
export async function fillEveryTable(
  db: Database,
  { marker, idsFrom }: { marker: string; idsFrom: number },
): Promise<Filled> {
  const { columns, references, checks } = await readCatalog(db);
  const tables = inOrder(columns, references);
  const client = await db.pool.connect();
  const filled: Filled = { agencyId: '', marker, ids: {}, objects: [] };
  try {
    await client.query('begin');
    // Rows refer to each other in cycles (a person's picture, a file's author): references to missing rows are left
    // out.
    for (const [position, table] of tables.entries()) {
      const own = columns.filter((column) => column.table === table);
      const values = new Map<string, Value>();
      for (const column of own) {
        const value = valueOf(column, { marker, id: idsFrom + position * 1000, filled, references, checks });
        if (value !== undefined) values.set(column.name, value);
      }
      const names = [...values.keys()];
      const { rows } = await client.query<Record<string, unknown>>(
        `insert into ${table} (${names.map((name) => `"${name}"`).join()}) overriding system value
          values (${names.map((_, index) => `$${index + 1}`).join()}) returning *`,
        [...values.values()],
      );
      const id = rows[0]?.['id'];
      if (typeof id === 'string') filled.ids[table] = id;
      if (table === 'agencies') filled.agencyId = String(id);
    }
    await client.query('commit');
  } finally {
    client.release(true);
  }
  filled.objects = [
    `${marker}-files-name`,
    `${marker}-files-thumbnail-name`,
    `${marker}-media-fits-fitted-name`,
    `${marker}-dropped-files-name`,
    `${marker}-upload-pieces-name`,
    `export-${marker}-object`,
    `${marker}-report-pdfs-object-name`,
  ];
  return filled;
}

type Making = {
  marker: string;
  id: number;
  filled: Filled;
  references: readonly Reference[];
  checks: ReadonlyMap<string, string>;
};

function valueOf(column: Column, { marker, id, filled, references, checks }: Making): Value | undefined {
  const { table, name, type } = column;
  const key = `${table}.${name}`;
  if (leftOut.has(key)) return undefined;
  const reference = references.find((each) => each.table === table && each.column === name);
  if (reference !== undefined)
    return reference.to === 'agencies' && name === 'agency_id' ? filled.agencyId : referred(filled, reference);
  if (name === 'id') return id;
  if (key === 'data_exports.object_name') return `export-${marker}-object`;
  const given = chosen[key] ?? checks.get(key);
  if (given !== undefined) return given;
  switch (type) {
    case 'bigint':
      // An id without a foreign key (who did it) is an id of this agency too.
      return /(_by|_id)$/.test(name) ? filled.ids['users'] : 7;
    case 'bigint[]':
      return '{7}';
    case 'integer':
    case 'real':
      return 7;
    case 'boolean':
      return false;
    case 'timestamp with time zone':
      return new Date('2031-01-01T10:00:00Z');
    case 'uuid':
      return '00000000-0000-4000-8000-000000000007';
    case 'jsonb':
      return JSON.stringify({ name: wordOf(marker, column) });
    case 'bytea':
      return Buffer.from(wordOf(marker, column));
    case 'text[]':
      return `{${wordOf(marker, column)}}`;
    case 'text':
      return /email|mailed_to/.test(name) ? `${wordOf(marker, column)}@example.test` : wordOf(marker, column);
    default:
      throw new Error(`the filler knows no value for ${key} of type ${type}`);
  }
}

const referred = (filled: Filled, { to, toColumn }: Reference): string | undefined =>
  filled.ids[toColumn === 'id' ? to : toColumn === 'user_id' ? 'users' : 'deliveries'];

/** PostgreSQL's definitions of the tables with rows of agencies, and of agencies itself. */
async function readCatalog(
  db: Database,
): Promise<{ columns: Column[]; references: Reference[]; checks: Map<string, string> }> {
  const { rows: columns } = await db.pool.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      a.attgenerated <> '' as generated
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'agencies' or exists (select from pg_attribute o where o.attrelid = c.oid
        and o.attname = 'agency_id'))
    order by c.relname, a.attnum`);
  const { rows: references } = await db.pool.query<Reference>(`
    select f.relname as table, fa.attname as column, t.relname as to, ta.attname as "toColumn"
    from pg_constraint r
    join pg_class f on f.oid = r.conrelid
    join pg_class t on t.oid = r.confrelid
    join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = r.conkey[1]
    join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = r.confkey[1]
    where r.contype = 'f' and f.relnamespace = 'public'::regnamespace`);
  const { rows: constraints } = await db.pool.query<{ table: string; definition: string }>(`
    select c.relname as table, pg_get_constraintdef(r.oid) as definition
    from pg_constraint r join pg_class c on c.oid = r.conrelid where r.contype = 'c'
      and c.relnamespace = 'public'::regnamespace`);
  const checks = new Map(
    constraints.flatMap(({ table, definition }): [string, string][] => {
      const [, column, value] = /^CHECK \(+(\w+) = ANY \(ARRAY\['([^']+)'/.exec(definition) ?? [];
      return column === undefined || value === undefined ? [] : [[`${table}.${column}`, value]];
    }),
  );
  return { columns: columns.filter(({ generated }) => !generated), references, checks };
}

/** Tables in an order in which references exist: `agencies` first. */
function inOrder(columns: readonly Column[], references: readonly Reference[]): string[] {
  const left = new Set(columns.map(({ table }) => table));
  // A required id of a person without a foreign key.
  const needsPerson = (table: string): boolean =>
    columns.some(
      (column) =>
        column.table === table &&
        column.name === 'user_id' &&
        column.required &&
        !references.some((reference) => reference.table === table && reference.column === column.name),
    );
  const needs = (table: string): string[] =>
    references
      .filter(
        (reference) =>
          reference.table === table &&
          reference.to !== table &&
          columns.some((column) => column.table === table && column.name === reference.column && column.required),
      )
      .map(({ to }) => to);
  const wishes = (table: string): string[] => [
    ...references.filter((reference) => reference.table === table && reference.to !== table).map(({ to }) => to),
    ...(needsPerson(table) ? ['users'] : []),
  ];
  const order: string[] = [];
  while (left.size > 0) {
    const free = (of: (table: string) => string[]): string | undefined =>
      [...left].find((table) => !of(table).some((to) => left.has(to)));
    const table = free(wishes) ?? free(needs);
    if (table === undefined) throw new Error(`nothing can be filled of ${[...left].join(', ')}`);
    left.delete(table);
    order.push(table);
  }
  return order;
}

/** Every row of every table of the database (including the queue) that holds one of the words, as 'table: row'. */
export async function findWords(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`);
  // Bytes are shown as hexadecimal digits.
  const patterns = words
    .flatMap((word) => [word, Buffer.from(word).toString('hex')])
    .map((word) => `%${word.toLowerCase()}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(
      `select t::text as row from ${name} t where lower(t::text) like any($1)`,
      [patterns],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
