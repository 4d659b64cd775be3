import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path !== 'tools/waits.test.ts');

test('a wait for a lock stands once, and fails where nobody waited', () => {
  assert.deepEqual(
    files.filter(({ text }) => text.includes('wait_event_type')).map(({ path }) => path),
    ['db/testing-locks.ts'],
  );
});
