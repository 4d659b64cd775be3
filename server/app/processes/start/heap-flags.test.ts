import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { heapFlags } from './heap-flags.ts';

/** Creates short-lived objects until the young generation has reached its maximum, and prints that. */
const fill = `
  let kept = [];
  for (let made = 0; made < 2_000_000; made += 1) { kept.push([made]); if (kept.length > 20_000) kept = []; }
  const spaces = require('node:v8').getHeapSpaceStatistics();
  console.log(spaces.find(({ space_name: name }) => name === 'new_space').space_size);
`;
const roomOf = (flags: readonly string[]): number =>
  Number(execFileSync(process.execPath, [...flags, '--eval', fill], { encoding: 'utf8' }));

test('the flags limit the young generation, which grows further without them', () => {
  assert.ok(roomOf(heapFlags) <= 2 * 8 * 1024 ** 2);
  assert.ok(roomOf([]) > 2 * 8 * 1024 ** 2);
});

test('the guide to operation starts a worker and a web process with their flags', () => {
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  for (const entry of ['web', 'worker'])
    assert.ok(guide.includes(`node_modules/.bin/node ${heapFlags.join(' ')} server/${entry}.ts\n`), entry);
});
