import assert from 'node:assert/strict';
import { QueryClient } from '@tanstack/react-query';
import { test } from 'vitest';

const storage: Record<string, string> = { session: JSON.stringify({ token: 't', user: { id: '7', membership: '' } }) };
const methods = {
  getItem: (name: string) => storage[name] ?? null,
  setItem: (name: string, text: string) => {
    storage[name] = text;
  },
  removeItem: (name: string) => {
    delete storage[name];
  },
};
// Like the browser's storage: the entries are own keys, the methods are not.
Object.defineProperty(globalThis, 'localStorage', { value: Object.setPrototypeOf(storage, methods) });
const { keepQueries, restoreQueries } = await import('./kept.ts');

const load = (client: QueryClient, key: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey: key, queryFn: () => Promise.resolve(data) });

test('a stored list survives a reload; a searched list and other answers do not', async () => {
  const before = new QueryClient();
  keepQueries(before, 'one');
  await load(before, ['fetch-streams', {}], { items: [1] });
  await load(before, ['fetch-streams', { search: 'x' }], { items: [2] });
  await load(before, ['fetch-scheduler', { id: '1' }], { items: [3] });

  const after = new QueryClient();
  restoreQueries(after, 'one');
  assert.deepEqual(
    after
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => JSON.stringify(queryKey)),
    ['["fetch-streams",{}]'],
  );
  assert.deepEqual(after.getQueryData(['fetch-streams', {}]), { items: [1] });
});

test('data stored by another build of the app is dropped, including a build without version numbers', async () => {
  const before = new QueryClient();
  keepQueries(before, 'one');
  await load(before, ['fetch-streams', {}], { items: [1] });
  storage['kept ["fetch-today",{}]'] = JSON.stringify({ queryKey: ['fetch-today', {}], data: { posted: 1 } });

  const after = new QueryClient();
  restoreQueries(after, 'two');
  assert.deepEqual(
    [after.getQueryCache().getAll().length, Object.keys(storage).filter((name) => name.startsWith('kept '))],
    [0, []],
  );
});

for (const damaged of ['{"queryKey":5}', '{', '']) {
  test(`the damaged entry "${damaged}" is dropped, and those after it are restored`, async () => {
    const before = new QueryClient();
    storage['kept a'] = damaged;
    keepQueries(before, 'one');
    await load(before, ['fetch-streams', {}], { items: [1] });

    const after = new QueryClient();
    restoreQueries(after, 'one');
    assert.deepEqual([storage['kept a'], after.getQueryData(['fetch-streams', {}])], [undefined, { items: [1] }]);
  });
}
