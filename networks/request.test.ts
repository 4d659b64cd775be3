import assert from 'node:assert/strict';
import { lookup } from 'node:dns';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { isPublicAddress, publicLookupBy } from './addresses.ts';
import { mediaBytes, multipartBody } from './multipart.ts';
import { openHttp, type Body, type HttpRequest } from './request.ts';
import { aMedia } from './testing.ts';

const servers: Server[] = [];
const http = openHttp({ allowPrivateHosts: ['127.0.0.1'] });
after(async () => {
  await http.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

async function listen(server: Server): Promise<URL> {
  servers.push(server);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.prependOnceListener('close', () => sockets.clear());
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of sockets) socket.destroy();
    return close(done);
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return new URL(`http://127.0.0.1:${(address satisfies AddressInfo).port}/bot1:SECRET/send`);
}
const web = (answer: RequestListener): Promise<URL> => listen(createHttpServer(answer));
const raw = (meet: (socket: Socket) => void): Promise<URL> =>
  listen(createServer((socket) => {
    socket.on('error', () => socket.destroy());
    meet(socket);
  }));

const post = (url: URL, rest: Partial<HttpRequest> = {}): HttpRequest =>
  ({ method: 'POST', url, signal: new AbortController().signal, body: text('hello'), ...rest });
const text = (words: string): Body => ({ kind: 'bytes', contentType: 'text/plain', bytes: Buffer.from(words) });

test('an answer comes with its status, headers and text', async () => {
  const url = await web((_request, response) => response.writeHead(418, { 'X-Tea': 'green' }).end('short and stout'));
  const reply = await http.send(post(url));
  assert.ok(reply.kind === 'answered');
  assert.deepEqual([reply.status, reply.headers['x-tea'], reply.text], [418, 'green', 'short and stout']);
});

test('a multipart body is streamed with its length and arrives whole', async () => {
  let seen = { length: '', bytes: 0 };
  const url = await web((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
    request.on('end', () => {
      seen = { length: String(request.headers['content-length']), bytes };
      response.end('ok');
    });
  });
  const media = aMedia('video', { bytes: Buffer.alloc(3_000_000, 7) });
  const reply = await http.send(post(url, { body: multipartBody({ fields: { caption: 'Grüße "x"' }, file: { field: 'video', media } }) }));
  assert.equal(reply.kind, 'answered');
  assert.equal(seen.length, String(seen.bytes));
  assert.ok(seen.bytes > 3_000_000);
});

test('nobody listening means unreachable', async () => {
  const url = await raw(() => undefined);
  await new Promise((done) => servers.pop()?.close(done));
  const reply = await http.send(post(url));
  assert.deepEqual(reply, { kind: 'unreachable', message: '127.0.0.1 refused the connection' });
});

test('a name without address means unreachable', async () => {
  const reply = await http.send(post(new URL('http://nowhere.invalid/')));
  assert.equal(reply.kind, 'unreachable');
});

test('a peer that does not speak TLS means unreachable', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  const reply = await http.send(post(new URL(url.href.replace('http:', 'https:'))));
  assert.equal(reply.kind, 'unreachable');
});

test('a connection that drops after the whole request means unknown', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.destroy()));
  assert.equal((await http.send(post(url))).kind, 'unknown');
});

test('an answer that breaks off means unknown', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')));
  assert.equal((await http.send(post(url))).kind, 'unknown');
});

test('a connection that drops while the file is still going out means unreachable', async () => {
  const url = await raw((socket) => socket.once('data', () => socket.destroy()));
  const media = aMedia('video', { bytes: Buffer.alloc(20_000_000) });
  const reply = await http.send(post(url, { body: multipartBody({ fields: {}, file: { field: 'video', media } }) }));
  assert.equal(reply.kind, 'unreachable');
});

