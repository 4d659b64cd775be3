import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOf, violationsOf } from './report.ts';
import { torture } from './torture.ts';

test(
  'under kill -9 of workers, web and database nothing is sent twice and nothing is lost',
  { timeout: 600_000 },
  async (t) => {
    const result = await torture({ kills: 12, deliveries: 150, seed: 1, say: (line) => t.diagnostic(line) });
    for (const line of tableOf(result)) t.diagnostic(line);
    assert.deepEqual(violationsOf(result), []);
    assert.ok((result.states.get('published') ?? 0) > 50);
  },
);
