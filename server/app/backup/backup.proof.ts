/** What takes whole migrations: restoring over another database, sets of an earlier version, and drills. */
import assert from 'node:assert/strict';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '#db/migrate.ts';
import { aTestCluster, emptyDatabase, testDatabase } from '#db/testing.ts';
import { fillEveryTable } from '../account-data/testing-fill.ts';
import { openOwnSecrets } from '../../base/secrets/own-key.ts';
import { drill } from './drill.ts';
import { makeBackup } from './make-backup.ts';
import { openFrom, bringRowsBack, restore } from './restore.ts';
import { aFolder, aTarget, everyRow, someSettings } from './testing.ts';

const config = someSettings();
const clock = (): Date => new Date('2026-11-27T02:30:00Z');

test('a restore replaces another database, and a drill leaves nothing behind', async () => {
  const db = await testDatabase();
  await fillEveryTable(db, { marker: 'acme', idsFrom: 7_000_000_000_000 });
  await openOwnSecrets(config, db);
  const before = await everyRow(db);
  const from = aFolder('backups');
  await makeBackup({ url: db.url, config, to: from, clock });

  const target = await aTarget();
  await target.pool.query("insert into agencies (name) values ('Theirs')");
  await target.pool.query('create view theirs as select 1 as one');
  const { means, opened } = await openFrom(config, { from });
  await bringRowsBack({ url: target.url, means, opened, replace: true });
  assert.deepEqual(await everyRow(target), before);
  const { rows } = await target.pool.query("select from pg_class where relname = 'theirs'");
  assert.equal(rows.length, 0);

  const { adminUrl } = await aTestCluster();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const databases = async () =>
      (await admin.query<{ datname: string }>('select datname from pg_database order by 1')).rows;
    const there = await databases();
    const drilled = await drill({ url: db.url, adminUrl, config, from });
    assert.equal(
      drilled.rows,
      opened.contents.tables.reduce((sum, table) => sum + table.rows, 0),
    );
    await assert.rejects(drill({ url: db.url, adminUrl: db.url, config, from }), /may not create the drill's database/);
    expect(await databases()).toEqual(there);
  } finally {
    await admin.end();
  }
});

test('a set of an earlier version is loaded into its own schema and migrated', async () => {
  const migrations = readMigrations();
  await using old = await emptyDatabase();
  await migrate(old.url, migrations.slice(0, -1));
  const from = aFolder('backups');
  const made = await makeBackup({ url: old.url, config, to: from, clock });
  assert.equal(made.contents.migration.version, migrations.at(-2)?.version);
  const target = await aTarget();
  await restore({ url: target.url, config, from });
  const { rows } = await target.pool.query('select max(version) as version from schema_migrations');
  assert.deepEqual(rows, [{ version: migrations.at(-1)?.version }]);
});
