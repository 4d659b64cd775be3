import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importLines, importsOf, isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** The rooms of publishing/, each with those it may import; all stand on the files beside them. */
const roomsOfPublishing: Readonly<Record<string, readonly string[]>> = {
  plan: [],
  person: ['plan'],
  engine: ['plan'],
};

test('no way between the rooms of publishing/ leads back, and what they stand on imports none of them', () => {
  const roomIn = (path: string): string => /^server\/publishing\/(\w+)\//.exec(path)?.[1] ?? '';
  const ways = sourceFiles(['.ts'])
    .flatMap(importsOf)
    .filter(
      ({ from, to }) =>
        from.startsWith('server/publishing/') &&
        !isTest(from) &&
        from !== 'server/publishing/index.ts' &&
        roomIn(to) !== '' &&
        roomIn(from) !== roomIn(to),
    );
  assert.ok(ways.length > 10);
  assert.deepEqual(
    importLines(ways.filter(({ from, to }) => !(roomsOfPublishing[roomIn(from)] ?? []).includes(roomIn(to)))),
    [],
  );
  assert.deepEqual(
    Object.entries(roomsOfPublishing).flatMap(([room, others]) =>
      others.filter((other) => roomsOfPublishing[other]?.includes(room)),
    ),
    [],
  );
});
