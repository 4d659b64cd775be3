import assert from 'node:assert/strict';
import { test } from 'vitest';
import { restsUntil, searchIn, type Health, type HealthStore } from './chooser.ts';
import { pageOf } from './paging.ts';
import type { Failure, Found, Result, Source, SourceId } from './source.ts';

const signal = new AbortController().signal;
const start = new Date('2026-11-22T10:00:00Z');

function inMemory(): HealthStore & { rows: Map<SourceId, Health> } {
  const rows = new Map<SourceId, Health>();
  return {
    rows,
    read: async (source) => rows.get(source) ?? null,
    write: async (health) => void rows.set(health.source, health),
  };
}

const quote = (source: SourceId, id: number): Result<'quote'> => ({
  id: String(id),
  source,
  author: 'A',
  licence: 'L',
  licenceUrl: null,
  pageUrl: null,
  attribution: null,
  quote: 'Q',
  work: 'W',
  topics: [],
});

/** A source with `count` results, or one that fails. */
function aSource(id: SourceId, outcome: number | Failure): Source<'quote'> & { asked: number } {
  const source = {
    id,
    kind: 'quote' as const,
    asked: 0,
    search: async ({ cursor }: { cursor: string | null }): Promise<Found<'quote'> | Failure> => {
      source.asked += 1;
      return typeof outcome === 'number'
        ? pageOf(
            Array.from({ length: outcome }, (_, at) => quote(id, at)),
            cursor,
          )
        : outcome;
    },
    open: async (): Promise<Failure> => ({ kind: 'refused', message: '' }),
  };
  return source;
}

const down: Failure = { kind: 'unreachable', message: 'down' };

test('the first source in order answers, and the search stays with it', async () => {
  const [one, other, health] = [aSource('pexels', 30), aSource('embedded', 50), inMemory()];
  const sources = { sources: [one, other], health, now: () => start };
  const first = await searchIn(sources, { keyword: 'sky', cursor: null, signal });
  assert.ok(first.kind === 'found' && first.next !== null);
  assert.equal(first.source, 'pexels');
  const second = await searchIn({ ...sources, sources: [other, one] }, { keyword: 'sky', cursor: first.next, signal });
  assert.ok(second.kind === 'found');
  assert.deepEqual([second.source, second.results.length, second.next], ['pexels', 10, null]);
});

test('a source that fails or finds nothing is skipped, and its failure is recorded', async () => {
  const [broken, bare, own, health] = [
    aSource('pexels', down),
    aSource('pixabay', 0),
    aSource('embedded', 5),
    inMemory(),
  ];
  const chosen = await searchIn(
    { sources: [broken, bare, own], health, now: () => start },
    { keyword: 'sky', cursor: null, signal },
  );
  assert.equal(chosen.source, 'embedded');
  assert.deepEqual(
    [health.rows.get('pexels')?.failure, health.rows.get('pixabay')?.answeredAt, health.rows.has('embedded')],
    [down, start, false],
  );
});

test('a source that failed is skipped for a time, then asked again', async () => {
  const [broken, own, health] = [aSource('pexels', down), aSource('embedded', 5), inMemory()];
  let now = start;
  const sources = { sources: [broken, own], health, now: () => now };
  for (const seconds of [0, 30, 59, 61]) {
    now = new Date(start.getTime() + seconds * 1000);
    await searchIn(sources, { keyword: 'sky', cursor: null, signal });
  }
  assert.equal(broken.asked, 2);
});

test('a source that fails at a later page returns its failure, and no other source continues', async () => {
  const [broken, own] = [aSource('pexels', down), aSource('embedded', 5)];
  const chosen = await searchIn(
    { sources: [broken, own], health: inMemory(), now: () => start },
    { keyword: 'sky', cursor: 'pexels:2', signal },
  );
  assert.deepEqual(chosen, { ...down, source: 'pexels' });
});

test('a cancelled search says nothing about the source', async () => {
  const health = inMemory();
  await searchIn(
    { sources: [aSource('pexels', down)], health, now: () => start },
    { keyword: 'sky', cursor: null, signal: AbortSignal.abort() },
  );
  assert.equal(health.rows.size, 0);
});

test('a source rests as long as its rate limit says, or until its used-up quota resets', () => {
  const row: Health = {
    source: 'pexels',
    kind: 'image',
    answeredAt: null,
    failedAt: start,
    failure: { kind: 'rateLimited', retryAfterSeconds: 52, message: '' },
    quotaLeft: null,
    quotaResetsAt: null,
  };
  assert.deepEqual(restsUntil(row), new Date(start.getTime() + 52_000));
  const reset = new Date(start.getTime() + 3_600_000);
  assert.deepEqual(restsUntil({ ...row, failure: null, failedAt: null, quotaLeft: 0, quotaResetsAt: reset }), reset);
  assert.equal(restsUntil({ ...row, answeredAt: new Date(start.getTime() + 1) }), null);
});
