import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectDir } from '../../tools/source-files.ts';
import { allMutants, withMistake } from './mutants.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');

test('each mistake of the table can still be made, and the test that notices it is there', () => {
  for (const mutant of allMutants) {
    assert.notEqual(withMistake(mutant, read(mutant.file)), read(mutant.file), mutant.mistake);
    assert.ok(read(mutant.test).includes(mutant.title.replaceAll("'", "\\'")) || read(mutant.test).includes(mutant.title), `${mutant.test} has no test "${mutant.title}"`);
  }
});
