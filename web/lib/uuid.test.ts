import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { newUuid } from './uuid.ts';

test('each UUID is valid, of version 4, and another one', () => {
  const made = Array.from({ length: 1000 }, newUuid);
  for (const each of made) assert.ok(z.uuidv4().safeParse(each).success, each);
  assert.equal(new Set(made).size, 1000);
});
