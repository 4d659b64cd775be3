import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { dumpSchema } from './dump-schema.ts';

test('db/schema.sql and db/tables.ts match the migrations (npm run dump-schema writes them)', async () => {
  for (const { path, text } of await dumpSchema()) assert.equal(readFileSync(path, 'utf8'), text);
});
