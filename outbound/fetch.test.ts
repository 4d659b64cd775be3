import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { outboundFetch } from './fetch.ts';
import { anHttp, nobody, raw, web } from './testing.ts';

const http = anHttp();
const fetch = outboundFetch(http, { trust: 'configured', timeoutMs: 2000, maxBytes: 100_000 });

test('a request is sent as the SDK built it, and its answer can be read like any other', async () => {
  const { url } = await web((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const {
          method,
          headers: { authorization, 'content-type': type, 'content-length': length, 'stripe-version': version },
        } = request;
        const seen = {
          method,
          host: request.headers.host,
          url: request.url,
          authorization,
          type,
          length,
          version,
          body: Buffer.concat(chunks).toString(),
        };
        response
          .writeHead(402, { 'request-id': 'req_1', 'content-encoding': 'gzip', 'content-type': 'application/json' })
          .end(gzipSync(JSON.stringify(seen)));
      });
  });
  const answer = await fetch(new URL('/v1/charges?x=1', url).href, {
    method: 'post',
    headers: {
      Authorization: 'Bearer sk',
      Host: 'other.example',
      'Stripe-Version': '2026',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'amount=1',
  });
  assert.deepEqual(
    [answer.status, answer.ok, answer.headers.get('Request-Id'), answer.headers.get('content-encoding')],
    [402, false, 'req_1', null],
  );
  assert.deepEqual(await answer.json(), {
    method: 'POST',
    host: url.host,
    url: '/v1/charges?x=1',
    authorization: 'Bearer sk',
    type: 'application/x-www-form-urlencoded',
    length: '8',
    version: '2026',
    body: 'amount=1',
  });
});

test('a status without a body gives an answer without a body', async () => {
  const { url } = await web((_request, response) => response.writeHead(204).end());
  const answer = await fetch(url, { method: 'DELETE' });
  assert.deepEqual([answer.status, answer.body], [204, null]);
});

test('no answer is an error that says whether the request may have arrived', async () => {
  await assert.rejects(fetch(await nobody()), {
    name: 'TypeError',
    message: '127.0.0.1 refused the connection',
    cause: { code: 'UNREACHABLE' },
  });
  const dropped = await raw((socket) => socket.once('data', () => socket.destroy()));
  await assert.rejects(fetch(dropped, { method: 'POST', body: 'x' }), {
    name: 'TypeError',
    cause: { code: 'UNKNOWN' },
  });
});

test('an answer beyond the limit is an error', async () => {
  const { url } = await web((_request, response) => response.end(Buffer.alloc(100_001)));
  await assert.rejects(fetch(url), { message: '127.0.0.1 sent a far too large answer' });
});

test('an abort rejects with its reason, before the request and during it', async () => {
  await assert.rejects(fetch('http://127.0.0.1:9/', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const { url } = await web(() => undefined);
  await assert.rejects(fetch(url, { signal: AbortSignal.timeout(30) }), { name: 'TimeoutError' });
});

test('a private address is refused if anybody may choose the address', async () => {
  const { url } = await web((_request, response) => response.end());
  await assert.rejects(outboundFetch(http, { trust: 'guarded' })(url), { message: /private address/ });
});

test('redirects are followed up to the limit, returned if the SDK asks for them, and otherwise an error', async () => {
  const { url } = await web((request, response) =>
    request.url === '/end' ? response.end('arrived') : response.writeHead(302, { location: '/end' }).end(),
  );
  const following = outboundFetch(http, { trust: 'configured', redirects: 1 });
  assert.equal(await (await following(url)).text(), 'arrived');
  assert.equal((await following(url, { redirect: 'manual' })).status, 302);
  await assert.rejects(following(url, { redirect: 'error' }), TypeError);
  await assert.rejects(fetch(url), TypeError);
});
