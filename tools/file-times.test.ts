import assert from 'node:assert/strict';
import { test } from 'vitest';
import { collectFileTimes, timeLines } from './file-times.ts';
import { projectDir } from './source-files.ts';

const passed = (file: string, { ms, name = 'a fact', nesting = 0 }: { ms: number; name?: string; nesting?: number }) =>
  ({ type: 'test:pass', data: { file: projectDir + file, name, nesting, details: { duration_ms: ms } } }) as const;
const ended = (file: string | undefined, ms: number) =>
  ({
    type: 'test:summary',
    data: { file: file === undefined ? undefined : projectDir + file, duration_ms: ms },
  }) as const;

test('files in one process are listed by the sum of their tests, the slowest first', () => {
  const times = collectFileTimes();
  times.add(passed('rules/a.test.ts', { ms: 400 }));
  times.add(passed('rules/a.test.ts', { ms: 300, nesting: 1 }));
  times.add(passed('rules/b.test.ts', { ms: 300 }));
  times.add(passed('rules/b.test.ts', { ms: 12_300 }));
  times.add(ended(undefined, 13_500));
  assert.equal(timeLines(times.slowestFirst()), '   12.6 s  rules/b.test.ts\n    0.4 s  rules/a.test.ts\n');
});

test('a file in its own process counts from the start of the process', () => {
  const times = collectFileTimes();
  for (const [file, ms] of [
    ['db/a.test.ts', 900],
    ['db/b.test.ts', 2000],
  ] as const) {
    times.add(passed(file, { ms: 1 }));
    times.add(ended(file, ms));
  }
  assert.deepEqual(times.slowestFirst(), [
    ['db/b.test.ts', 2000],
    ['db/a.test.ts', 900],
  ]);
});

test('the files of a group are listed, and the program that runs them is not', () => {
  const times = collectFileTimes();
  times.add(passed('db/a.test.ts', { ms: 100, nesting: 1 }));
  times.add(passed('tools/shared-process.ts', { ms: 120, name: 'db/a.test.ts' }));
  times.add(passed('tools/shared-process.ts', { ms: 80, name: 'db/b.test.ts' }));
  times.add({ type: 'test:summary', data: { file: '/tmp/groups/0-db-a.test.mjs', duration_ms: 300 } });
  assert.deepEqual(times.slowestFirst(), [
    ['db/a.test.ts', 120],
    ['db/b.test.ts', 80],
  ]);
});

test('a run without files lists nothing', () => {
  assert.deepEqual(collectFileTimes().slowestFirst(), []);
});
