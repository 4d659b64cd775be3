/**
 * Statements whose answer will never come. TCP gives up a server that vanished silently (a lost machine, a failover, a
 * cut line) only after a quarter of an hour. A limit on the statements would have to be as long as the longest of them;
 * so a silent one is asked about instead, over a new connection: does the server still work on it?
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How long a statement is silent before it is asked about, and how long the answer may take. Milliseconds. */
export type Patience = { silentMs: number; answerMs: number };

const usual: Patience = { silentMs: 5000, answerMs: 6000 };
const looks = 5;
const tooManyConnections = '53300';

/** What is known of a connection: the bytes so far, and at how many looks since then its statement was waiting. */
type Seen = { bytes: number; silentFor: number };

/**
 * Ends the pool's connections whose statement the server no longer works on, and if the server does not answer at all,
 * every connection without an answer; their statements fail. Ends with the pool.
 */
export function watchSilence(pool: pg.Pool, { silentMs, answerMs }: Patience = usual): void {
  const lookMs = silentMs / looks;
  const clients = new Map<pg.PoolClient, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;

  const look = (): void => {
    // Counted in looks rather than in time: a process that was frozen reads its answers before the next look.
    for (const [client, seen] of clients) {
      seen.silentFor = isWaiting(client) && bytesOf(client) === seen.bytes ? seen.silentFor + 1 : 0;
      seen.bytes = bytesOf(client);
    }
    const silent = [...clients].filter(([, { silentFor }]) => silentFor >= looks).map(([client]) => client);
    if (silent.length === 0) return;
    asking ??= endLost(silent).finally(() => {
      asking = undefined;
    });
  };

  const endLost = async (silent: readonly pg.PoolClient[]): Promise<void> => {
    const bytes = new Map([...clients.keys()].map((client) => [client, bytesOf(client)]));
    const isWorking = await askServer(pool.options, answerMs);
    // Answers that have arrived by now are read first.
    await sleep(lookMs, undefined, { ref: false });
    // An idle connection to a server that does not answer would cost the next statement the same wait.
    const lost = isWorking === null ? [...clients.keys()] : silent.filter((client) => !isWorking(pidOf(client)));
    for (const client of lost) if (bytes.get(client) === bytesOf(client)) client.connection.stream.destroy();
  };

  pool.on('connect', (client) => {
    clients.set(client, { bytes: 0, silentFor: 0 });
    timer ??= setInterval(look, lookMs).unref();
  });
  pool.on('remove', (client) => {
    clients.delete(client);
    if (clients.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

/** Asks whether the server works on the statement of a process of its own; null if it does not answer. */
async function askServer(options: pg.ClientConfig, answerMs: number): Promise<((pid: number) => boolean) | null> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on('error', () => {
    /* the question fails with the same error */
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = current_user and state = 'active'",
    );
    const active = new Set(rows.map(({ pid }) => pid));
    return (pid) => active.has(pid);
  } catch (error) {
    // A server that refuses one more connection is there: its statements may be working.
    return error instanceof pg.DatabaseError && error.code === tooManyConnections ? () => true : null;
  } finally {
    client.connection.stream.destroy();
  }
}

// NOTE pg does not declare `_activeQuery` and `processID`; `silence.test.ts` fails if they change.
const isWaiting = (client: pg.PoolClient): boolean => '_activeQuery' in client && Boolean(client._activeQuery);

/** The number of the server's process for a connection, as the server has told its client. */
export const pidOf = (client: pg.Client): number => ('processID' in client ? Number(client.processID) : 0);

/** The bytes sent and received; they stand still while a connection waits. */
function bytesOf({ connection: { stream } }: pg.PoolClient): number {
  if (!('bytesRead' in stream && 'bytesWritten' in stream)) throw new Error('a connection that counts no bytes');
  return Number(stream.bytesRead) + Number(stream.bytesWritten);
}