test('a stored file shorter than its row never goes out as a whole', async () => {
  let finished = false;
  const url = await web((request, response) => {
    request.resume().on('end', () => {
      finished = true;
      response.end();
    });
  });
  const media = aMedia('image', { bytes: Buffer.alloc(10), lengthSaid: 20 });
  const reply = await http.send(post(url, { body: multipartBody({ fields: {}, file: { field: 'photo', media } }) }));
  assert.deepEqual(reply, { kind: 'unreachable', message: '127.0.0.1 did not get the file, which could not be read here' });
  assert.equal(finished, false);
  await assert.rejects(async () => {
    for await (const chunk of mediaBytes(aMedia('image', { bytes: Buffer.alloc(30), lengthSaid: 20 }))) assert.ok(chunk);
  });
});

test('no answer in time means unknown, and the message keeps the path to itself', async () => {
  const url = await raw((socket) => socket.resume());
  const reply = await http.send(post(url, { timeoutMs: 60 }));
  assert.deepEqual(reply, { kind: 'unknown', message: '127.0.0.1 did not answer in time' });
});

test('a request stopped before it has a connection means unreachable', async () => {
  const url = await web((_request, response) => response.end());
  const reply = await http.send(post(url, { signal: AbortSignal.abort() }));
  assert.equal(reply.kind, 'unreachable');
});

test('an endless answer is cut off and means unknown', async () => {
  const url = await web((_request, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(500_000), more);
    };
    more();
  });
  assert.deepEqual(await http.send(post(url)), { kind: 'unknown', message: '127.0.0.1 sent a far too large answer' });
});

test('a compressed answer is read, and one that unpacks without end means unknown', async () => {
  const url = await web((request, response) => {
    const bytes = request.url === '/bomb' ? Buffer.alloc(50_000_000) : Buffer.from('{"ok":true}');
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes));
  });
  const reply = await http.send(post(url));
  assert.equal(reply.kind === 'answered' && reply.text, '{"ok":true}');
  assert.equal((await http.send(post(new URL('/bomb', url)))).kind, 'unknown');
});

test('a socket the server closed while it was idle is not used again', async () => {
  let connections = 0;
  const url = await raw((socket) => {
    connections += 1;
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      setTimeout(() => socket.end(), 20);
    });
  });
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal((await http.send(post(url))).kind, 'answered');
    await wait(60);
  }
  assert.equal(connections, 3);
});

test('a running server is spoken to over kept connections', async () => {
  const url = await web((_request, response) => response.end('ok'));
  let connections = 0;
  servers.at(-1)?.on('connection', () => (connections += 1));
  for (let turn = 0; turn < 10; turn += 1) await http.send(post(url));
  // undici lets a socket rest for one turn of the event loop, so a request right behind another takes a second one.
  assert.ok(connections <= 2, String(connections));
});

for (const [address, isPublic] of [
  ['93.184.216.34', true], ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false], ['10.1.2.3', false], ['172.16.0.1', false], ['192.168.1.1', false], ['169.254.169.254', false], ['100.64.0.1', false],
  ['0.0.0.0', false], ['168.63.129.16', false], ['224.0.0.1', false], ['255.255.255.255', false], ['::', false], ['::1', false],
  ['::ffff:127.0.0.1', false], ['::7f00:1', false], ['64:ff9b::a00:1', false], ['fe80::1', false], ['fd00:ec2::254', false], ['2002:7f00:1::', false], ['nonsense', false],
] as const) {
  test(`${address} is ${isPublic ? 'public' : 'not public'}`, () => assert.equal(isPublicAddress(address), isPublic));
}

test('a public address is what the socket gets, in both shapes Node asks for', async () => {
  const lookUp = (host: string, all: boolean) => new Promise((settle) => publicLookupBy(lookup)(host, { all }, (error, address, family) => settle(error?.message ?? [address, family])));
  assert.deepEqual(await lookUp('93.184.216.34', true), [[{ address: '93.184.216.34', family: 4 }], undefined]);
  assert.deepEqual(await lookUp('93.184.216.34', false), ['93.184.216.34', 4]);
  assert.equal(await lookUp('localhost', true), 'private address');
});

