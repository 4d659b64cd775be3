import assert from 'node:assert/strict';
import { test } from 'vitest';

const storage = new Map([['session', JSON.stringify({ token: 'one', user: { id: '7', membership: '' } })]]);
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    clear: () => storage.clear(),
  },
});
const { currentSession, keepSession } = await import('./session-store.ts');
const { queryClient } = await import('./query-client.ts');
await import('./session.ts');

const answers = () => queryClient.getQueryCache().getAll().length;

test('stored answers stay when the same person signs in again, and are deleted when another one does', () => {
  const user = currentSession()?.user;
  assert.ok(user);
  queryClient.setQueryData(['fetch-streams', {}], []);
  keepSession({ token: 'two', user });
  assert.equal(answers(), 1);
  keepSession({ token: 'three', user: { ...user, id: '8' } });
  assert.equal(answers(), 0);
});

test('an operator acting for a person counts as another person', () => {
  const user = currentSession()?.user;
  assert.ok(user);
  queryClient.setQueryData(['fetch-streams', {}], []);
  keepSession({ token: 'four', user: { ...user, impersonated: true } });
  assert.equal(answers(), 0);
});
