/** Compares the declared rows of statements with PostgreSQL's description. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { beforeAll, test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { allStatements, oneOf, statement, type Statement } from './statement.ts';

const db = await testDatabase();

/** Values that are never null although their column may be, in every statement or in one, and why. */
const neverNull: Readonly<Record<string, string>> = {
  'list-stopped-from.from': 'what was not stopped then is left out',
  'lock-stopped-deliveries.from': 'what was not stopped then is left out',
  firstTriedAt: 'nothing is taken that was never claimed, and a claim sets it',
};
/** Values with fewer possibilities than their column, and why. */
const fewerValues: Readonly<Record<string, string>> = {
  'claim-due.state': 'what is taken is claimed',
  'claim-reads.state': 'only these are read',
  'claim-expired.state': 'only these have leases',
};

/** Values that are made of several columns, and where those are checked. */
const made: Readonly<Record<string, string>> = {
  streamType: 'that of the item or, of an older one, of its stream: both columns have a check',
};

/** A column as PostgreSQL describes it; `values` and `nullable` only for a column of a table. */
type Described = { name: string; type: string; nullable: boolean | null; values: string[] | null };

beforeAll(async () => {
  const here = new URL('./', import.meta.url);
  for (const file of readdirSync(here, { recursive: true, encoding: 'utf8' }))
    if (/(?<!\.test)\.ts$/.test(file)) await import(new URL(file, here).href);
});

/** Prepares a statement and returns the columns of its rows. */
function describe(client: pg.PoolClient, text: string): Promise<pg.FieldDef[]> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.FieldDef[]>();
  let fields: pg.FieldDef[] = [];
  client.query({
    submit: (connection: pg.Connection) => {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription: (row: { fields: pg.FieldDef[] }) => {
      fields = row.fields;
    },
    handleError: reject,
    handleReadyForQuery: () => {
      resolve(fields);
    },
  });
  return promise;
}

async function columnsOf(client: pg.PoolClient, text: string): Promise<Described[]> {
  const fields = await describe(client, text);
  const { rows } = await client.query<Described>(
    `
    select field.name, type.typname as type, not a.attnotnull as nullable, (
        select array(
          select quoted[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') quoted)
        from pg_constraint c
        where c.contype = 'c' and c.conrelid = a.attrelid and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'
      ) as values
    from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) as field (name, type, "table", place)
    join pg_type type on type.oid = field.type
    left join pg_attribute a on a.attrelid = field.table and a.attnum = field.place`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  return rows;
}

const typeNames: Readonly<Record<string, string>> = { bigint: 'int8', int: 'int4' };

/** The faults of a declaration, as sentences. */
function mistakesIn({ name: of, columns }: Statement, described: readonly Described[]): string[] {
  const declared = Object.entries(columns).map(([name, column]) => {
    const { type, values } = typeof column === 'string' ? { type: column } : { values: undefined, ...column };
    const [plain = ''] = type.split(' | ');
    return { name, type: typeNames[plain] ?? plain, nullable: type !== plain, values };
  });
  const missing = described.filter((row) => !declared.some(({ name }) => name === row.name));
  return [
    ...missing.map(({ name }) => `${of}: ${name} is not declared`),
    ...declared.flatMap(({ name, type, nullable, values }) => {
      const row = described.find((one) => one.name === name);
      if (!row) return [`${of}: there is no ${name}`];
      return [
        ...(row.type === type ? [] : [`${of}: ${name} is ${row.type}`]),
        ...(row.nullable === true && !nullable && ![name, `${of}.${name}`].some((known) => known in neverNull)
          ? [`${of}: ${name} may be null`]
          : []),
        ...(values === undefined || name in made ? [] : valueMistakes(`${of}.${name}`, { values, row })),
      ];
    }),
  ];
}

function valueMistakes(column: string, { values, row }: { values: readonly string[]; row: Described }): string[] {
  if (row.values === null) return [`${column} has no check of its values`];
  const missing = row.values.filter((value) => !values.includes(value));
  const extra = values.filter((value) => !row.values?.includes(value));
  return [
    ...(missing.length > 0 && !(column in fewerValues) ? [`${column} may also be ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`${column} is never ${extra.join(', ')}`] : []),
  ];
}

async function check(statements: readonly Statement[]): Promise<string[]> {
  const client = await db.pool.connect();
  const mistakes: string[] = [];
  for (const one of statements) mistakes.push(...mistakesIn(one, await columnsOf(client, one.text)));
  client.release();
  return mistakes;
}

test('each statement returns the columns that it declares, as PostgreSQL describes them', async () => {
  const statements = allStatements();
  assert.ok(statements.length >= 100, `${statements.length} statements`);
  assert.deepEqual(await check(statements), []);
});

test('a declaration with a wrong name, type, value or nullability is found', async () => {
  const wrong = statement({
    name: 'test-wrong',
    columns: {
      id: 'int',
      another: 'text',
      postId: 'text',
      state: oneOf(['scheduled', 'posted', 'failed', 'lost']),
      message: oneOf(['']),
    },
    text: `select d.id, d.post_id as "postId", o.state, d.message, d.tries from deliveries d
      join occurrences o on o.id = d.occurrence_id`,
  });
  assert.deepEqual(await check([wrong]), [
    'test-wrong: tries is not declared',
    'test-wrong: id is int8',
    'test-wrong: there is no another',
    'test-wrong: postId may be null',
    'test-wrong.state may also be cancelled',
    'test-wrong.state is never lost',
    'test-wrong.message has no check of its values',
  ]);
});

test('no two statements have the same name', () => {
  const again = () => statement({ name: 'claim-due', columns: {}, text: 'select' });
  assert.throws(again, /two statements are named claim-due/);
});