test('a private address that is not allowed is refused before a socket is opened', async () => {
  let met = 0;
  const url = await web((_request, response) => {
    met += 1;
    response.end();
  });
  const strict = openHttp({ allowPrivateHosts: ['127.0.0.1:1'] });
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433']) {
    const reply = await strict.sendGuarded({ method: 'GET', url: new URL(`http://${host}:${url.port}/`), signal: new AbortController().signal });
    assert.equal(reply.kind, 'unreachable', host);
    assert.ok(reply.kind === 'unreachable' && reply.message.includes('private address'), JSON.stringify(reply));
  }
  assert.equal(met, 0);
  await strict.close();
});

test('only the allowed port of a private host is reached', async () => {
  const url = await web((_request, response) => response.end('in'));
  const some = openHttp({ allowPrivateHosts: [url.host] });
  assert.equal((await some.sendGuarded(post(url))).kind, 'answered');
  assert.equal((await some.sendGuarded(post(new URL('http://127.0.0.1:9/')))).kind, 'unreachable');
  await some.close();
});

test('addresses with a login or another scheme are not used', async () => {
  for (const address of ['ftp://example.com/', 'http://user:word@example.com/']) {
    const reply = await http.sendGuarded({ method: 'GET', url: new URL(address), signal: new AbortController().signal });
    assert.equal(reply.kind, 'unreachable');
  }
});

test('a redirect is followed, but the authorization stays with its host', async () => {
  const seen: (string | undefined)[] = [];
  const there = await web((request, response) => {
    seen.push(request.headers.authorization);
    response.end('arrived');
  });
  const here = await web((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { location: request.url === '/same' ? '/other' : there.href }).end();
  });
  const reply = await http.sendGuarded({ method: 'GET', url: new URL('/same', here), headers: { authorization: 'Basic x' }, signal: new AbortController().signal });
  assert.ok(reply.kind === 'answered');
  assert.deepEqual([reply.text, reply.url.host, seen], ['arrived', there.host, ['Basic x', 'Basic x', undefined]]);
});

test('a redirect to a private address is refused', async () => {
  const there = await web((_request, response) => response.end('secret'));
  const here = await web((_request, response) => response.writeHead(302, { location: there.href }).end());
  const some = openHttp({ allowPrivateHosts: [here.host] });
  const reply = await some.sendGuarded({ method: 'GET', url: here, signal: new AbortController().signal });
  assert.equal(reply.kind, 'unreachable');
  await some.close();
});

test('the fourth redirect is one too many, and a POST follows none', async () => {
  const url = await web((_request, response) => response.writeHead(307, { location: '/again' }).end());
  assert.equal((await http.sendGuarded({ method: 'GET', url, signal: new AbortController().signal })).kind, 'unreachable');
  const reply = await http.sendGuarded(post(url));
  assert.equal(reply.kind === 'answered' && reply.status, 307);
});

const socketOf = async (meet: (socket: Socket) => void): Promise<URL> => new URL((await raw(meet)).href.replace('http:', 'ws:'));

test('a websocket that says nothing, hangs up, is no websocket or is given up tells nothing', async () => {
  const { signal } = new AbortController();
  const silent = await socketOf(() => undefined);
  assert.equal(await http.firstMessage(silent, { signal, timeoutMs: 50 }), null);
  assert.equal(await http.firstMessage(await socketOf((socket) => socket.destroy()), { signal, timeoutMs: 5000 }), null);
  assert.equal(await http.firstMessage(await socketOf((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')), { signal, timeoutMs: 5000 }), null);
  assert.equal(await http.firstMessage(silent, { signal: AbortSignal.timeout(20), timeoutMs: 60_000 }), null);
  assert.equal(await http.firstMessage(silent, { signal: AbortSignal.abort(), timeoutMs: 60_000 }), null);
});
