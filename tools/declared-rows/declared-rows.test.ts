/** The row types of statements (`sql<Row>`), which `tools/vitest-setup.ts` compares with PostgreSQL's answers. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { checkAnswer, mistakesOf } from './check.ts';
import { isTold, sitesOf, type Site } from './site.ts';
import { allSites, sitesIn } from './sites.ts';
import { parse } from './syntax.ts';
import { watchAnswers } from './watch.ts';

/** Statements whose row is a type that cannot be read from the sources. The list only shrinks. */
const unread = ['server/content/library/list-queries.ts', 'server/content/licences/queries.ts'];

/** Files with statements that begin with a text from elsewhere, so nothing tells them apart. The list only shrinks. */
const untold = [
  'server/app/account-data/delete-rows.ts',
  'server/app/account-data/read-tables.ts',
  'server/base/files/file-queries.ts',
  'server/content/designs/drawing-queries.ts',
  'server/content/designs/queries.ts',
  'server/content/library/list-queries.ts',
  'server/content/streams/item-queries.ts',
  'server/content/videos/queries.ts',
  'server/planning/approvals/list-queries.ts',
];

/** The files of some sites, each once. */
const filesOf = (sites: readonly Site[]): string[] => [
  ...new Set(sites.map(({ at }) => at.slice(0, at.lastIndexOf(':')))),
];

const types = `
  export type Base = { id: string; state: 'due' | 'sent' };
  export type Row = Base & { due_at: Date | null; count: number };`;
const source = `
  import type { Row } from './types.ts';
  const columns = sql\`select id, state, due_at\`;
  await sql<Row>\`\${columns}, count from posts where id = \${id}\`.execute(tx);
  await sql<Omit<Row, 'due_at'>>\`select id, state, count from posts\`.execute(tx);
  await sql\`select id, state, count from posts where id = \${id}\`.execute(tx);`;
const programOf = (path: string) => parse(path, path === 'server/types.ts' ? types : source);
const sites = sitesIn('server/queries.ts', source, programOf);

const fields = [
  { name: 'id', dataTypeID: 20 },
  { name: 'state', dataTypeID: 25 },
  { name: 'due_at', dataTypeID: 1184 },
  { name: 'count', dataTypeID: 23 },
];
const [row] = sites.map((site) => site.row);
const mistakesIn = (answer: Parameters<typeof mistakesOf>[0]): string[] => (row ? mistakesOf(answer, row) : ['no row']);

test('the declared row of a statement is read through imports, intersections and Omit', () => {
  assert.deepEqual(
    sites.map((site) => site.row && [...site.row.keys()]),
    [['id', 'state', 'due_at', 'count'], ['id', 'state', 'count'], undefined],
  );
});

test('an executed text is traced to the statement with the most text in common', () => {
  const linesOf = (text: string) => sitesOf(text, sites).map(({ at }) => at);
  assert.deepEqual(linesOf('select id, state, due_at, count from posts where id = $1'), ['server/queries.ts:4']);
  assert.deepEqual(linesOf('select id, state, count from posts'), ['server/queries.ts:5']);
  assert.deepEqual(linesOf('select id, state, count from posts where id = $1'), ['server/queries.ts:6']);
  assert.deepEqual(linesOf('select id from posts'), []);
});

test('an answer that is as declared has no mistakes', () => {
  const sent = { id: '1', state: 'sent', due_at: new Date(0), count: 2 };
  assert.deepEqual(mistakesIn({ fields, rows: [sent, { ...sent, due_at: null }] }), []);
});

test('a column of another name or type is a mistake without a single row', () => {
  const [id, state, dueAt] = fields;
  assert.ok(id && state && dueAt);
  const answer = [id, state, { name: 'dueAt', dataTypeID: 1184 }, { name: 'count', dataTypeID: 20 }];
  assert.deepEqual(mistakesIn({ fields: answer, rows: [] }), [
    'there is no due_at',
    'dueAt is not declared',
    'count is of the kind string',
  ]);
});

test('a null and a text that are not declared are mistakes', () => {
  const rows = [{ id: null, state: 'lost', due_at: null, count: 1 }];
  assert.deepEqual(mistakesIn({ fields, rows }), ['id may be null', 'state may be another text than declared']);
});

test('a statement with a wrong row fails in a database test, by its file and line', async () => {
  const db = await testDatabase();
  const wrong = 'select id, name as title from agencies where 1 = 1';
  const planted = `await sql<{ id: number; name: string }>\`${wrong}\`.execute(tx);`;
  const known = sitesIn('planted.ts', planted, (path) => parse(path, planted));
  watchAnswers((text, answer) => checkAnswer(text, answer, sitesOf(text, known)));
  try {
    await assert.rejects(
      db.asSystem((tx) => sql.raw(wrong).execute(tx)),
      /planted\.ts:1 declares another row: there is no name, id is of the kind string, title is not declared/,
    );
  } finally {
    watchAnswers(checkAnswer);
  }
});

test('every statement of the server that states its row can be checked, except those listed', () => {
  const stating = allSites().filter((site) => site.row !== undefined);
  assert.ok(stating.length > 200, `${stating.length} statements`);
  assert.deepEqual(filesOf(stating.filter((site) => site.row === null)), unread);
  assert.deepEqual(filesOf(stating.filter((site) => !isTold(site))), untold);
});
