import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isTest, withoutComments } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Calls that spread an array into arguments: they end in an error beyond some 120,000 of them. `largestOf` and
 * `smallestOf` of rules/numbers.ts, a loop or `concat` take any number.
 */
const spreads =
  /(?:Math\.(?:max|min)|\.(?:push|unshift)|fromC(?:har|odePo)(?:Code|int))\((?:[^(){}\n]{0,80}, )?\.\.\./g;
const ours = /^(rules|contract|outbound|networks|sources|render|db|concurrency|server|web)\//;

test('no call spreads an array of unknown length into its arguments', () => {
  const found = sourceFiles(['.ts', '.tsx'])
    .filter(({ path }) => ours.test(path) && !isTest(path))
    .flatMap(({ path, text }) => [...withoutComments(text).matchAll(spreads)].map(([call]) => `${path}: ${call}`));
  assert.deepEqual(found, []);
});
