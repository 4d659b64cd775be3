import assert from 'node:assert/strict';
import { test } from 'vitest';
import { circlesOf, importsOf, type Import } from './imports.ts';
import { sourceFiles } from './source-files.ts';

// The linter finds cycles of types, too, but not those through an import at run time.
test('files do not import each other in a cycle, not even types', () => {
  assert.deepEqual(circlesOf(sourceFiles(['.ts', '.tsx', '.mjs']).flatMap(importsOf)), []);
});

test('the folders of web/parts import each other in one direction only', () => {
  const folderOf = (path: string) => /^web\/parts\/[\w-]+(?=\/)/.exec(path)?.[0];
  const between = sourceFiles(['.ts', '.tsx'])
    .flatMap(importsOf)
    .flatMap((found): Import[] => {
      const [from, to] = [folderOf(found.from), folderOf(found.to)];
      return from === undefined || to === undefined || from === to ? [] : [{ ...found, from, to }];
    });
  assert.ok(between.length > 0);
  assert.deepEqual(circlesOf(between), []);
});

test('a cycle is found however long it is, and other imports are not', () => {
  const of = (...pairs: string[]): Import[] =>
    pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '', typeOnly: false }));
  assert.deepEqual(circlesOf(of('ab', 'bc', 'ac', 'cd')), []);
  assert.deepEqual(circlesOf(of('ab', 'bc', 'ca', 'cd', 'de', 'ed', 'xa')), [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
  assert.deepEqual(circlesOf(of('ab', 'ba', 'bc', 'cb', 'cz')), [['a', 'b', 'c']]);
});
