import assert from 'node:assert/strict';
import { test } from 'node:test';

const storage = new Map([['session', JSON.stringify({ token: 'one', user: { id: '7', membership: '' } })]]);
Object.defineProperty(globalThis, 'localStorage', {
  value: { getItem: (name: string) => storage.get(name) ?? null, setItem: (name: string, text: string) => storage.set(name, text), clear: () => storage.clear() },
});
const { currentSession, keepSession } = await import('./session-store.ts');
const { queryClient } = await import('./queries.ts');
await import('./session.ts');

const answers = () => queryClient.getQueryCache().getAll().length;

test('the answers of one person are gone when the session becomes another one, and stay while it is the same', () => {
  const user = currentSession()?.user;
  assert.ok(user);
  queryClient.setQueryData(['fetch-streams', {}], []);
  keepSession({ token: 'one', user });
  assert.equal(answers(), 1);
  keepSession({ token: 'two', user });
  assert.equal(answers(), 0);
});
