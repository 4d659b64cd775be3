import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { messages } from '#contract/messages.ts';
import { isPublic, makeSandboxLink } from '../../base/settings/sandbox-door.ts';
import { aServer } from '../testing/server.ts';
import { rawRequest, sendRaw } from './testing-raw.ts';

type Seen = { asked: string; headers: Record<string, unknown>; body: string };

/** A server on this machine that stores its requests and answers with headers that could do harm. */
async function aListener(answerWith: string): Promise<{ port: number; seen: Seen[]; server: Server }> {
  const seen: Seen[] = [];
  const server = createServer((asked, answer) => {
    void text(asked).then((body) => {
      seen.push({ asked: `${asked.method} ${asked.url}`, headers: asked.headers, body });
      answer
        .writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': 'session=theirs',
          'content-security-policy': "default-src 'none'",
          'cache-control': 'no-store',
          'strict-transport-security': 'max-age=1',
          'access-control-allow-origin': '*',
          'clear-site-data': '"*"',
          'x-frame-options': 'ALLOWALL',
        })
        .end(answerWith);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  whenDone(() => {
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, seen, server };
}

const other = await aListener('another host');
const sandbox = await aListener('the sandbox');
const ours = await aServer({ config: { sandboxUrl: `http://127.0.0.1:${sandbox.port}`, sandbox: true } });

beforeEach(() => {
  other.seen.length = 0;
  sandbox.seen.length = 0;
});

const target = `127.0.0.1:${other.port}`;
const ask = (line: string, head: readonly string[] = [], body = '') =>
  sendRaw(ours.url, rawRequest(line, ['host: localhost', ...head], body));

describe('a path below /sandbox that could name another host is not found and sends no request', () => {
  const paths = [
    `.//${target}/x`,
    `..//${target}/x`,
    `x/..//${target}/x`,
    `x/../../${target}/x`,
    `%2e//${target}/x`,
    `%2e%2e//${target}/x`,
    `.%2e//${target}/x`,
    `%2E/%2F${target}/x`,
    `.\\\\${target}/x`,
    `\\\\${target}/x`,
    `\\${target}/x`,
    `/\\${target}/x`,
    `//${target}/x`,
    `///${target}/x`,
    `x//${target}/x`,
    `%5c%5c${target}/x`,
    `%2f%2f${target}/x`,
    `.%2f%2f${target}/x`,
    `./%09//${target}/x`,
    `%0a//${target}/x`,
    `%00//${target}/x`,
    `@${target}/../..//${target}/x`,
    `x/.//${target}/x?y=z`,
    `.//user@${target}/x`,
    './/[::1]/x',
    '%zz/x',
    '%',
    'x/%c0%ae%c0%ae/x',
    'x#y',
    'é/x',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      test(`${method} /sandbox/${path} is refused`, async () => {
        const reply = await ask(
          `${method} /sandbox/${path}`,
          method === 'POST' ? ['content-length: 1'] : [],
          method === 'POST' ? 'x' : '',
        );
        assert.ok([400, 404].includes(reply.status), `answered ${reply.status}`);
        assert.deepEqual([other.seen, sandbox.seen], [[], []]);
        assert.equal(reply.headers.has('set-cookie'), false);
      });
    }
  }

  for (const line of [
    `GET http://${target}/sandbox/x`,
    `GET //${target}/sandbox/x`,
    `GET /%73andbox/x`,
    `GET /sandbox`.concat(`?//${target}/x`),
  ]) {
    test(line, async () => {
      await ask(line);
      assert.deepEqual(other.seen, []);
    });
  }
});

describe('the sandbox at a public address', () => {
  const publicUrl = 'https://app.example';
  const at = async (path: string, served: Awaited<ReturnType<typeof aServer>>, head: readonly string[] = []) =>
    sendRaw(served.url, rawRequest(`GET ${path}`, ['host: app.example', ...head]));

  test('its own pages open only to a browser that came by the operator’s link, which works once', async () => {
    const served = await aServer({
      config: { sandboxUrl: `http://127.0.0.1:${sandbox.port}`, sandbox: true, hasPublicUrl: true, publicUrl },
    });
    const { dataDir } = served.services.config;
    for (const path of ['/', '/?tab=mail', '/news.json?since=1', '/mail/1', `/?key=${'a'.repeat(64)}`]) {
      const reply = await at(`/sandbox${path}`, served);
      assert.deepEqual([reply.status, reply.body], [403, messages.sandboxClosed], path);
    }
    assert.deepEqual(sandbox.seen, []);
    assert.equal((await at('/sandbox/t.me/news/1', served)).status, 200, 'pages of networks are public');

    const link = makeSandboxLink({ dataDir, publicUrl }).slice(publicUrl.length);
    const [opened, again] = [await at(link, served), await at(link, served)];
    assert.deepEqual([opened.status, opened.headers.get('location'), again.status], [303, '/sandbox/', 403]);
    const cookie = opened.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^sandbox=[\da-f]{64}; Path=\/sandbox; HttpOnly; SameSite=Lax; Secure$/);
    const visit = [`cookie: a=b; ${cookie.split(';')[0]}`];
    assert.equal((await at('/sandbox/mail/1', served, visit)).status, 200);
    assert.equal((await at('/sandbox/', served, [`cookie: sandbox=${'b'.repeat(64)}`])).status, 403);
    const [, token = ''] = /key=(.*)/.exec(link) ?? [];
    assert.equal((await at('/sandbox/', served, [`cookie: sandbox=${token}`])).status, 403, 'the link is no cookie');
  });

  for (const [address, expected] of [
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:3000', false],
    ['http://app.localhost', false],
    ['https://app.example', true],
    ['http://192.168.1.4:3000', true],
    ['https://localhost.example', true],
  ] as const)
    test(`${address} is ${expected ? 'a public' : 'no public'} address`, () => {
      assert.equal(isPublic({ hasPublicUrl: true, publicUrl: address }), expected);
      assert.equal(isPublic({ hasPublicUrl: false, publicUrl: address }), false);
    });
});

describe('the proxy between a visitor and the sandbox', () => {
  test('a plain path and its query arrive as they are', async () => {
    const paths = [
      '/sandbox/t.me/x?y=1&z=%2F',
      '/sandbox/medium/@name/a-title',
      '/sandbox/wordpress/caf%C3%A9/',
      '/sandbox/x?//evil.example/',
      "/sandbox/urn:li:share:7/a~b!$&'()*+,;=x",
    ];
    for (const path of paths) assert.match((await ask(`GET ${path}`)).body, /the sandbox/, path);
    assert.deepEqual(
      sandbox.seen.map(({ asked }) => asked),
      paths.map((path) => `GET ${path.slice('/sandbox'.length)}`),
    );
  });

  test('no header that identifies or locates a visitor arrives, and the sandbox sees the proxy', async () => {
    await ask('GET /sandbox/x', [
      'authorization: token',
      'cookie: a=b',
      'x-forwarded-for: 127.0.0.1',
      'x-forwarded-host: evil.example',
      'forwarded: for=1.2.3.4',
      'origin: http://evil.example',
      'referer: http://localhost/connect/secret',
      'proxy-authorization: x',
      'upgrade: websocket',
      'x-http-method-override: DELETE',
      'accept: text/html',
      'range: bytes=0-1',
      'user-agent: me',
    ]);
    const headers = sandbox.seen[0]?.headers ?? {};
    assert.deepEqual(Object.keys(headers).toSorted(), ['accept', 'connection', 'host', 'range', 'user-agent', 'via']);
    assert.equal(headers['host'], `127.0.0.1:${sandbox.port}`);
  });

  test('no header that could affect our own address is returned, except the pages’ own policy', async () => {
    const { headers } = await ask('GET /sandbox/x');
    for (const name of ['set-cookie', 'strict-transport-security', 'access-control-allow-origin', 'clear-site-data'])
      assert.equal(headers.has(name), false, name);
    assert.equal(headers.get('content-security-policy'), "default-src 'none'");
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('a form arrives, and a body that does not belong there does not', async () => {
    await ask(
      'POST /sandbox/reddit/www',
      ['content-type: application/x-www-form-urlencoded', 'content-length: 14'],
      'decision=allow',
    );
    const smuggled = 'POST /control/reset HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    await ask(
      'GET /sandbox/x',
      ['transfer-encoding: chunked'],
      `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    );
    await ask('GET /sandbox/y', ['content-length: 4'], 'body');
    assert.deepEqual(
      sandbox.seen.map(({ asked, body }) => [asked, body]),
      [
        ['POST /reddit/www', 'decision=allow'],
        ['GET /x', ''],
        ['GET /y', ''],
      ],
    );
  });

  test('a sandbox that fails or is unreachable affects only that answer', async () => {
    const broken = await aListener('');
    const server = await aServer({ config: { sandboxUrl: `http://127.0.0.1:${broken.port}`, sandbox: true } });
    broken.server.removeAllListeners('request');
    broken.server.on('request', (_asked, answer) => {
      answer.writeHead(200, { 'content-length': 10 });
      answer.write('half', () => {
        answer.destroy();
      });
    });
    await assert.rejects(async () => (await server.send('/sandbox/x')).text());
    broken.server.closeAllConnections();
    await new Promise((resolve) => {
      broken.server.close(resolve);
    });
    assert.equal((await server.send('/sandbox/x')).status, 502);
    assert.equal((await server.send('/healthz')).status, 200);
  });
});
