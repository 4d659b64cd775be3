import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sealedColumns } from '#server/app/processes/rotate-key.ts';
import { sourceFiles } from './source-files.ts';

test('the list names every column that a file seals for, by the names it is bound to', () => {
  const files = sourceFiles(['.ts']).filter(({ path }) => /^server\/(?!app\/processes\/rotate)/.test(path));
  const named = files
    .filter(({ path }) => !/test/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/table: '(\w+)',\s+field(?:: '(\w+)')?[,\s]/g)])
    .map(([, table]) => table);
  assert.deepEqual(
    [...new Set(named.map(String))].toSorted(),
    [...new Set(sealedColumns.map(({ table }) => table))].toSorted(),
  );
});
