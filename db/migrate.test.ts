import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';
import { until } from './testing-until.ts';
import { emptyDatabase } from './testing.ts';

const boxes = migration(1, 'create table boxes (id integer)');
const lids = migration(2, 'create table lids (id integer)');

describe('migrating', () => {
  test('migrating runs each file once, in order, also after others were added', async () => {
    await using database = await emptyDatabase();
    await migrate(database.url, [boxes]);
    await migrate(database.url, [boxes, lids]);
    assert.deepEqual(await rowsOf(database.url, 'select version from schema_migrations order by version'), [
      { version: 1 },
      { version: 2 },
    ]);
  });

  test('migrating runs once if two processes start together', async () => {
    await using database = await emptyDatabase();
    await Promise.all([migrate(database.url, [boxes, lids]), migrate(database.url, [boxes, lids])]);
    assert.deepEqual(await rowsOf(database.url, 'select count(*)::int as count from schema_migrations'), [
      { count: 2 },
    ]);
  });

  test('migrating refuses a file that was changed after it ran', async () => {
    await using database = await emptyDatabase();
    await migrate(database.url, [boxes]);
    await assert.rejects(
      migrate(database.url, [migration(1, 'create table crates (id integer)')]),
      /001-test.sql was changed after it ran/,
    );
  });

  test('migrating refuses a database that a newer version of the program has migrated', async () => {
    await using database = await emptyDatabase();
    await migrate(database.url, [boxes, lids]);
    await assert.rejects(
      migrate(database.url, [boxes]),
      /has migration 2, which this version of the program does not know/,
    );
  });

  test('migrating gives way to others while a table is locked, and then runs', async () => {
    await using database = await emptyDatabase();
    await migrate(database.url, [boxes]);
    const db = openDatabase(database.url, { max: 2 });
    try {
      const holder = await db.pool.connect();
      await holder.query('begin; select * from boxes');
      const migrating = migrate(database.url, [boxes, migration(2, 'alter table boxes add column lid integer')]);
      // It waits for the lock, gives up and waits again; between two tries others read the table.
      const tries = new Set<string>();
      await until(async () => {
        const { rows } = await db.pool.query<{ began: string }>(
          `select xact_start::text as began from pg_stat_activity
           where query like 'alter table boxes%' and state = 'active'`,
        );
        for (const { began } of rows) tries.add(began);
        return tries.size === 2;
      });
      await holder.query('commit');
      holder.release();
      await migrating;
    } finally {
      await db.close();
    }
    assert.deepEqual(
      await rowsOf(
        database.url,
        "select count(*)::int as columns from pg_attribute where attrelid = 'boxes'::regclass and attnum > 0",
      ),
      [{ columns: 2 }],
    );
  });

  test('migrating adds indexes without a transaction, and repairs one that was interrupted', async () => {
    await using database = await emptyDatabase();
    const twice = migration(2, 'insert into boxes values (1), (1)');
    const text = '-- concurrently\ncreate unique index concurrently if not exists boxes_id on boxes (id);\n';
    await assert.rejects(migrate(database.url, [boxes, twice, migration(3, text)]), /could not create unique index/);
    const invalid = "select indisvalid as valid from pg_index where indrelid = 'boxes'::regclass";
    assert.deepEqual(await rowsOf(database.url, invalid), [{ valid: false }]);
    const db = openDatabase(database.url);
    await db.pool.query('delete from boxes where ctid = (select min(ctid) from boxes)');
    await db.close();
    await migrate(database.url, [boxes, twice, migration(3, text)]);
    assert.deepEqual(await rowsOf(database.url, invalid), [{ valid: true }]);
    const mixed = migration(4, '-- concurrently\ncreate table more ()');
    await assert.rejects(migrate(database.url, [boxes, twice, migration(3, text), mixed]), /holds only "create index/);
  });

  test('migrating rolls a failing file back as a whole and keeps those before it', async () => {
    await using database = await emptyDatabase();
    const broken = migration(2, 'create table lids (id integer); select * from nowhere');
    await assert.rejects(
      migrate(database.url, [boxes, broken]),
      /migration 002-test.sql failed: relation "nowhere" does not exist/,
    );
    assert.deepEqual(
      await rowsOf(database.url, "select to_regclass('boxes') is null as boxes, to_regclass('lids') is null as lids"),
      [{ boxes: false, lids: true }],
    );
  });

  test('migrating names a file whose number is taken', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'agencyreel-migrations-'));
    t.onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, '001-first.sql'), '');
    writeFileSync(join(folder, '003-third.sql'), '');
    assert.deepEqual(
      readMigrations(folder).map(({ version }) => version),
      [1, 3],
    );
    writeFileSync(join(folder, '003-twice.sql'), '');
    assert.throws(() => readMigrations(folder), /003-twice.sql should have a number above 3/);
  });
});

function migration(version: number, sql: string): Migration {
  return { version, name: `00${version}-test.sql`, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

async function rowsOf(url: string, text: string): Promise<unknown[]> {
  const db = openDatabase(url);
  try {
    return (await db.pool.query<Record<string, unknown>>(text)).rows;
  } finally {
    await db.close();
  }
}
