import assert from 'node:assert/strict';
import pg from 'pg';
import { test } from 'vitest';
import { refuseUnfit } from './admission.ts';
import { openDatabase } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { initDatabase } from './roles.ts';
import { whenDone } from './testing-ends.ts';
import { aTestCluster } from './testing.ts';

const { adminUrl: clusterUrl } = await aTestCluster();

/** Addresses with roles of their own; the roles and the database are removed at the end. */
function addresses() {
  const id = `roles_${Math.random().toString(36).slice(2, 10)}`;
  const at = (role: string): string =>
    Object.assign(new URL(clusterUrl), { username: `${id}_${role}`, password: 'p’ss:w/rd', pathname: `/${id}` }).href;
  whenDone(async () => {
    const rest = ['owner', 'app', 'old', 'admin'].map((role) => `drop role if exists ${id}_${role}`);
    for (const statement of [`drop database if exists ${id} with (force)`, ...rest]) await run(clusterUrl, statement);
  });
  return { id, at, adminUrl: clusterUrl, ownerUrl: at('owner'), url: at('app') };
}

async function run(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a server without the database gets it with two roles, and a second time changes nothing', async () => {
  const { id, at, ownerUrl, url } = addresses();
  await run(clusterUrl, `create role ${id}_admin createrole createdb login password 'p’ss:w/rd'`);
  const adminUrl = Object.assign(new URL(at('admin')), { pathname: '/postgres' }).href;
  await initDatabase({ adminUrl, ownerUrl, url });
  await initDatabase({ adminUrl, ownerUrl, url });
  await refuseUnfit(url);
  await migrate(url);
  const db = openDatabase(url);
  whenDone(() => db.close());
  await db.asSystem((tx) => tx.insertInto('agencies').values({ name: 'Anne' }).execute());
  await assert.rejects(db.pool.query('create table mine (id integer)'), /permission denied/);
  await assert.rejects(db.pool.query('drop table agencies'), /must be owner/);
  const later = { version: 999, name: '999-later.sql', sql: 'create table later ()', checksum: 'x' };
  await assert.rejects(migrate(url, [...readMigrations(), later]), /a migration waits, .*DATABASE_OWNER_URL/);
});

test('a database whose superuser was the product’s role changes hands with its rows', async () => {
  const { id, at, adminUrl, ownerUrl, url } = addresses();
  const old = at('old');
  await run(adminUrl, `create role ${id}_old superuser login password 'p’ss:w/rd'`);
  await run(adminUrl, `create database ${id} owner ${id}_old`);
  await migrate(old);
  await run(old, `insert into agencies (name) values ('Anne'), ('Bea')`);
  await assert.rejects(
    refuseUnfit(old),
    /^Error: the role "roles_\w+_old" of DATABASE_URL is a superuser .* init-database /,
  );
  await initDatabase({ adminUrl: old, ownerUrl, url });
  await refuseUnfit(url);
  const owned = await run(
    adminUrl,
    `select datname from pg_database d join pg_roles r on r.oid = d.datdba where r.rolname = '${id}_owner'`,
  );
  assert.deepEqual(owned, [{ datname: id }]);
  assert.deepEqual(
    await run(
      old,
      `select 1 as left_over from pg_class c join pg_roles r on r.oid = c.relowner join pg_namespace n
      on n.oid = c.relnamespace where r.rolname = '${id}_old' and n.nspname in ('public', 'pgboss')`,
    ),
    [],
  );
  const db = openDatabase(url);
  whenDone(() => db.close());
  const names = await db.asSystem((tx) => tx.selectFrom('agencies').select('name').orderBy('name').execute());
  assert.deepEqual(names, [{ name: 'Anne' }, { name: 'Bea' }]);
  const [first] = await db.asSystem((tx) => tx.selectFrom('agencies').select('id').orderBy('id').execute());
  assert.equal(
    (await db.asAgency(first?.id ?? '', (tx) => tx.selectFrom('agencies').select('id').execute())).length,
    1,
  );
});

test('the three roles must differ, and be of one database', async () => {
  const { adminUrl, ownerUrl, url } = addresses();
  await assert.rejects(initDatabase({ adminUrl: url, ownerUrl, url }), /three different roles/);
  const other = Object.assign(new URL(ownerUrl), { pathname: '/other' }).href;
  await assert.rejects(initDatabase({ adminUrl, ownerUrl: other, url }), /the same database/);
});

test('a role that bypasses row-level security is refused without being a superuser', async () => {
  const { id, adminUrl, at } = addresses();
  await run(adminUrl, `create role ${id}_old bypassrls login password 'p’ss:w/rd'`);
  const url = Object.assign(new URL(at('old')), { pathname: '/postgres' }).href;
  await assert.rejects(refuseUnfit(url), /BYPASSRLS/);
});
