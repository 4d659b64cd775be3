import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sourceFiles } from './source-files.ts';

test('a loader with a name has a role: without one, screen readers ignore the name', () => {
  const named = sourceFiles(['.tsx']).flatMap(({ path, text }) =>
    (text.match(/<Loader\b[^>]*aria-label=[^>]*>/g) ?? []).map((loader) => ({ path, loader })),
  );
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter(({ loader }) => !loader.includes('role=')),
    [],
  );
});
