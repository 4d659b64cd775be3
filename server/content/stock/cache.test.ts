import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { openCache } from './cache.ts';

test('a file that is being made survives a clean-up, whatever the clock says', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'cache-'));
  t.onTestFinished(() => rm(dir, { recursive: true }));
  const cache = openCache({ dir, maxBytes: 1000 });
  const begun = Promise.withResolvers<null>();
  const swept = Promise.withResolvers<null>();
  const slow = cache.file('slow', {
    maxAgeSeconds: null,
    make: async (path) => {
      await writeFile(path, 'slow');
      begun.resolve(null);
      return swept.promise;
    },
  });
  await begun.promise;
  t.onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  await cache.file('quick', {
    maxAgeSeconds: null,
    make: async (path) => {
      await writeFile(path, 'quick');
      return null;
    },
  });
  swept.resolve(null);
  const made = await slow;
  assert.ok('path' in made);
  assert.equal(await readFile(made.path, 'utf8'), 'slow');
});
