import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'vitest';
import { fileBody, type Body } from './body.ts';
import { fileBytes } from './files.ts';
import { multipartBody } from './multipart.ts';
import { aFile, anHttp, get, nobody, post, raw, web } from './testing.ts';

const http = anHttp();
const video = aFile(Buffer.alloc(20_000_000));
const form = multipartBody({ fields: {}, files: [{ field: 'video', file: video }] });
const inChunks: Body = { kind: 'readable', contentType: 'video/mp4', sizeBytes: null, chunks: () => fileBytes(video) };

test('an answer comes with its status, headers and text', async () => {
  const { url } = await web((_request, response) =>
    response.writeHead(418, { 'X-Tea': 'green', 'set-cookie': ['a=1', 'b=2'] }).end('short and stout'),
  );
  const reply = await http.send(post(url));
  assert.ok(reply.kind === 'answered');
  assert.deepEqual(
    [reply.status, reply.headers['x-tea'], reply.headers['set-cookie'], reply.text, reply.url.href],
    [418, 'green', 'a=1, b=2', 'short and stout', url.href],
  );
});

test('bytes arrive unchanged, and the answer to HEAD has none whatever its Content-Length', async () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const { url } = await web((request, response) =>
    request.method === 'HEAD' ? response.writeHead(200, { 'content-length': '9000000' }).end() : response.end(all),
  );
  const reply = await http.bytes(get(url), { trust: 'configured' });
  assert.ok(reply.kind === 'answered' && reply.bytes.equals(all));
  const head = await http.send(get(url, { method: 'HEAD' }));
  assert.ok(head.kind === 'answered' && head.text === '');
});

test('a port without a listener means unreachable', async () => {
  assert.deepEqual(await http.send(post(await nobody())), {
    kind: 'unreachable',
    message: '127.0.0.1 refused the connection',
  });
});

test('a name without an address means unreachable', async () => {
  assert.equal((await http.send(post(new URL('http://nowhere.invalid/')))).kind, 'unreachable');
});

test('a peer that does not speak TLS means unreachable', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  assert.equal((await http.send(post(new URL(url.href.replace('http:', 'https:'))))).kind, 'unreachable');
});

test('a connection that drops after the whole request means unknown', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.destroy()));
  assert.equal((await http.send(post(url))).kind, 'unknown');
});

test('an answer that breaks off means unknown', async () => {
  const url = await raw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
  );
  assert.equal((await http.send(post(url))).kind, 'unknown');
});

for (const [framed, body] of [
  ['with its length', form],
  ['in chunks', inChunks],
] as const) {
  test(`a connection that drops while a file is being sent ${framed} means unreachable`, async () => {
    const url = await raw((socket) => socket.once('data', () => socket.destroy()));
    assert.equal((await http.send(post(url, { body }))).kind, 'unreachable');
  });

  test(`a connection that drops after the whole file was sent ${framed} means unknown`, async () => {
    const { url } = await web((request) => request.resume().once('end', () => request.socket.destroy()));
    assert.equal((await http.send(post(url, { body }))).kind, 'unknown');
  });
}

test('a stored file shorter than stated is never sent as a whole', async () => {
  let finished = false;
  const { url } = await web((request, response) => {
    request.resume().on('end', () => {
      finished = true;
      response.end();
    });
  });
  const reply = await http.send(post(url, { body: fileBody(aFile(Buffer.alloc(10), { lengthSaid: 20 })) }));
  assert.deepEqual(reply, {
    kind: 'unreachable',
    message: '127.0.0.1 did not get the file, which could not be read here',
  });
  assert.equal(finished, false);
});

test('a request stopped before it has a connection means unreachable, after that unknown', async () => {
  const stop = new AbortController();
  const { url } = await web(() => stop.abort());
  assert.equal((await http.send(post(url, { signal: AbortSignal.abort() }))).kind, 'unreachable');
  assert.deepEqual(await http.send(post(url, { signal: stop.signal })), {
    kind: 'unknown',
    message: '127.0.0.1 was left before it answered',
  });
});

test('a socket that the server closed while it was idle is not used again', async () => {
  const sockets: Socket[] = [];
  const url = await raw((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal((await http.send(post(url))).kind, 'answered');
    const socket = sockets.at(-1);
    assert.ok(socket);
    const closed = once(socket, 'close');
    socket.end();
    await closed; // the other side has closed it as well
  }
  assert.equal(sockets.length, 3);
});

test('requests to one server reuse its connections', async () => {
  const { server, url } = await web((_request, response) => response.end('ok'));
  let connections = 0;
  server.on('connection', () => (connections += 1));
  for (let turn = 0; turn < 10; turn += 1) await http.send(post(url));
  // undici leaves a used socket idle for one turn of the event loop, so a request right after another opens a second
  // one.
  assert.ok(connections <= 2, String(connections));
});
