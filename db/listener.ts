/** LISTEN on a dedicated connection, which is restored when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keepAlive } from './pool.ts';

/** Subscriptions that share one connection. */
export type Listener = {
  /** Resolves once notifications arrive; the result ends the subscription. */
  listen: (channel: string, listener: (payload: string) => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

const longestWaitMilliseconds = 5000;

/** How often the connection asks the server for an answer, and how long it waits for one. */
const beatMilliseconds = 5000;

/** Connects when the first channel is requested. */
export function openListener(url: string, applicationName: string, beatMs = beatMilliseconds): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  const closing = new AbortController();
  let connection: Promise<pg.Client> | undefined;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} listener`,
      ...keepAlive,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => {
      /* 'end' follows */
    });
    client.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener(payload ?? '');
    });
    await client.connect();
    for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    const beat = keepAsking(client, beatMs);
    client.once('end', () => {
      clearInterval(beat);
      connection = undefined;
      if (!closing.signal.aborted) void reconnect();
    });
    return client;
  };

  const reconnect = async (): Promise<void> => {
    for (let wait = 50; !closing.signal.aborted; wait = Math.min(wait * 2, longestWaitMilliseconds)) {
      try {
        connection = connect();
        await connection;
        // Notifications sent meanwhile are lost, so every listener checks again.
        for (const listeners of channels.values()) for (const listener of listeners) listener('');
        return;
      } catch {
        connection = undefined;
        // The server may be away for long; its users notice that by their own queries.
        await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {
          /* closed while waiting */
        });
      }
    }
  };

  return {
    listen: async (channel, listener) => {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      const forget = (): void => {
        listeners.delete(listener);
        if (listeners.size === 0) channels.delete(channel);
      };
      try {
        connection ??= connect();
        const client = await connection;
        // Already done if this call opened the connection; repeating it changes nothing.
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        connection = undefined;
        forget();
        throw error;
      }
      return async () => {
        forget();
        if (listeners.size > 0) return;
        const open = await connection?.catch(() => undefined);
        await open?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {
          /* a lost connection no longer listens */
        });
      };
    },
    close: async () => {
      closing.abort();
      const open = await connection?.catch(() => undefined);
      // A server that has vanished would not answer a farewell.
      open?.connection.stream.destroy();
    },
  };
}

/**
 * Nothing else would notice that a server has vanished silently: this connection sends nothing, so it waits for ever.
 * Without an answer the connection ends, and is restored.
 */
function keepAsking(client: pg.Client, beatMs: number): NodeJS.Timeout {
  let isWaiting = false;
  return setInterval(() => {
    if (isWaiting) {
      client.connection.stream.destroy();
      return;
    }
    isWaiting = true;
    client.query('select').then(
      () => {
        isWaiting = false;
      },
      () => {
        /* 'end' follows */
      },
    );
  }, beatMs).unref();
}
