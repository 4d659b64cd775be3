import assert from 'node:assert/strict';
import { test } from 'vitest';
import { tableOf, violationsOf } from './report.ts';
import { torture } from './torture.ts';

test('under kill -9 of workers, web and database nothing is sent twice and nothing is lost', async () => {
  const result = await torture({ kills: 12, deliveries: 150, seed: 1, say: console.log });
  for (const line of tableOf(result)) console.log(line);
  assert.deepEqual(violationsOf(result), []);
  assert.ok((result.states.get('published') ?? 0) > 50);
});
