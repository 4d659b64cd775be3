import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { projectDir } from '../../tools/source-files.ts';
import { allMutants, withMistake } from './mutants.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');

test('each mistake of the table can still be made, and the test that notices it exists', () => {
  for (const mutant of allMutants) {
    assert.notEqual(withMistake(mutant, read(mutant.file)), read(mutant.file), mutant.mistake);
    // A long title is written in pieces: 'what is ' + 'deleted'.
    const source = read(mutant.test).replaceAll(/' \+\s+'/g, '');
    const titles = [mutant.title, mutant.title.replaceAll("'", "\\'")];
    assert.ok(
      titles.some((title) => source.includes(title)) || templatesIn(source).some((title) => title.test(mutant.title)),
      `${mutant.test} has no test "${mutant.title}"`,
    );
  }
});

/** The titles of tests that are composed of parts: `of all after ${name}` -> /^of all after .+$/. */
const templatesIn = (source: string): RegExp[] =>
  [...source.matchAll(/\btest\(\s*`([^`]+)`/g)]
    .map(([, title = '']) => title.split(/\$\{[^}]*\}/))
    // A title made almost only of parts would match any title.
    .filter((parts) => parts.join('').length > 15)
    .map((parts) => parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')))
    .map((parts) => new RegExp(`^${parts.join('.+')}$`));
