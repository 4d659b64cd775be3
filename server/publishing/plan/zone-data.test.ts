import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { isZone, listZones, zoneName } from '#rules/zones.ts';
import { checkChanges, checkTimes } from './testing-zone-data.ts';

const db = await testDatabase();

/** Every tenth zone, and those that the newest laws changed. The proof compares all. */
const some = listZones().filter(
  (zone, at) => at % 10 === 0 || ['Africa/Casablanca', 'America/Edmonton', 'Europe/Berlin'].includes(zone),
);

const known = new Set(
  (await db.pool.query<{ name: string }>('select name from pg_timezone_names')).rows.map(({ name }) => name),
);

test('PostgreSQL knows every zone that the product offers', () => {
  assert.deepEqual(
    listZones().filter((zone) => !known.has(zone)),
    [],
  );
  assert.ok(listZones().length > 400);
});

test('a zone typed in any case gets the spelling of PostgreSQL, aliases too', () => {
  const names = [...known].filter((name) => isZone(name));
  assert.ok(names.length > 550, `${names.length} names`);
  for (const typed of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])
    assert.deepEqual(
      names.map((name) => zoneName(typed(name))),
      names,
    );
});

test('Intl and PostgreSQL move the clocks of a tenth of the zones within the same days, by as much', async () => {
  const changes = await checkChanges(db, some);
  assert.ok(changes > 300, `${changes} changes`);
});

test('Intl and PostgreSQL agree at every clock change of a tenth of the zones', async () => {
  await checkTimes(db, some);
});
