/** Debian's PgBouncer in transaction mode before a database: refused at the start. Needs the package `pgbouncer`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { test } from 'vitest';
import { refuseUnfit } from './admission.ts';
import { whenDone } from './testing-ends.ts';
import { until } from './testing-until.ts';
import { testDatabase } from './testing.ts';

const program = '/usr/sbin/pgbouncer';
if (!existsSync(program)) throw new Error('this proof needs PgBouncer: apt-get install pgbouncer');

const { url } = await testDatabase();

/** The database's address through a PgBouncer in transaction mode. */
async function throughPgBouncer(port: number, settings: readonly string[]): Promise<string> {
  const { hostname, port: target, username, password, pathname } = new URL(url);
  const dir = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(dir, 0o755);
  const file = (name: string, lines: readonly string[]): string => {
    writeFileSync(join(dir, name), `${lines.join('\n')}\n`);
    return join(dir, name);
  };
  const users = file('users', [`"${username}" "${password}"`]);
  const ini = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${hostname} port=${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    ...settings,
  ]);
  const child = spawn(program, ['-q', '-u', 'nobody', ini], { stdio: 'ignore' });
  whenDone(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(dir, { recursive: true });
  });
  const through = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  await until(async () => {
    const client = new pg.Client({ connectionString: through });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return through;
}

for (const [what, port, settings] of [
  ['as installed', 27_431, []],
  ['that ignores settings it cannot keep', 27_432, ['ignore_startup_parameters = options']],
] as const)
  test(`a PgBouncer in transaction mode is refused in one line, ${what}`, async () => {
    const through = await throughPgBouncer(port, settings);
    await assert.rejects(
      refuseUnfit(through),
      /^Error: DATABASE_URL leads to a connection pooler such as PgBouncer.*$/,
    );
  });
