import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Loads the store anew over a browser storage that holds these texts. */
async function storeOver(kept: Record<string, string>) {
  const texts = new Map(Object.entries(kept));
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (name: string) => texts.get(name) ?? null, setItem: (name: string, text: string) => texts.set(name, text), clear: () => texts.clear() },
  });
  const store: typeof import('./session-store.ts') = await import(`./session-store.ts?${JSON.stringify(kept)}`);
  return { store, texts };
}

const kept = JSON.stringify({ token: 't', user: { id: '7', membership: 'dfy' } });

test('a kept session is there again at start', async () => {
  const { store } = await storeOver({ session: kept });
  assert.equal(store.currentSession()?.token, 't');
});

for (const damaged of ['', '{', 'null', '{"token":""}', '{"token":"t","user":null}', '[]']) {
  test(`"${damaged}" in the storage is no session`, async () => {
    const { store } = await storeOver({ session: damaged });
    assert.equal(store.currentSession(), null);
  });
}

test('forgetting the session empties the whole storage and tells who listens', async () => {
  const { store, texts } = await storeOver({ session: kept, 'kept ["fetch-streams",{}]': '{}' });
  let told = 0;
  store.onSessionChange(() => { told += 1; });
  store.forgetSession();
  assert.deepEqual([store.currentSession(), texts.size, told], [null, 0, 1]);
});
