import type { Catalog, CatalogColumn, CatalogPart, CatalogTable } from './catalog.ts';

/** db/schema.sql: the schema after all migrations, for reading and comparing. */
export function schemaSql(catalog: Catalog): string {
  return (
    [
      '-- The schema after all migrations. Written by `npm run dump-schema`; a test compares.',
      ...catalog.extensions.map((name) => `create extension ${name};`),
      ...catalog.functions.map((definition) => `${definition.trimEnd()};`),
      ...catalog.tables.map((table) => tableSql(table, catalog)),
      ...catalog.views.map(({ name, definition }) => `create view ${name} as\n${definition.trimEnd()}`),
    ].join('\n\n') + '\n'
  );
}

function tableSql(table: CatalogTable, { constraints, indexes, policies, triggers }: Catalog): string {
  const of = (parts: CatalogPart[]): CatalogPart[] => parts.filter((part) => part.table === table.name);
  const lines = [
    ...table.columns.map((column) => `  ${columnSql(column)}`),
    ...of(constraints).map(({ name, definition }) => `  constraint ${name} ${definition}`),
  ];
  return [
    `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (\n${lines.join(',\n')}\n);`,
    ...of(indexes).map(({ definition }) => `${definition};`),
    ...(table.rowSecurity ? [`alter table ${table.name} enable row level security;`] : []),
    ...(table.forcedRowSecurity ? [`alter table ${table.name} force row level security;`] : []),
    ...of(policies).map(({ name, definition }) => `create policy ${name} on ${table.name} ${definition};`),
    ...of(triggers).map(({ definition }) => `${definition};`),
  ].join('\n');
}

function columnSql({ name, type, notNull, identity, generated, expression }: CatalogColumn): string {
  const value =
    generated === 's'
      ? `generated always as (${expression}) stored`
      : identity !== ''
        ? `generated ${identity === 'a' ? 'always' : 'by default'} as identity`
        : expression !== null
          ? `default ${expression}`
          : undefined;
  return [name, type, ...(notNull ? ['not null'] : []), ...(value === undefined ? [] : [value])].join(' ');
}
