import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allowedGrowth, growthOf, worstOf } from './growth.ts';
import { readers } from './outside-texts.ts';

for (const { name, run, pieces } of readers)
  test(`the time of ${name} grows with its text and no faster`, { timeout: 600_000 }, () => {
    const slow: string[] = [];
    for (const { name: worst, textOf } of worstOf(pieces)) {
      const growth = growthOf({ run, textOf });
      if (growth !== null && growth > allowedGrowth) slow.push(`${worst}: ${growth.toFixed(1)} times`);
    }
    assert.deepEqual(slow, []);
  });
