import assert from 'node:assert/strict';
import { test } from 'vitest';
import accepted from './accepted-expressions.json' with { type: 'json' };
import { expressionsIn } from './expressions.ts';
import { isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

const ours = /^(rules|contract|outbound|networks|sources|render|db|concurrency|server|web)\//;

test('no regular expression backtracks over a text from outside', { timeout: 1_800_000 }, async () => {
  process.env['RECHECK_BACKEND'] = 'pure';
  const { check } = await import('recheck');
  const known = new Set(accepted.map(({ file, pattern }) => `${file} ${pattern}`));
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { path, text } of sourceFiles(['.ts', '.tsx']).filter(
    (file) => ours.test(file.path) && !isTest(file.path),
  ))
    for (const { pattern, flags } of expressionsIn(path, text)) {
      const name = `${path} ${pattern}`;
      seen.add(name);
      if (known.has(name)) continue;
      // It knows no sets of strings, which only match a few characters each.
      const { status } = await check(pattern, flags.replace('v', 'u'), { timeout: 20_000 });
      if (status === 'vulnerable') wrong.push(name);
    }
  assert.deepEqual(wrong, []);
  const gone = [...known].filter((name) => !seen.has(name));
  assert.deepEqual(gone, [], 'expressions that are accepted, but no longer there');
});
