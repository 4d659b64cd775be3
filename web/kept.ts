import type { QueryClient } from '@tanstack/react-query';
import { currentSession } from './session-store.ts';

/** The answers worth keeping, so that a reload shows the last known state at once and then reads anew. */
const worthKeeping = new Set(['fetch-app-client', 'fetch-dashboard', 'fetch-today', 'fetch-needs-you', 'fetch-next-days', 'fetch-social-accounts', 'fetch-streams', 'fetch-schedulers']);
const prefix = 'kept ';
const mostCharacters = 100_000;

/** Keeps the answers of the main lists in the browser storage as they come in. Log-out empties it. */
export function keepQueries(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !currentSession()) return;
    const queryKey: unknown = event.query.queryKey;
    const data: unknown = event.query.state.data;
    // Lists under a search are passing; what the pages show first has no search.
    if (!isKeptKey(queryKey) || JSON.stringify(queryKey).includes('"search":"')) return;
    const text = JSON.stringify({ queryKey, data });
    try {
      if (text.length <= mostCharacters) localStorage.setItem(prefix + JSON.stringify(queryKey), text);
    } catch {
      // full or forbidden storage: the next reload waits for the server
    }
  });
}

/** Puts the kept answers back as stale ones. */
export function restoreQueries(client: QueryClient): void {
  if (!currentSession()) return;
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      if (isKept(kept)) client.setQueryData(kept.queryKey, kept.data, { updatedAt: 0 });
    }
  } catch {
    // damaged storage is the same as none
  }
}

const isKeptKey = (key: unknown): key is readonly unknown[] => Array.isArray(key) && worthKeeping.has(String(key[0]));

const isKept = (value: unknown): value is { queryKey: readonly unknown[]; data: unknown } =>
  typeof value === 'object' && value !== null && 'queryKey' in value && 'data' in value && isKeptKey(value.queryKey);
