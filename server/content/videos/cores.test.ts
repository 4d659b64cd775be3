import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withCores } from './cores.ts';

const jobsNow = (): Promise<number> => withCores((jobs) => Promise.resolve(jobs));

test('a single render runs two processes at once, and one beside another render runs one', async () => {
  assert.equal(await jobsNow(), 2);
  const beside = await withCores(async (jobs) => [jobs, await jobsNow()]);
  assert.deepEqual(beside, [2, 1]);
});

test('a render that fails frees its share for the next one', async () => {
  await assert.rejects(
    withCores(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await jobsNow(), 2);
});
