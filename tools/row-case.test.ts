import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isTest, withoutComments } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Rows that mix two cases; decision 156 says which one a row uses. */
test('a row has the spelling of its table or the case of the code, never both', () => {
  const files = sourceFiles(['.ts']).filter(({ path }) => path.startsWith('server/') && !isTest(path));
  assert.deepEqual(
    files.flatMap(({ path, text }) => mixedIn(text).map((row) => `${path}: ${row}`)),
    [],
  );
  assert.ok(files.flatMap(({ text }) => rowsIn(text)).length > 150);
});

test('a row that mixes two cases is found in a type, beside a statement and in a builder’s selection', () => {
  const wrong = [
    'type Row = { due_at: Date; postUrl: string };\nawait sql<Row>`select`',
    'export type Row = Other & {\n  due_at: Date;\n  postUrl: string | null;\n};\nsql<Row>`select`',
    'await sql<{ due_at: Date; postUrl: string }>`select`',
    "tx.selectFrom('deliveries').select(['id', 'd.due_at', 'post_url as postUrl'])",
    "tx.deleteFrom('files').returning(['due_at', 'post_url as postUrl'])",
  ];
  const right = [
    'type Row = { due_at: Date; name: string };\nawait sql<Row>`select`',
    'await sql<{ dueAt: Date; name: string }>`select`',
    "tx.selectFrom('deliveries').select(['id', 'post_url as postUrl'])",
    'type Input = { due_at: Date; postUrl: string };\nawait sql<{ id: string }>`select`',
  ];
  assert.deepEqual(
    [...wrong, ...right].filter((text) => mixedIn(text).length > 0),
    wrong,
  );
});

/** The rows of a source text that mix both cases, as their columns. */
const mixedIn = (text: string): string[] =>
  rowsIn(text)
    .filter((names) => names.some((name) => /^[a-z]+_/.test(name)) && names.some((name) => /^[a-z]+[A-Z]/.test(name)))
    .map((names) => names.join(', '));

/** The columns of each row that the statements of a source text return. */
function rowsIn(text: string): string[][] {
  const written = [...text.matchAll(/\bsql<(?:(\w+)|(\{[^}]*\}))(?:\[\])?>\s*`/g)].map(([, name, own]) =>
    membersOf(own ?? typeOf(text, name ?? '')),
  );
  const selected = [...text.matchAll(/\.(?:select|returning)\(\[([^\]]*)\]\)/g)].map(([, list = '']) =>
    [...list.matchAll(/'(?:\w+\.)?(\w+)(?: as (\w+))?'/g)].map(([, column = '', alias]) => alias ?? column),
  );
  return [...written, ...selected];
}

/** The part of a text that declares a type, without its base types. */
const typeOf = (text: string, name: string): string =>
  new RegExp(`\\btype ${name} = [^{;]*(\\{[^}]*\\})`).exec(text)?.[1] ?? '';

const membersOf = (type: string): string[] =>
  [...withoutComments(type).matchAll(/(?<=[{;]\s*)(\w+)\??:/g)].map(([, name = '']) => name);
