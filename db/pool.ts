/** Pools whose connections, statements and waits all end, also when their server vanishes without a word. */
import pg from 'pg';
import { watchSilence, type Patience } from './silence.ts';

/**
 * By these settings an idle connection notices after 20 s that its server has vanished silently (TCP's default: two
 * hours).
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The longest that connecting may take. The pool's own limit also covers the wait for a free connection. */
const connectMilliseconds = 5000;

/** The longest wait for a connection of a pool, connecting included. */
export const freeMilliseconds = 30_000;

/** A client that gives up connecting after 5 s, so that one waiting packet does not outlast the return of a server. */
class PatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectMilliseconds });
  }
}

/** A pool of at most `max` connections. A lost connection fails its query, never the process. */
export function openPool(config: pg.PoolConfig, patience?: Patience): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    ...keepAlive,
    Client: PatientClient,
    connectionTimeoutMillis: freeMilliseconds,
  });
  // NOTE without listeners on the pool and on each client, the end of the server ends this process.
  pool.on('error', ignoreLostConnection);
  pool.on('connect', (client) => {
    client.on('error', ignoreLostConnection);
  });
  watchSilence(pool, patience);
  return pool;
}

/** Settings of the server for each connection, as its start-up option: `-c name=value …`. */
export const optionsOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

function ignoreLostConnection(): void {
  // The running query fails with the same error, and the pool replaces the connection.
}
