import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { canReach, reachableNative } from './embedded-binaries.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { until } from './testing-until.ts';
import { memoryFolder } from './testing.ts';

const flags = ['-c', 'fsync=off'];
const isRoot = process.getuid?.() === 0;

describe('the embedded database', { concurrent: true }, () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(memoryFolder(), 'agencyreel-embedded-'));
    chmodSync(root, 0o755);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('the database keeps its rows, its port and its password across restarts', async () => {
    const dir = join(root, 'kept');
    const first = await startEmbeddedPostgres({ dir, flags });
    await query(first.url, "create table notes as select 'kept' as text");
    await first.stop();
    const second = await startEmbeddedPostgres({ dir, flags });
    try {
      assert.equal(second.url, first.url);
      // Systems assign such ports to no outgoing connection, which could hold it while the server is down.
      assert.ok(Number(new URL(first.url).port) < 32_768);
      assert.equal(second.adopted, false);
      assert.deepEqual(await query(second.url, 'select text from notes'), [{ text: 'kept' }]);
    } finally {
      await second.stop();
    }
  });

  test('a stopped database no longer reads its folder', async () => {
    const dir = join(root, 'removed');
    const server = await startEmbeddedPostgres({ dir, flags });
    const pid = Number(readFileSync(join(dir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    await server.stop();
    // Both happen before this process learns that the other one has ended: an error after that would fail this file.
    rmSync(dir, { recursive: true });
    await until(() => !runs(pid));
    await nextTurn();
  });

  test('the database uses UTF-8, sorts the same on every system and gives the application no superuser', async (t) => {
    const server = await startEmbeddedPostgres({ dir: join(root, 'plain'), flags });
    t.onTestFinished(server.stop);
    assert.deepEqual(
      await query(
        server.url,
        `
      select
        current_setting('server_encoding') as encoding, datlocale as locale, rolsuper or rolbypassrls
          or rolcreatedb as mighty,
        (select string_agg(word, '' order by word) from unnest(array['a', 'B', 'ä']) as word) as sorted
      from pg_database, pg_roles
      where datname = current_database() and rolname = current_user`,
      ),
      [{ encoding: 'UTF8', locale: 'C.UTF-8', mighty: false, sorted: 'Baä' }],
    );
  });

  test('a wrong password is refused', async (t) => {
    const server = await startEmbeddedPostgres({ dir: join(root, 'closed'), flags });
    t.onTestFinished(server.stop);
    const withoutPassword = Object.assign(new URL(server.adminUrl), { password: 'guess' }).href;
    await assert.rejects(query(withoutPassword, 'select 1'), /password authentication failed/);
  });

  test('a start adopts the server that a killed run left behind, and stops it in the end', async () => {
    const dir = join(root, 'adopted');
    const url = await startAndKill(dir);
    const server = await startEmbeddedPostgres({ dir, flags });
    assert.equal(server.adopted, true);
    assert.equal(server.url, url);
    await server.stop();
    await assert.rejects(query(url, 'select 1'), /ECONNREFUSED/);
  });

  test('a start does not adopt the server of another folder, even if that holds the port', async () => {
    const strange = await startEmbeddedPostgres({ dir: join(root, 'strange'), flags });
    const dir = join(root, 'copied');
    mkdirSync(dir);
    writeFileSync(join(dir, 'settings.json'), readFileSync(join(root, 'strange/settings.json')));
    const server = await startEmbeddedPostgres({ dir, flags });
    try {
      assert.equal(server.adopted, false);
      assert.notEqual(new URL(server.url).port, new URL(strange.url).port);
      assert.match(await dataDirectory(server.adminUrl), /copied/);
    } finally {
      await server.stop();
      await strange.stop();
    }
  });

  test('a start on a port that another program holds says so', async (t) => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    t.onTestFinished(() => void listener.close());
    const address = listener.address();
    assert.ok(typeof address === 'object' && address !== null);
    await assert.rejects(
      startEmbeddedPostgres({ dir: join(root, 'port'), port: address.port, flags }),
      /^Error: the database server did not start: .*Address already in use.*$/,
    );
  });

  test('the database restarts with every committed row after its server was killed', async (t) => {
    const dir = join(root, 'killed');
    const server = await startEmbeddedPostgres({ dir });
    t.onTestFinished(server.stop);
    await query(server.url, 'create table notes as select 1 as number');
    process.kill(Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    assert.deepEqual(await eventually(() => query(server.url, 'select number from notes')), [{ number: 1 }]);
  });

  test('the server outlives all but its last user, even after a crash', async () => {
    const dir = join(root, 'two-users');
    const postmaster = () => Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    const one = await startEmbeddedPostgres({ dir });
    const other = await startEmbeddedPostgres({ dir });
    const crashed = postmaster();
    process.kill(crashed, 'SIGKILL');
    await eventually(async () => {
      assert.notEqual(postmaster(), crashed);
      await query(one.url, 'select 1');
    });
    const recovered = postmaster();
    await other.stop();
    assert.deepEqual(await query(one.url, 'select 1 as one'), [{ one: 1 }]);
    assert.equal(postmaster(), recovered);
    await one.stop();
    await assert.rejects(query(one.url, 'select 1'), /ECONNREFUSED/);
  });

  test('a stale process id that now belongs to another program does not prevent a start', async (t) => {
    const dir = join(root, 'stale');
    await startEmbeddedPostgres({ dir, flags }).then((server) => server.stop());
    writeFileSync(join(dir, 'cluster/postmaster.pid'), `${process.pid}\n${dir}/cluster\n1\n1\n`);
    const server = await startEmbeddedPostgres({ dir, flags });
    t.onTestFinished(server.stop);
    assert.equal(server.adopted, false);
  });

  test('a start after an interrupted first start begins again', async (t) => {
    const dir = join(root, 'cut-off');
    mkdirSync(join(dir, 'cluster.unfinished/cluster'), { recursive: true });
    writeFileSync(join(dir, 'cluster.unfinished/cluster/PG_VERSION'), '18');
    const server = await startEmbeddedPostgres({ dir, flags });
    t.onTestFinished(server.stop);
    assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  });

  test('works in a folder that only root may enter', { skip: !isRoot }, async () => {
    const closed = join(root, 'only-root');
    mkdirSync(closed, { mode: 0o700 });
    const dir = join(closed, 'data');
    const url = await startAndKill(dir);
    const server = await startEmbeddedPostgres({ dir, flags });
    try {
      assert.equal(server.adopted, true);
      assert.equal(server.url, url);
    } finally {
      await server.stop();
    }
  });

  const asNobody = { uid: 65_534, gid: 65_534 };
  const cannotBeNobody = !isRoot || !canReach(import.meta.filename, asNobody);
  test('works for an ordinary user without a home', { skip: cannotBeNobody }, async () => {
    const dir = join(root, 'nobody');
    mkdirSync(dir);
    chownSync(dir, asNobody.uid, asNobody.gid);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      import { startEmbeddedPostgres } from '${import.meta.resolve('./embedded.ts')}'
      const server = await startEmbeddedPostgres({ dir: '${dir}' })
      await server.stop()
      console.log('stopped')`,
      ],
      { ...asNobody, env: { HOME: '', PATH: process.env['PATH'] }, encoding: 'utf8' },
    );
    assert.equal(stdout, 'stopped\n', stderr);
  });

  test('programs that do not run are reported in one line', () => {
    const native = join(root, 'no-programs/native');
    assert.throws(
      () => reachableNative(native, {}),
      /^Error: PostgreSQL in .*no-programs\/native does not run: .*ENOENT$/,
    );
  });

  test('the log contains no values of rows', async (t) => {
    const dir = join(root, 'quiet');
    const server = await startEmbeddedPostgres({ dir, flags });
    t.onTestFinished(server.stop);
    await query(server.url, 'create table people (email text unique)');
    await query(server.url, "insert into people values ('ann@example.com')");
    await assert.rejects(query(server.url, 'insert into people select email from people'), /duplicate key/);
    const log = readFileSync(join(dir, 'postgres.log'), 'utf8');
    assert.match(log, /duplicate key/);
    assert.doesNotMatch(log, /ann@example/);
  });

  test('a folder that is not writable is reported in one line', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    await assert.rejects(
      startEmbeddedPostgres({ dir: join(file, 'data') }),
      /^Error: cannot write to the database folder .*a-file.*$/,
    );
  });
});

/** Starts a server from a process that is then killed; answers the server's address. */
async function startAndKill(dir: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { startEmbeddedPostgres } from '${import.meta.resolve('./embedded.ts')}'
    const server = await startEmbeddedPostgres({ dir: '${dir}', flags: ${JSON.stringify(flags)} })
    process.stdout.write(server.url)
    process.kill(process.pid, 'SIGKILL')`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let url = '';
  child.stdout.on('data', (chunk: Buffer) => {
    url += chunk.toString();
  });
  await once(child, 'close');
  return url;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {
    /* the query rejects */
  });
  await client.connect();
  try {
    return (await client.query<pg.QueryResultRow>(text)).rows;
  } finally {
    await client.end();
  }
}

async function dataDirectory(url: string): Promise<string> {
  return JSON.stringify(await query(url, 'show data_directory'));
}

/** The result of `attempt` once it succeeds; its last error after a minute. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const succeeds = (): Promise<boolean> =>
    attempt().then(
      () => true,
      () => false,
    );
  await until(succeeds, { seconds: 60 }).catch(() => undefined);
  return attempt();
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
