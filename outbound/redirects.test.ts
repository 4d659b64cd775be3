import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'vitest';
import { headersFor } from './redirects.ts';
import { anHttp, get, post, web } from './testing.ts';

const http = anHttp({ allowPrivateHosts: ['127.0.0.1'] });

test('a redirect is an answer if none may be followed', async () => {
  const { url } = await web((_request, response) => response.writeHead(302, { location: '/other' }).end());
  for (const reply of [await http.send(get(url)), await http.sendGuarded(get(url))])
    assert.equal(reply.kind === 'answered' && reply.status, 302);
});

test('a redirect is followed, but credentials are not sent to another origin', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const there = await web((request, response) => {
    seen.push(request.headers);
    response.end('arrived');
  });
  const here = await web((request, response) => {
    seen.push(request.headers);
    response.writeHead(302, { location: request.url === '/same' ? '/other' : there.url.href }).end();
  });
  const headers = {
    authorization: 'Basic x',
    cookie: 'a=b',
    'xi-api-key': 'key',
    'x-goog-api-key': 'key',
    accept: 'text/plain',
  };
  for (const trust of ['guarded', 'configured'] as const) {
    seen.length = 0;
    const reply = await http.bytes(get(new URL('/same', here.url), { headers, redirects: 3 }), { trust });
    assert.ok(reply.kind === 'answered', JSON.stringify(reply));
    assert.deepEqual([reply.bytes.toString(), reply.url.host], ['arrived', there.url.host]);
    assert.deepEqual(
      seen.map(({ authorization, cookie, accept }) => [authorization, cookie, accept]),
      [
        ['Basic x', 'a=b', 'text/plain'],
        ['Basic x', 'a=b', 'text/plain'],
        [undefined, undefined, 'text/plain'],
      ],
    );
    assert.deepEqual(
      Object.keys(seen[2] ?? {}).filter((name) => name.includes('key')),
      [],
    );
  }
});

test('a redirect to a private address is refused, even from an address of our configuration', async () => {
  let met = 0;
  const there = await web((_request, response) => {
    met += 1;
    response.end('secret');
  });
  for (const location of [
    there.url.href,
    `http://localhost:${there.url.port}/`,
    'file:///etc/passwd',
    'http://user:word@example.com/',
  ]) {
    const here = await web((_request, response) => response.writeHead(302, { location }).end());
    const some = anHttp({ allowPrivateHosts: [here.url.host] });
    assert.equal((await some.sendGuarded(get(here.url, { redirects: 3 }))).kind, 'unreachable', location);
    assert.equal((await some.send(get(here.url, { redirects: 3 }))).kind, 'unreachable', location);
  }
  assert.equal(met, 0);
});

test('one redirect more than the limit is too many, and a POST follows none', async () => {
  let asked = 0;
  const { url } = await web((_request, response) => {
    asked += 1;
    response.writeHead(307, { location: '/again' }).end();
  });
  assert.deepEqual(await http.sendGuarded(get(url, { redirects: 3 })), {
    kind: 'unreachable',
    message: `${url.host} redirects too often`,
  });
  assert.equal(asked, 4);
  const reply = await http.sendGuarded(post(url, { redirects: 3 }));
  assert.equal(reply.kind === 'answered' && reply.status, 307);
  assert.equal(asked, 5);
});

test('all redirects together have the time limit of one request', async () => {
  const { url } = await web((request, response) => {
    // The second answer would be in time if the first had taken no time.
    if (request.url === '/again') setTimeout(() => response.end('arrived'), 1400);
    else setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 400);
  });
  assert.deepEqual(await http.send(get(url, { redirects: 20, timeoutMs: 1500 })), {
    kind: 'unknown',
    message: '127.0.0.1 did not answer in time',
  });
});

for (const [from, to, keeps] of [
  ['https://a.example/x', 'https://a.example/y', true],
  ['http://a.example/', 'https://a.example/', true],
  ['https://a.example/', 'http://a.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
  ['https://a.example/', 'https://b.a.example/', false],
  ['https://b.a.example/', 'https://a.example/', false],
] as const) {
  test(`a redirect from ${from} to ${to} ${keeps ? 'keeps' : 'drops'} credentials`, () => {
    const { signal } = new AbortController();
    const asked = {
      method: 'GET',
      url: new URL(from),
      headers: { Authorization: 'x', Range: 'bytes=0-1' },
      signal,
    } as const;
    assert.deepEqual(Object.keys(headersFor(new URL(to), asked)), keeps ? ['Authorization', 'Range'] : ['Range']);
  });
}

test('a private host that is allowed in part is reached below that path only, also by a redirect', async () => {
  const asked: string[] = [];
  const there = await web((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/files/away') response.writeHead(302, { location: '/mail/1' });
    response.end('secret');
  });
  const partly = anHttp({ allowPrivateHosts: [`${there.url.host}/files/`] });
  const statusOf = async (path: string) => {
    const reply = await partly.sendGuarded(get(new URL(path, there.url), { redirects: 2 }));
    return reply.kind === 'answered' ? reply.status : reply.kind;
  };
  assert.equal(await statusOf('/files/a.png'), 200);
  for (const path of ['/', '/mail/1', '/files', '/files/../mail/1', '/files/%2e%2e/mail/1', '//files/x', '/files/away'])
    assert.equal(await statusOf(path), 'unreachable', path);
  assert.deepEqual(asked, ['/files/a.png', '/files/away']);
});
