import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { listZones } from '#rules/zones.ts';
import { checkChanges, checkTimes } from './testing-zone-data.ts';

const db = await testDatabase();

/** Every tenth zone, and those that the newest laws changed. The proof compares all. */
const some = listZones().filter(
  (zone, at) => at % 10 === 0 || ['Africa/Casablanca', 'America/Edmonton', 'Europe/Berlin'].includes(zone),
);

test('PostgreSQL knows every zone that the product offers', async () => {
  const { rows } = await db.pool.query<{ name: string }>('select name from pg_timezone_names');
  const known = new Set(rows.map(({ name }) => name));
  assert.deepEqual(
    listZones().filter((zone) => !known.has(zone)),
    [],
  );
  assert.ok(listZones().length > 400);
});

test('Intl and PostgreSQL move a tenth of the zones’ clocks within the same days of 2020 to 2037, by as much', async () => {
  const changes = await checkChanges(db, some);
  assert.ok(changes > 300, `${changes} changes`);
});

test('Intl and PostgreSQL agree at every clock change of a tenth of the zones', async () => {
  await checkTimes(db, some);
});
