import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'vitest';
import { anHttp, raw } from './testing.ts';

const http = anHttp();
const socketOf = async (meet: (socket: Socket) => void): Promise<URL> =>
  new URL((await raw(meet)).href.replace('http:', 'ws:'));

test('a websocket that is silent, closes, is no websocket or is aborted yields no message', async () => {
  const { signal } = new AbortController();
  const silent = await socketOf(() => undefined);
  assert.equal(await http.firstMessage(silent, { signal, timeoutMs: 50 }), null);
  assert.equal(
    await http.firstMessage(await socketOf((socket) => socket.destroy()), { signal, timeoutMs: 5000 }),
    null,
  );
  assert.equal(
    await http.firstMessage(
      await socketOf((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')),
      { signal, timeoutMs: 5000 },
    ),
    null,
  );
  assert.equal(await http.firstMessage(silent, { signal: AbortSignal.timeout(20), timeoutMs: 60_000 }), null);
  assert.equal(await http.firstMessage(silent, { signal: AbortSignal.abort(), timeoutMs: 60_000 }), null);
});
