/** One PostgreSQL server process: starting it, recognising one that is already running, stopping it. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { moveToFreePort, type Cluster } from './embedded-cluster.ts';

/** A server that answers. */
export type Server = { pid: number; port: number; adopted: boolean };

/**
 * Small and sturdy: measured 25 MB idle; one owner, no replicas, so no processes for those. Terse, because the details
 * of an error quote the row ("Key (email)=(…) already exists").
 */
const settings = {
  shared_buffers: '32MB',
  max_connections: '100',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum_max_workers: '2',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/** How long a server may take to answer: crash recovery was measured at 1.1 s, a busy machine takes longer. */
const startTimeoutMilliseconds = 60_000;

/** The superuser's address of `database`. */
export function adminUrl(
  cluster: Cluster,
  { port, database = 'postgres' }: { port: number; database?: string },
): string {
  return `postgres://postgres:${cluster.settings.adminPassword}@127.0.0.1:${port}/${database}`;
}

/** The server of a crashed or parallel run on this cluster, if there is one; a stale `postmaster.pid` is removed. */
export async function findServer(cluster: Cluster): Promise<Server | undefined> {
  const deadline = Date.now() + startTimeoutMilliseconds;
  for (let noted = readPidFile(cluster); noted !== undefined; noted = readPidFile(cluster)) {
    const { pid, port } = noted;
    if (!serves(pid, cluster)) {
      rmSync(pidFileOf(cluster), { force: true });
      return undefined;
    }
    if (await answers(cluster, port)) return { pid, port, adopted: true };
    if (Date.now() > deadline)
      throw new Error(
        `the database server with process id ${pid} on ${cluster.clusterDir} does not answer: end it and start again`,
      );
    await sleep(50);
  }
  return undefined;
}

/**
 * Starts a server and waits until it answers. If the stored port is taken by now, another is chosen unless `keepPort`
 * is set.
 */
export async function launch(
  cluster: Cluster,
  { flags, keepPort }: { flags: readonly string[]; keepPort: boolean },
): Promise<Server> {
  const deadline = Date.now() + startTimeoutMilliseconds;
  for (;;) {
    const { port } = cluster.settings;
    const outcome = await launchOnce(cluster, { port, flags });
    if (outcome.kind === 'answers') return { pid: outcome.pid, port, adopted: false };
    const portTaken = /could not bind|could not create any TCP/.test(outcome.log);
    // After a kill -9 the server's children live on for a moment: "pre-existing shared memory block … is still in use".
    const passes = /still in use|lock file .* already exists/.test(outcome.log);
    if (Date.now() > deadline || (!passes && (!portTaken || keepPort)))
      throw new Error(`the database server did not start: ${outcome.log}`);
    if (portTaken) await moveToFreePort(cluster);
    else await sleep(250);
  }
}

/**
 * Stops the server of a cluster, even one that another process started: open transactions are rolled back, committed
 * ones stay. Does nothing if none runs.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  const { pid = 0 } = readPidFile(cluster) ?? {};
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!serves(pid, cluster)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < 20_000 && serves(pid, cluster); waited += 10) await sleep(10);
  }
}

const pidFileOf = ({ clusterDir }: Cluster): string => join(clusterDir, 'postmaster.pid');

/** The process and the port that a server has written down, 0 for a missing one; undefined if no server has started. */
function readPidFile(cluster: Cluster): { pid: number; port: number } | undefined {
  const file = pidFileOf(cluster);
  if (!existsSync(file)) return undefined;
  const [pid = 0, , , port = 0] = readFileSync(file, 'utf8').split('\n').map(Number);
  return { pid, port };
}

/**
 * Whether the process lives and works on this cluster: since then another program may have got the process id, above
 * all in containers.
 */
export function serves(pid: number, cluster: Cluster): boolean {
  // NOTE killing process 0 kills the processes of our own group.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return process.platform === 'linux' ? readlinkSync(`/proc/${pid}/cwd`) === cluster.clusterDir : true;
  } catch {
    return false;
  }
}

type Outcome = { kind: 'answers'; pid: number } | { kind: 'ended'; log: string };

async function launchOnce(
  cluster: Cluster,
  { port, flags }: { port: number; flags: readonly string[] },
): Promise<Outcome> {
  const log = openSync(cluster.logFile, 'w', 0o600);
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached, because Ctrl-C goes to the whole process group and the database must outlive the processes that still
  // write.
  const child = spawn(cluster.postgres, ['-D', cluster.dataArgument, '-p', String(port), ...given, ...flags], {
    ...cluster.user,
    cwd: cluster.clusterDir,
    stdio: ['ignore', log, log],
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  });
  closeSync(log);
  child.unref();
  let ended: { reason: string | null } | undefined;
  child.once('error', (error) => {
    ended = { reason: error.message };
  });
  child.once('exit', () => {
    ended ??= { reason: null };
  });
  const deadline = Date.now() + startTimeoutMilliseconds;
  while (ended === undefined) {
    // NOTE a check only whether the port answers would take another server for ours.
    if (child.pid !== undefined && (await answers(cluster, port))) return { kind: 'answers', pid: child.pid };
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return { kind: 'ended', log: `no answer after ${startTimeoutMilliseconds / 1000} s` };
    }
    await sleep(15);
  }
  // Read only now: a server that ends much later may have lost its folder by then.
  return { kind: 'ended', log: ended.reason ?? reasonsIn(readFileSync(cluster.logFile, 'utf8')) };
}

/** A server's output before it ended, without its answers to connections that came too early. */
function reasonsIn(log: string): string {
  const asked = /FATAL: {2}the database system is (starting up|not yet accepting connections|in recovery mode)/;
  return log
    .split('\n')
    .filter((line) => line !== '' && !asked.test(line))
    .join('; ');
}

/** Whether the server on `port` is the one of this cluster. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl(cluster, { port }), connectionTimeoutMillis: 2000 });
  client.on('error', () => {
    /* the query below fails as well and decides */
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === cluster.dataArgument;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {
      /* the client never connected */
    });
  }
}
