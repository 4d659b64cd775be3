import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import type { HttpRequest } from './exchange.ts';
import { fileBody } from './body.ts';
import { aFile, anHttp, get, post, raw, web } from './testing.ts';

const http = anHttp();
const late = '127.0.0.1 did not answer in time';
const tooLarge = { kind: 'unknown', message: '127.0.0.1 sent a far too large answer' };
const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';

/** Shorter than the default limit of a request, 30 s: the limit that a request names is the one that ends it. */
const soon = { timeout: 25_000 };

/** Servers that answer nothing; a head at once and then nothing; a byte every 5 ms without end. */
const silent = await raw((socket) => socket.resume());
const stalled = await raw((socket) => socket.once('data', () => socket.write(`${head}x`)));
const slow = await raw((socket) =>
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 5);
    socket.once('close', () => clearInterval(drip));
  }),
);
const neverReads = await raw((socket) => socket.pause());
const nameless = anHttp({ resolve: () => undefined });

// Side by side, since each waits for its limit.
describe('a request that takes too long', { concurrent: true }, () => {
  // Opened before the tests, which run at the same time: a helper closes what it opens with the test that is running.
  const servers = { silent, stalled, slow };
  /**
   * Long enough that a request has been sent by then, however busy the machine is: otherwise the server could not have
   * got it.
   */
  const enoughMs = 3000;
  const cases: readonly (readonly [keyof typeof servers, string, Partial<HttpRequest>])[] = [
    ['silent', 'in all', { timeoutMs: enoughMs }],
    ['slow', 'in all, though bytes keep coming', { timeoutMs: enoughMs, idleMs: 2500, firstByteMs: 2500 }],
    ['silent', 'until the first byte', { firstByteMs: 60 }],
    ['stalled', 'without a byte', { idleMs: enoughMs }],
  ];
  for (const [server, limit, limits] of cases) {
    test(`${limit} means unknown, and the message does not contain the path`, soon, async () => {
      assert.deepEqual(await http.send(post(servers[server], limits)), { kind: 'unknown', message: late });
    });
  }

  test('a timeout before there is a connection means unreachable', soon, async () => {
    assert.deepEqual(await nameless.sendGuarded(post(new URL('http://name.example/'), { connectMs: 30 })), {
      kind: 'unreachable',
      message: 'name.example did not answer in time',
    });
  });

  test('a timeout while the file is being sent means unreachable', soon, async () => {
    const body = fileBody(aFile(Buffer.alloc(20_000_000)));
    assert.deepEqual(await http.send(post(neverReads, { body, idleMs: 100 })), { kind: 'unreachable', message: late });
  });
});

test('bytes that keep arriving are no silence, however long they take together', async () => {
  const { url } = await web((_request, response) => {
    let left = 15;
    const drip = setInterval(() => {
      response.write('x');
      left -= 1;
      if (left > 0) return;
      clearInterval(drip);
      response.end();
    }, 100);
  });
  const reply = await http.send(get(url, { idleMs: 1000 }));
  assert.equal(reply.kind === 'answered' && reply.text, 'x'.repeat(15));
});

test('the limit for the first byte does not run while the file is being sent', async () => {
  const { url } = await web((request, response) => {
    const slowly = setInterval(() => {
      request.read();
    }, 5);
    setTimeout(() => {
      clearInterval(slowly);
      request.resume().once('end', () => response.end('ok'));
    }, 1500);
  });
  // Once the file is sent, the answer comes within the limit, however busy the machine is.
  const reply = await http.send(post(url, { body: fileBody(aFile(Buffer.alloc(20_000_000))), firstByteMs: 1000 }));
  assert.equal(reply.kind, 'answered', JSON.stringify(reply));
});

describe('an oversized answer', () => {
  test('an endless answer is cut off and means unknown', async () => {
    const { url } = await web((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(500_000), more);
      };
      more();
    });
    assert.deepEqual(await http.send(post(url)), tooLarge);
  });

  test('an answer is refused by the Content-Length in its head, before its body arrives', async () => {
    const url = await raw((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2000001\r\n\r\nx')),
    );
    assert.deepEqual(await http.send(post(url)), tooLarge);
  });

  test('an answer may be exactly as large as the request allows, and no larger', async () => {
    const { url } = await web((request, response) => {
      if (request.url === '/chunked') response.write('x');
      else response.setHeader('content-length', 1000);
      response.end(Buffer.alloc(request.url === '/chunked' ? 999 : 1000, 'x'));
    });
    for (const address of [url, new URL('/chunked', url)]) {
      assert.equal((await http.send(post(address, { maxBytes: 1000 }))).kind, 'answered');
      assert.deepEqual(await http.send(post(address, { maxBytes: 999 })), tooLarge);
      assert.deepEqual(await http.bytes(post(address, { maxBytes: 999 }), { trust: 'configured' }), tooLarge);
    }
  });
});

for (const [coding, compress] of [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const) {
  test(`an answer in ${coding} is read; one that is too large or broken means unknown`, async () => {
    const bodies: Readonly<Record<string, Buffer>> = {
      '/bomb': compress(Buffer.alloc(50_000_000)),
      '/none': Buffer.from('none at all'),
    };
    const { url } = await web((request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bodies[request.url ?? ''] ?? compress('{"ok":true}')),
    );
    const reply = await http.send(get(url));
    assert.equal(reply.kind === 'answered' && reply.text, '{"ok":true}');
    assert.deepEqual(await http.send(get(new URL('/bomb', url))), tooLarge);
    assert.deepEqual(await http.send(get(new URL('/none', url))), {
      kind: 'unknown',
      message: '127.0.0.1 sent an answer that cannot be read',
    });
  });
}
