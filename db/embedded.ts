/**
 * Runs a real PostgreSQL beside the application if no DATABASE_URL is set: our own small supervisor of the programs
 * that npm installs.
 */
import { join } from 'node:path';
import pg from 'pg';
import { openCluster, type Cluster } from './embedded-cluster.ts';
import { adminUrl, findServer, launch, serves, stopServer, type Server } from './embedded-process.ts';
import { tryLock, waitForLock } from './file-lock.ts';

/** A running embedded database. */
export type EmbeddedPostgres = {
  /** The address for the application's role, which is not a superuser, so that row-level security applies. */
  url: string;
  /** The superuser's address, for tests and repairs. */
  adminUrl: string;
  /** Whether the server was already running, left by a run that crashed. */
  adopted: boolean;
  /** Stops the server unless another process still uses it; committed data stays. */
  stop: () => Promise<void>;
};

const watchIntervalMilliseconds = 1000;

/** Longer than a server may take to start or to stop. */
const turnSeconds = 90;

/**
 * Starts PostgreSQL on `dir` (created on the first start), or adopts the server already running on it, which several
 * processes may then use. The port is chosen once and remembered in `dir` unless it is set. A server that dies is
 * started again. Throws an Error of one line if it cannot run.
 */
export async function startEmbeddedPostgres({
  dir,
  port,
  flags = [],
}: {
  dir: string;
  port?: number;
  flags?: readonly string[];
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dir, port);
  const usersFile = join(cluster.dir, 'users.lock');
  const { server: first, share } = await inTurn(cluster, async () => {
    const lock = await waitForLock(usersFile, { mode: 'shared', seconds: turnSeconds });
    try {
      const found = (await findServer(cluster)) ?? (await launch(cluster, { flags, keepPort: port !== undefined }));
      await makeApplicationDatabase(cluster, found);
      return { server: found, share: lock };
    } catch (error) {
      lock.release();
      throw error;
    }
  });
  let server = first;
  const findAgain = async (): Promise<void> => {
    server = (await findServer(cluster)) ?? (await launch(cluster, { flags, keepPort: true }));
  };
  const watch = watchServer(
    cluster,
    () => server,
    () => inTurn(cluster, findAgain),
  );
  return {
    url: `postgres://agencyreel:${cluster.settings.password}@127.0.0.1:${server.port}/agencyreel`,
    adminUrl: adminUrl(cluster, { port: server.port }),
    adopted: server.adopted,
    stop: async () => {
      await watch.end();
      await inTurn(cluster, async () => {
        share.release();
        const last = tryLock(usersFile, 'exclusive');
        if (last === null) return;
        await stopServer(cluster).finally(() => {
          last.release();
        });
      });
    },
  };
}

/**
 * One process at a time finds, starts or stops the server: of two that start it at the same time after a crash, one
 * would clear away the `postmaster.pid` that the other's server has just written, and nothing would keep a second
 * server from the files.
 */
async function inTurn<T>(cluster: Cluster, work: () => Promise<T>): Promise<T> {
  const turn = await waitForLock(join(cluster.dir, 'turn.lock'), { mode: 'exclusive', seconds: turnSeconds });
  try {
    return await work();
  } finally {
    turn.release();
  }
}

/** The role and the database of the application; completes an interrupted first start. */
async function makeApplicationDatabase(cluster: Cluster, { port }: Server): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(cluster, { port }) });
  await client.connect();
  try {
    const { rows: roles } = await client.query("select from pg_roles where rolname = 'agencyreel'");
    if (roles.length === 0)
      await client.query(`create role agencyreel login password ${pg.escapeLiteral(cluster.settings.password)}`);
    const { rows: databases } = await client.query("select from pg_database where datname = 'agencyreel'");
    if (databases.length === 0) await client.query('create database agencyreel owner agencyreel');
  } finally {
    await client.end();
  }
}

/** Calls `restart` when the server's process is gone. The port stays, because the application's connections use it. */
function watchServer(
  cluster: Cluster,
  server: () => Server,
  restart: () => Promise<void>,
): { end: () => Promise<void> } {
  let restarting: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (restarting !== undefined || serves(server().pid, cluster)) return;
    restarting = restart()
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
      .finally(() => {
        restarting = undefined;
      });
  }, watchIntervalMilliseconds);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await restarting;
    },
  };
}
