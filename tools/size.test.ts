import assert from 'node:assert/strict';
import { test } from 'vitest';
import longLines from './long-lines.json' with { type: 'json' };
import { isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

const most = 300;
const mostAtMedian = 80;
const widest = 120;

/** Files that may exceed the limit, each with its reason. */
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

test('every exception names an existing file', () => {
  const paths = new Set(sourceFiles(['.ts', '.css', '.sql']).map(({ path }) => path));
  assert.deepEqual(
    Object.keys(exceptions).filter((path) => !paths.has(path)),
    [],
  );
});

test(`half of the source files have at most ${mostAtMedian} lines`, () => {
  const lengths = sourceFiles(['.ts', '.tsx', '.mjs'])
    .filter(({ path }) => !isTest(path) && !(path in exceptions))
    .map(({ text }) => text.split('\n').length - 1)
    .toSorted((one, other) => one - other);
  const median = lengths[Math.floor(lengths.length / 2)];
  assert.ok(median !== undefined && median <= mostAtMedian, `the median is ${median}`);
});

/**
 * `long-lines.json` states how many lines of which file are wider: addresses, pictures, vendors' markup that tests
 * compare as a whole, regular expressions. Lines that were wrapped are removed from it, so the list only shrinks.
 */
test(`no line has more than ${widest} characters, except those in long-lines.json`, () => {
  const found = sourceFiles(['.ts', '.tsx', '.css', '.mjs'])
    .filter(({ path }) => path !== 'db/tables.ts')
    .map(({ path, text }) => [path, text.split('\n').filter((line) => line.length > widest).length] as const)
    .filter(([, lines]) => lines > 0);
  assert.deepEqual(Object.fromEntries(found), longLines);
});
