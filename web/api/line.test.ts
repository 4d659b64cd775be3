import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';

/** How the server behaves: it answers, or breaks the connection. */
let server: 'answers' | 'gone' | 'busy' | 'restarting' = 'answers';
let asked: string[] = [];
Object.defineProperty(globalThis, 'fetch', {
  value: async (address: string) => {
    asked.push(address);
    await Promise.resolve();
    if (server === 'gone') throw new TypeError('Failed to fetch');
    if (server === 'restarting') return new Response('Bad Gateway', { status: 502 });
    if (address === '/healthz') return new Response('', { status: server === 'busy' ? 429 : 200 });
    return new Response(JSON.stringify({ status: true, message: 'Saved', data: null }));
  },
});
Object.defineProperty(globalThis, 'localStorage', {
  value: { getItem: () => null, setItem: () => undefined, clear: () => undefined },
});
const { call } = await import('./call.ts');
const { lineNow, lookForServer, onLine, serverIsBack, stopWaiting } = await import('./line.ts');
const { untilAnswered } = await import('./until-answered.ts');

/** Resolves once the connection has this state. */
const standing = (wanted: Partial<ReturnType<typeof lineNow>>) =>
  new Promise<void>((resolve) => {
    const look = () => {
      const { isUp, waiting } = { ...lineNow(), ...wanted };
      if (isUp !== lineNow().isUp || waiting !== lineNow().waiting) return;
      stop();
      resolve();
    };
    const stop = onLine(look);
    queueMicrotask(look);
  });

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('the connection to the server', () => {
  beforeEach(async () => {
    server = 'answers';
    vi.advanceTimersByTime(3_000);
    await lookForServer();
    asked = [];
  });

  for (const broken of ['gone', 'restarting'] as const) {
    test(`the connection is down after a call and a check without answer (${broken}), and recovers`, async () => {
      server = broken;
      const refused = assert.rejects(call('logout', {}), {
        status: 0,
        message: 'We could not reach the server. Please check your connection and try again.',
      });
      await vi.advanceTimersByTimeAsync(1_000);
      await refused;
      await standing({ isUp: false });
      server = 'answers';
      vi.advanceTimersByTime(3_000);
      await standing({ isUp: true });
      // After the answer of a proxy the same press is sent once more.
      const calls = broken === 'restarting' ? ['/api/logout', '/api/logout'] : ['/api/logout'];
      assert.deepEqual(asked, [...calls, '/healthz', '/healthz']);
    });
  }

  test('the connection is up if the server only reports too many requests', async () => {
    server = 'busy';
    await lookForServer();
    assert.equal(lineNow().isUp, true);
  });

  test('a repeatable call waits for the connection and is sent again', async () => {
    server = 'gone';
    const saving = untilAnswered(() => call('logout', {}));
    await standing({ isUp: false, waiting: 1 });
    server = 'answers';
    vi.advanceTimersByTime(3_000);
    assert.equal((await saving).message, 'Saved');
    assert.deepEqual(
      [lineNow(), asked.filter((address) => address === '/api/logout').length],
      [{ isUp: true, waiting: 0 }, 2],
    );
  });

  test('a waiting call fails if the person would rather not wait, or leaves the page', async () => {
    server = 'gone';
    const leaving = new AbortController();
    const saving = [untilAnswered(() => call('logout', {})), untilAnswered(() => call('logout', {}), leaving.signal)];
    await standing({ isUp: false, waiting: 2 });
    leaving.abort();
    stopWaiting();
    for (const each of await Promise.allSettled(saving)) assert.equal(each.status, 'rejected');
    assert.equal(lineNow().waiting, 0);
    assert.equal(await serverIsBack(leaving.signal), false);
  });

  test('a refusal is not a broken connection and is not repeated', async () => {
    await assert.rejects(
      untilAnswered(() => Promise.reject(new Error('refused'))),
      { message: 'refused' },
    );
    assert.equal(lineNow().waiting, 0);
  });
});
