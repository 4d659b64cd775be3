import assert from 'node:assert/strict';
import { test } from 'vitest';
import { importLines, importsOf, isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** The folders of publishing/, each with those it may import; all may import the files beside them. */
const foldersOfPublishing: Readonly<Record<string, readonly string[]>> = {
  plan: [],
  approval: ['plan'],
  recovery: ['plan'],
  actions: ['plan', 'approval', 'recovery'],
  engine: ['plan', 'recovery'],
};

test('folders of publishing/ import each other without a cycle, and the files beside them import none of them', () => {
  const folderIn = (path: string): string => /^server\/publishing\/(\w+)\//.exec(path)?.[1] ?? '';
  const ways = sourceFiles(['.ts'])
    .flatMap(importsOf)
    .filter(
      ({ from, to }) =>
        from.startsWith('server/publishing/') &&
        !isTest(from) &&
        from !== 'server/publishing/index.ts' &&
        folderIn(to) !== '' &&
        folderIn(from) !== folderIn(to),
    );
  assert.ok(ways.length > 10);
  assert.deepEqual(
    importLines(ways.filter(({ from, to }) => !(foldersOfPublishing[folderIn(from)] ?? []).includes(folderIn(to)))),
    [],
  );
  assert.deepEqual(
    Object.entries(foldersOfPublishing).flatMap(([folder, others]) =>
      others.filter((other) => foldersOfPublishing[other]?.includes(folder)),
    ),
    [],
  );
});
