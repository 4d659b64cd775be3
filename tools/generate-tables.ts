import type { Catalog, CatalogColumn, CatalogPart } from './catalog.ts';

const head = `// The tables as kysely sees them. Made by \`npm run dump-schema\` from the migrations; a test compares.
import type { ColumnType, GeneratedAlways } from 'kysely'

/**
 * A column with a default may be left out of an insert. Kysely's own type of this name does not look into a ColumnType.
 */
export type Generated<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<Type, Type | undefined, Type>;

/** Written as text (JSON.stringify), because pg would write a JavaScript array as a PostgreSQL array; read parsed. */
export type Json = ColumnType<unknown, string, string>;

/** An instant. 'infinity' is read as the latest possible Date (see values.ts). */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
`;

/**
 * The TypeScript types for PostgreSQL's types as our parsers return them; anything that can exceed 53 bits is a string.
 */
const types: Readonly<Record<string, string>> = {
  bigint: 'string',
  numeric: 'string',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  inet: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  'timestamp with time zone': 'Timestamp',
  date: 'string',
  'time without time zone': 'string',
  'text[]': 'string[]',
  'bigint[]': 'string[]',
  'integer[]': 'number[]',
};

/** db/tables.ts: one type per table, with a union for each column whose check constraint lists its values. */
export function tablesTs({ tables, constraints }: Catalog): string {
  const bodies = tables.map(({ name, columns }) => {
    const checks = constraints.filter(({ table }) => table === name);
    return (
      `export type ${pascalCase(name)}Table = ` +
      `{\n${columns.map((column) => `  ${column.name}: ${columnType(column, checks)};`).join('\n')}\n};\n`
    );
  });
  const all = tables.map(({ name }) => `  ${name}: ${pascalCase(name)}Table;`).join('\n');
  return [head, ...bodies, `/** Every table by its name. */\nexport type Tables = {\n${all}\n};\n`].join('\n');
}

function columnType(column: CatalogColumn, checks: readonly CatalogPart[]): string {
  const base = union(column, checks) ?? types[column.type.replace(/\(.*\)/, '')];
  if (base === undefined)
    throw new Error(
      `no TypeScript type for ${column.type} (${column.table}.${column.name}): add it to tools/generate-tables.ts`,
    );
  const type = column.notNull ? base : `${base} | null`;
  if (column.identity === 'a' || column.generated !== '') return `GeneratedAlways<${type}>`;
  return column.expression !== null || column.identity === 'd' ? `Generated<${type}>` : type;
}

/** `CHECK ((role = ANY (ARRAY['owner'::text, 'client'::text])))` on a text column -> `'owner' | 'client'`. */
function union({ name, type }: CatalogColumn, checks: readonly CatalogPart[]): string | undefined {
  if (type !== 'text') return undefined;
  for (const { definition } of checks) {
    const listed = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition);
    if (listed?.[1] !== name) continue;
    return [...(listed[2] ?? '').matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ');
  }
  return undefined;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
