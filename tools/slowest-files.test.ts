import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectFileTimes } from './slowest-files.ts';
import { projectDir } from './source-files.ts';

const passed = (file: string, { ms, nesting = 0 }: { ms: number; nesting?: number }) =>
  ({ type: 'test:pass', data: { file: projectDir + file, nesting, details: { duration_ms: ms } } }) as const;
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
  assert.equal(times.slowest(15), 'slowest of 2 test files:\n   12.6 s  rules/b.test.ts\n    0.4 s  rules/a.test.ts\n');
});

test('a file in a process of its own counts from the start of the process', () => {
  const times = collectFileTimes();
  for (const [file, ms] of [
    ['db/a.test.ts', 900],
    ['db/b.test.ts', 2000],
    ['db/c.test.ts', 100],
  ] as const) {
    times.add(passed(file, { ms: 1 }));
    times.add(ended(file, ms));
  }
  assert.equal(times.slowest(2), 'slowest of 3 test files:\n    2.0 s  db/b.test.ts\n    0.9 s  db/a.test.ts\n');
});

test('a run without files lists nothing', () => {
  assert.equal(collectFileTimes().slowest(15), '');
});
