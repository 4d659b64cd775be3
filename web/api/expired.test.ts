import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import type { Session } from './session-store.ts';

const storage = new Map([['session', JSON.stringify({ token: 'first', user: { id: '7', membership: '' } })]]);
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    clear: () => storage.clear(),
  },
});
const { call, CallError } = await import('./call.ts');
const { expiry } = await import('./expired.ts');
const { currentSession, forgetSession, keepSession } = await import('./session-store.ts');

const first = currentSession();
assert.ok(first);
const person: Session = first;

/** The tokens of the calls so far; for every token but `good` the answer is that its session expired or was ended. */
let tokens: (string | null)[] = [];
let [good, errors]: [string, Record<string, string>] = ['', {}];
Object.defineProperty(globalThis, 'fetch', {
  value: async (_address: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization');
    tokens.push(token);
    await Promise.resolve();
    return token === good
      ? new Response(JSON.stringify({ status: true, message: 'Done', data: null }))
      : new Response(JSON.stringify({ status: false, message: 'Unauthorized Token', errors }), { status: 401 });
  },
});

describe('calls whose session is over', () => {
  beforeEach(() => {
    keepSession(person);
    [tokens, good, errors] = [[], 'second', { session: 'expired' }];
  });

  test('a call whose session expired asks once for the password and is repeated with the new session', async () => {
    storage.set('kept', 'x');
    const calls = [call('logout', {}), call('logout', {})];
    const asked = await question();
    assert.equal(asked.asked.token, 'first');
    keepSession({ ...person, token: 'second' });
    assert.deepEqual(
      (await Promise.all(calls)).map(({ message }) => message),
      ['Done', 'Done'],
    );
    assert.deepEqual(
      [tokens.filter((token) => token === 'second').length, expiry.open(), storage.get('kept')],
      [2, null, 'x'],
    );
  });

  test('a call fails if another person signs in, and the storage is then empty', async () => {
    storage.set('kept', 'x');
    const calling = call('logout', {});
    await question();
    keepSession({ token: 'second', user: { ...person.user, id: '8' } });
    await assert.rejects(calling, { status: 401, message: 'You are signed out. Please sign in again to continue.' });
    assert.deepEqual([tokens, storage.get('kept')], [['first'], undefined]);
  });

  test('a call fails if the person signs out instead', async () => {
    const calling = call('logout', {});
    await question();
    forgetSession({ byChoice: true });
    await assert.rejects(calling, CallError);
    assert.equal(expiry.open(), null);
  });

  test('a call whose session was ended signs the person out at once', async () => {
    errors = {};
    await assert.rejects(call('logout', {}), { message: 'You are signed out. Please sign in again to continue.' });
    assert.deepEqual([currentSession(), expiry.open()], [null, null]);
  });

  test('a call in progress while the person signed in again is repeated without a question', async () => {
    const calling = call('logout', {});
    keepSession({ ...person, token: 'second' });
    assert.equal((await calling).message, 'Done');
    assert.deepEqual(tokens, ['first', 'second']);
  });
});

/** The question, as soon as it is open. */
const question = () =>
  new Promise<NonNullable<ReturnType<typeof expiry.open>>>((resolve) => {
    const look = () => {
      const open = expiry.open();
      if (open) resolve(open);
    };
    expiry.onChange(look);
    look();
  });
