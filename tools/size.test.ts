import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './source-files.ts';

const most = 300;

/** Files that may be longer, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'db/schema.sql': 'generated: the whole schema in one place is its purpose',
  'db/tables.ts': 'generated: one type for every table',
};

test(`a source file has at most ${most} lines`, () => {
  const long = sourceFiles(['.ts', '.tsx', '.css', '.mjs', '.js', '.sql'])
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > most && !(path in exceptions));
  assert.deepEqual(long, []);
});

test('every exception names a file that is there', () => {
  const paths = new Set(sourceFiles(['.ts', '.sql']).map(({ path }) => path));
  assert.deepEqual(Object.keys(exceptions).filter(path => !paths.has(path)), []);
});
