import assert from 'node:assert/strict';
import { test } from 'node:test';
import longLines from './long-lines.json' with { type: 'json' };
import { sourceFiles } from './source-files.ts';

const most = 300;
const widest = 120;

/** Files that may be longer, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'catalog/upgrades/website/theme/style.css': 'WordPress wants the styles and the description of a theme in one file',
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
  const paths = new Set(sourceFiles(['.ts', '.css', '.sql']).map(({ path }) => path));
  assert.deepEqual(
    Object.keys(exceptions).filter((path) => !paths.has(path)),
    [],
  );
});

/**
 * How many lines of a file may be wider: addresses, pictures, markup and expressions that no tool breaks.
 * Only to shrink.
 */
const wide: ReadonlyMap<string, number> = new Map(Object.entries(longLines));

test(`no line has more than ${widest} characters, but those in long-lines.json`, () => {
  const found = sourceFiles(['.ts', '.tsx', '.css', '.mjs'])
    .filter(({ path }) => path !== 'db/tables.ts')
    .map(({ path, text }) => ({ path, lines: text.split('\n').filter((line) => line.length > widest).length }))
    .filter(({ path, lines }) => lines > (wide.get(path) ?? 0));
  assert.deepEqual(found, []);
});
