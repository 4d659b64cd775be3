/**
 * The roles of a managed database: an owner, which changes its shape, and the application's role, which reads and
 * writes rows and is subject to row-level security.
 */
import pg from 'pg';
import { migrate } from './migrate.ts';
import { keepAlive } from './pool.ts';

/** The addresses of one database: for an administrator of the server, for its owner and for the application. */
export type RoleAddresses = { adminUrl: string; ownerUrl: string; url: string };

type Role = { name: string; password: string };

const codes = { noDatabase: '3D000', lockTimeout: '55P03' };

/**
 * Makes the roles and the database where they are missing, gives the owner everything in the database, grants the
 * application what it needs, and migrates. May be repeated, and converts a database that another role owns. Throws an
 * Error of one line.
 */
export async function initDatabase({ adminUrl, ownerUrl, url }: RoleAddresses): Promise<void> {
  const [owner, application] = [roleOf(ownerUrl, 'DATABASE_OWNER_URL'), roleOf(url, 'DATABASE_URL')];
  const database = databaseOf(url);
  refuseUnequal({ adminUrl, ownerUrl, url });
  const admin = await connectTo(adminUrl, database, async (client) => {
    await makeRoles(client, [owner, application]);
    await client.query(`create database ${name(database)} owner ${name(owner.name)}`);
  });
  try {
    await admin.query('begin');
    // Taking over a table waits for its running statements, and everybody else would wait behind that.
    await admin.query("set local lock_timeout = '5s'");
    await makeRoles(admin, [owner, application]);
    await admin.query(`alter database ${name(database)} owner to ${name(owner.name)}`);
    for (const statement of await listMoves(admin, owner.name)) await admin.query(statement);
    for (const statement of grantsOf(owner.name, application.name)) await admin.query(statement);
    await admin.query('commit');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === codes.lockTimeout)
      throw new Error('the database is in use: stop web and worker, then repeat this', { cause: error });
    throw error;
  } finally {
    await admin.end();
  }
  await migrate(ownerUrl);
}

const name = (text: string): string => pg.escapeIdentifier(text);

function roleOf(url: string, setting: string): Role {
  const { username, password } = new URL(url);
  if (username === '') throw new Error(`${setting} names no role: postgres://role:password@host:5432/database`);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

function refuseUnequal({ adminUrl, ownerUrl, url }: RoleAddresses): void {
  const [admin, owner, application] = [adminUrl, ownerUrl, url].map((each) => new URL(each).username);
  if (new Set([admin, owner, application]).size < 3)
    throw new Error('DATABASE_ADMIN_URL, DATABASE_OWNER_URL and DATABASE_URL must name three different roles');
  if (databaseOf(ownerUrl) !== databaseOf(url) || databaseOf(url) === '')
    throw new Error('DATABASE_OWNER_URL and DATABASE_URL must name the same database');
}

/** The administrator's connection to a database; `make` runs in the one of DATABASE_ADMIN_URL if it does not exist. */
async function connectTo(
  adminUrl: string,
  database: string,
  make: (client: pg.Client) => Promise<void>,
): Promise<pg.Client> {
  const there = Object.assign(new URL(adminUrl), { pathname: `/${encodeURIComponent(database)}` }).href;
  try {
    return await open(there);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === codes.noDatabase)) throw error;
  }
  const client = await open(adminUrl);
  try {
    await make(client);
  } finally {
    await client.end();
  }
  return open(there);
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'agencyreel admin', ...keepAlive });
  client.on('error', () => {
    /* the running statement fails and throws */
  });
  await client.connect();
  return client;
}

async function makeRoles(client: pg.Client, roles: readonly Role[]): Promise<void> {
  for (const { name: role, password } of roles) {
    const { rows } = await client.query<{ bypasses: boolean }>(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = $1',
      [role],
    );
    if (rows.length === 0) await client.query(`create role ${name(role)} login`);
    if (rows[0]?.bypasses === true) await client.query(`alter role ${name(role)} nosuperuser nobypassrls`);
    await client.query(`alter role ${name(role)} login password ${pg.escapeLiteral(password)}`);
  }
  // Only a member may give things to a role; a superuser need not be one.
  const { rows: own } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_roles where rolname = current_user',
  );
  if (own[0]?.super !== true) for (const role of roles) await client.query(`grant ${name(role.name)} to current_user`);
}

/** The statements that give a role each schema, table, sequence, view, function and type that it does not own yet. */
async function listMoves(client: pg.Client, owner: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `with schemas as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), shipped as (
      select classid, objid from pg_depend where deptype = 'e'
    ), moves as (
      select 'schema ' || quote_ident(nspname) as what, oid, 'pg_namespace'::regclass as class, nspowner as owner
      from schemas
      union all
      select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence '
        when 'f' then 'foreign table ' else 'table ' end || c.oid::regclass, c.oid, 'pg_class', c.relowner
      from pg_class c join schemas s on s.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') or c.relkind = 'S' and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
      union all
      select 'routine ' || p.oid::regprocedure, p.oid, 'pg_proc', p.proowner
      from pg_proc p join schemas s on s.oid = p.pronamespace
      union all
      select 'type ' || t.oid::regtype, t.oid, 'pg_type', t.typowner
      from pg_type t join schemas s on s.oid = t.typnamespace
      where t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and exists (
        select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')
    )
    select format('alter %s owner to %I', what, $1::text) as statement from moves
    where owner <> (select oid from pg_roles where rolname = $1)
      and (class, oid) not in (select classid, objid from shipped)`,
    [owner],
  );
  return rows.map(({ statement }) => statement);
}

/** What the application may do, now and with all that the owner will add. */
function grantsOf(owner: string, application: string): string[] {
  const rights = [
    ['tables', 'select, insert, update, delete'],
    ['sequences', 'usage, select'],
  ] as const;
  const to = `to ${name(application)}`;
  return [
    'revoke create on schema public from public',
    ...['public', 'pgboss'].flatMap((schema) => [
      `create schema if not exists ${schema} authorization ${name(owner)}`,
      `grant usage on schema ${schema} ${to}`,
      ...rights.map(([what, right]) => `grant ${right} on all ${what} in schema ${schema} ${to}`),
    ]),
    `alter default privileges for role ${name(owner)} grant usage on schemas ${to}`,
    ...rights.map(
      ([what, right]) => `alter default privileges for role ${name(owner)} grant ${right} on ${what} ${to}`,
    ),
  ];
}
