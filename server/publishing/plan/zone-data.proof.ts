import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { listZones } from '#rules/zones.ts';
import { checkChanges, checkTimes } from './testing-zone-data.ts';

const db = await testDatabase();

test('Intl and PostgreSQL move every zone’s clocks within the same days of 2020 to 2037, by as much', async () => {
  const changes = await checkChanges(db, listZones());
  assert.ok(changes > 4000, `${changes} changes`);
});

test('Intl and PostgreSQL agree at every clock change of every zone', async () => {
  await checkTimes(db, listZones());
});
