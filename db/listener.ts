/** LISTEN on a dedicated connection, which is restored when it is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Subscriptions that share one connection. */
export type Listener = {
  /** Resolves once notifications arrive; the result ends the subscription. */
  listen: (channel: string, listener: (payload: string) => void) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

const longestWaitMilliseconds = 5000;

/**
 * Settings by which an idle connection notices after 20 s that its server has vanished silently (TCP's default: two
 * hours).
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Connects when the first channel is requested. */
export function openListener(url: string, applicationName: string): Listener {
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
    client.once('end', () => {
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
      await open?.end();
    },
  };
}
