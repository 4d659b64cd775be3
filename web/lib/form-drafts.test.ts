import assert from 'node:assert/strict';
import { describe, test } from 'vitest';

const storage = new Map([['session', JSON.stringify({ token: 't', user: { id: '7', membership: '' } })]]);
/** Like the browser's storage: the entries are own keys, the methods are not. */
const namesOf = (entries: Map<string, string>): ProxyHandler<object> => ({
  ownKeys: () => [...entries.keys()],
  getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
});
let isFull = () => false;
const kindOf = (entries: Map<string, string>) => ({
  getItem: (name: string) => entries.get(name) ?? null,
  setItem: (name: string, text: string) => {
    if (isFull()) throw new DOMException('full', 'QuotaExceededError');
    entries.set(name, text);
  },
  removeItem: (name: string) => entries.delete(name),
  clear: () => entries.clear(),
});
Object.defineProperty(globalThis, 'localStorage', { value: new Proxy(kindOf(storage), namesOf(storage)) });
Object.defineProperty(globalThis, 'sessionStorage', { value: kindOf(new Map()) });
/** The locks that open tabs hold. */
const held: { name: string }[] = [];
Object.defineProperty(globalThis.navigator, 'locks', {
  value: { request: (name: string) => held.push({ name }), query: async () => ({ held }) },
});
const { deleteFormDraft, findFormDraft, isFromHere, isOpenElsewhere, storeFormDraft } =
  await import('./form-drafts.ts');
const { currentSession, forgetSession, keepSession } = await import('../api/session-store.ts');

const form = { fields: { name: 'Typed' }, origin: { name: '' }, version: null };

describe('unfinished forms', () => {
  test('an unfinished form is restored under its name, for the tab that stored it, until it is deleted', () => {
    storeFormDraft('client 1', form);
    const found = findFormDraft('client 1');
    assert.deepEqual({ ...found, tab: '' }, { ...form, tab: '' });
    assert.ok(found && isFromHere(found));
    assert.equal(findFormDraft('client 2'), null);
    deleteFormDraft('client 1');
    assert.equal(findFormDraft('client 1'), null);
  });

  test('an unfinished form belongs to one person only, and is deleted at log-out', () => {
    const session = currentSession();
    assert.ok(session);
    storeFormDraft('client 1', form);
    forgetSession({ byChoice: true });
    assert.equal(findFormDraft('client 1'), null);
    keepSession(session);
    assert.equal(findFormDraft('client 1'), null);
  });

  test('an unfinished form replaces stored answers if the storage is full, and reports if there is no space', () => {
    storage.set('kept ["fetch-streams"]', '{}');
    isFull = () => storage.has('kept ["fetch-streams"]');
    assert.equal(storeFormDraft('client 3', form), true);
    assert.deepEqual([findFormDraft('client 3') !== null, storage.has('kept ["fetch-streams"]')], [true, false]);

    isFull = () => true;
    assert.equal(storeFormDraft('client 4', form), false);
    assert.equal(findFormDraft('client 4'), null);
    isFull = () => false;
    deleteFormDraft('client 3');
  });

  test('an unfinished form of another tab is not offered while that tab is open', async () => {
    const elsewhere = { ...form, tab: 'another' };
    storage.set('unfinished 7 agency', JSON.stringify(elsewhere));
    const found = findFormDraft('agency');
    assert.ok(found);
    assert.deepEqual([isFromHere(found), await isOpenElsewhere(found)], [false, false]);
    held.push({ name: 'tab another' });
    assert.equal(await isOpenElsewhere(found), true);
  });

  for (const damaged of ['', '{', 'null', '[]', '{"fields":{}}', '{"fields":{},"origin":{},"version":5,"tab":"x"}']) {
    test(`"${damaged}" in the storage is not an unfinished form`, () => {
      storage.set('unfinished 7 agency', damaged);
      assert.equal(findFormDraft('agency'), null);
    });
  }
});
