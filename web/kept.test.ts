import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';

const storage: Record<string, string> = { session: JSON.stringify({ token: 't', user: { id: '7', membership: '' } }) };
const methods = {
  getItem: (name: string) => storage[name] ?? null,
  setItem: (name: string, text: string) => {
    storage[name] = text;
  },
};
// Like the browser's: the entries are its own keys, the methods are not.
Object.defineProperty(globalThis, 'localStorage', { value: Object.setPrototypeOf(storage, methods) });
const { keepQueries, restoreQueries } = await import('./kept.ts');

const load = (client: QueryClient, key: readonly unknown[], data: unknown) => client.fetchQuery({ queryKey: key, queryFn: () => Promise.resolve(data) });

test('a list survives a reload, a searched list and other answers do not', async () => {
  const before = new QueryClient();
  keepQueries(before);
  await load(before, ['fetch-streams', {}], { items: [1] });
  await load(before, ['fetch-streams', { search: 'x' }], { items: [2] });
  await load(before, ['fetch-scheduler', { id: '1' }], { items: [3] });

  const after = new QueryClient();
  restoreQueries(after);
  assert.deepEqual(after.getQueryCache().getAll().map(({ queryKey }) => JSON.stringify(queryKey)), ['["fetch-streams",{}]']);
  assert.deepEqual(after.getQueryData(['fetch-streams', {}]), { items: [1] });
});

test('damaged entries are passed over', () => {
  storage['kept x'] = '{"queryKey":5}';
  const client = new QueryClient();
  restoreQueries(client);
  assert.equal(client.getQueryData(['x']), undefined);
});
