import assert from 'node:assert/strict';
import { test } from 'vitest';

const kept = JSON.stringify({ token: 't', user: { id: '7', membership: 'dfy' } });
const storage = new Map([
  ['session', kept],
  ['kept ["fetch-streams",{}]', '{}'],
]);
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    clear: () => storage.clear(),
  },
});
// The store reads the browser storage when it is imported.
const store = await import('./session-store.ts');

for (const damaged of ['', '{', 'null', '{"token":""}', '{"token":"t","user":null}', '[]']) {
  test(`"${damaged}" in the storage is not a session`, () => {
    assert.equal(store.sessionOf(damaged), null);
  });
}

test('a stored session is restored at start', () => {
  assert.equal(store.currentSession()?.token, 't');
});

test('a person who signs in again finds their stored data, another person does not', () => {
  const user = store.currentSession()?.user;
  assert.ok(user);
  store.keepSession({ token: 'again', user });
  assert.deepEqual([...storage.keys()], ['session', 'kept ["fetch-streams",{}]']);
  store.keepSession({ token: 'other', user: { ...user, id: '8' } });
  assert.deepEqual([...storage.keys()], ['session']);
});

test('deleting the session empties the whole storage and notifies subscribers', () => {
  let told = 0;
  store.onSessionChange(() => {
    told += 1;
  });
  store.forgetSession({ byChoice: true });
  assert.deepEqual([store.currentSession(), storage.size, told, store.endedByChoice()], [null, 0, 1, true]);
});

test('a session ended by the server is distinguished from one that the person ended', () => {
  store.forgetSession({ byChoice: false });
  assert.deepEqual([store.endedByChoice(), store.endedByServer()], [false, true]);
});

test('after a white-label user signs out only the brand stays, and nothing of other users', () => {
  const brand = { name: 'Bright', logo: null, color: { first: '#112233', second: '#445566' } };
  const user = { ...store.sessionOf(kept)?.user, brand };
  for (const isWL of [1, 0]) {
    const session = store.sessionOf(JSON.stringify({ token: 't', user: { ...user, isWL } }));
    assert.ok(session);
    store.keepSession(session);
    storage.set('kept ["fetch-streams",{}]', '{}');
    store.forgetSession({ byChoice: true });
    assert.deepEqual([[...storage.keys()], store.keptBrand()], isWL === 1 ? [['brand'], brand] : [[], null]);
  }
});
