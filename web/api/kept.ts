import type { QueryClient } from '@tanstack/react-query';
import { currentSession } from './session-store.ts';

/** The stored answers, so that a reload shows the last known state at once and then reads again. */
const worthKeeping = new Set([
  'fetch-app-client',
  'fetch-dashboard',
  'fetch-today',
  'fetch-needs-you',
  'fetch-next-days',
  'fetch-social-accounts',
  'fetch-streams',
  'fetch-schedulers',
]);
const prefix = 'kept ';
const mostCharacters = 100_000;

/**
 * Stores the answers of the main lists in the browser as they come in, with the current build. Log-out clears the
 * storage.
 */
export function keepQueries(client: QueryClient, build: string): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !currentSession()) return;
    const queryKey: unknown = event.query.queryKey;
    const data: unknown = event.query.state.data;
    // Searched lists are temporary; the pages first show unsearched ones.
    if (!isKeptKey(queryKey) || JSON.stringify(queryKey).includes('"search":"')) return;
    const text = JSON.stringify({ build, queryKey, data });
    try {
      if (text.length <= mostCharacters) localStorage.setItem(prefix + JSON.stringify(queryKey), text);
    } catch {
      // full or blocked storage: the next reload waits for the server
    }
  });
}

/** Restores the stored answers as stale ones. Those of another build may have another shape, and are dropped. */
export function restoreQueries(client: QueryClient, build: string): void {
  if (!currentSession()) return;
  for (const key of keptKeys()) {
    const kept = parse(localStorage.getItem(key) ?? '');
    if (isKept(kept) && kept.build === build) client.setQueryData(kept.queryKey, kept.data, { updatedAt: 0 });
    else localStorage.removeItem(key);
  }
}

/** Frees space in the browser storage: the stored answers are read from the server again. */
export function dropKept(): void {
  for (const key of keptKeys()) localStorage.removeItem(key);
}

function keptKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return []; // blocked storage is the same as an empty one
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null; // damaged text is the same as none
  }
}

const isKeptKey = (key: unknown): key is readonly unknown[] => Array.isArray(key) && worthKeeping.has(String(key[0]));

const isKept = (value: unknown): value is { build: unknown; queryKey: readonly unknown[]; data: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'build' in value &&
  'queryKey' in value &&
  'data' in value &&
  isKeptKey(value.queryKey);
