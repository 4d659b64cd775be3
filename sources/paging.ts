import { pageSize, type Found, type Kind, type Result } from './source.ts';

/** One page of a list that is in memory; the cursor is the number of results before it. */
export function pageOf<K extends Kind>(list: readonly Result<K>[], cursor: string | null, size = pageSize): Found<K> {
  const start = startOf(cursor);
  const next = start + size < list.length ? String(start + size) : null;
  return { kind: 'found', results: list.slice(start, start + size), next, quota: null };
}

/** Parses a counting cursor; 0 if it is missing or of another form. */
export function startOf(cursor: string | null): number {
  return cursor !== null && /^\d{1,6}$/.test(cursor) ? Number(cursor) : 0;
}
