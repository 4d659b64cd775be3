import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'vitest';
import { aServer } from '../testing/server.ts';
import { rawRequest, sendRaw } from './testing-raw.ts';

/** The status of a request for `path` with exactly these lines after the first one. */
const statusOf = async (url: string, head: readonly string[], line = 'GET /files/none'): Promise<number> =>
  (await sendRaw(url, rawRequest(line, head))).status;

const alone = await aServer({ config: { sandbox: false, hasPublicUrl: false } });
const evaluated = await aServer({ config: { sandbox: true, hasPublicUrl: false } });
const public443 = await aServer({ config: { sandbox: false, hasPublicUrl: true, publicUrl: 'https://app.example' } });
const public8080 = await aServer({
  config: { sandbox: true, hasPublicUrl: true, publicUrl: 'http://app.example:8080' },
});

const thisMachine = [
  'localhost',
  'LocalHost',
  'localhost:3000',
  'localhost.',
  'localhost.:3000',
  '127.0.0.1',
  '127.0.0.1:9',
  '127.8.7.6',
  '[::1]',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
];
const otherHosts = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'evil.localhost.example',
  'x.localhost',
  '127.0.0.1.evil.example',
  'localhost..',
  '0.0.0.0',
  '[::]',
  '10.0.0.1',
  '192.168.1.5:3000',
  '[fe80::1]',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '::1',
  '[::1',
  '::1]',
  '[::1]x',
  'localhost:',
  'localhost:x',
  'localhost:123456',
  'user@localhost',
  'localhost@evil.example',
  'localhost/evil',
  'localhost,evil.example',
  'localhost evil.example',
  '',
  ' ',
  'ŀocalhost',
  'localhost\\evil',
  'localhost?x',
  'localhost#x',
  '%6cocalhost',
  '[::1%25lo]',
  '[127.0.0.1]',
];

for (const [what, server] of [
  ['a server without PUBLIC_URL', alone],
  ['an evaluation with the sandbox', evaluated],
] as const) {
  describe(what, () => {
    test('without PUBLIC_URL this machine is served by its names and addresses, at any port', async () => {
      for (const host of thisMachine) assert.equal(await statusOf(server.url, [`host: ${host}`]), 404, host);
    });

    test('no other host is served, because its page could read it through a changed DNS entry', async () => {
      for (const host of otherHosts) assert.equal(await statusOf(server.url, [`host: ${host}`]), 421, host);
    });

    test('a header that claims another host is ignored', async () => {
      for (const claim of [
        'x-forwarded-host: localhost',
        'forwarded: host=localhost',
        'x-host: localhost',
        'x-original-host: localhost',
        ':authority: localhost',
      ]) {
        assert.notEqual(await statusOf(server.url, ['host: evil.example', claim]), 404, claim);
      }
    });

    test('the health check is answered under any host', async () => {
      for (const path of ['/healthz', '/healthz/', '/healthz?x', 'http://evil.example/healthz'])
        assert.equal(await statusOf(server.url, ['host: evil.example'], `GET ${path}`), 200, path);
      assert.equal(await statusOf(server.url, ['host: evil.example'], 'HEAD /healthz'), 200);
    });
  });
}

describe('PUBLIC_URL', () => {
  test('the host of PUBLIC_URL is served in any spelling, at its own port', async () => {
    for (const host of ['app.example', 'APP.Example', 'app.example.', 'app.example:443', 'app.example.:443'])
      assert.equal(await statusOf(public443.url, [`host: ${host}`]), 404, host);
    for (const host of ['app.example:8080', 'App.Example:8080', 'app.example'])
      assert.equal(await statusOf(public8080.url, [`host: ${host}`]), 404, host);
  });

  test('with PUBLIC_URL every other host is refused', async () => {
    for (const host of [
      ...otherHosts,
      'app.example:80',
      'app.example:8080',
      'app.example.evil.example',
      'xapp.example',
      'app.example..',
      'localhost',
      '127.0.0.1',
      '[::1]',
    ]) {
      assert.equal(await statusOf(public443.url, [`host: ${host}`]), 421, host);
    }
    for (const host of [...otherHosts, 'app.example:443', 'app.example:80'])
      assert.equal(await statusOf(public8080.url, [`host: ${host}`]), 421, host);
  });

  test('this machine is served too while the sandbox is on', async () => {
    for (const host of thisMachine) assert.equal(await statusOf(public8080.url, [`host: ${host}`]), 404, host);
  });

  test('the host that a proxy claims is ignored', async () => {
    assert.equal(await statusOf(public443.url, ['host: evil.example', 'x-forwarded-host: app.example']), 421);
    assert.equal(await statusOf(public443.url, ['host: app.example', 'x-forwarded-host: evil.example']), 404);
  });
});

describe('a request that names its host in another way', () => {
  test('a repeated or missing Host header is refused', async () => {
    assert.equal(await statusOf(alone.url, []), 400);
    assert.equal(await statusOf(alone.url, ['host: localhost', 'host: localhost']), 400);
    assert.equal(await statusOf(alone.url, ['host: localhost', 'Host: evil.example']), 400);
    assert.equal(await statusOf(alone.url, ['host: evil.example', 'host: localhost']), 400);
    assert.equal(await statusOf(alone.url, ['host: evil.example', 'host: localhost'], 'GET /healthz'), 400);
    assert.equal((await sendRaw(alone.url, 'GET /files/none HTTP/1.0\r\n\r\n')).status, 421);
  });

  test('a host in the request target is served only if it and the Host header are ours', async () => {
    const cases: [string, string, number][] = [
      ['http://localhost/files/none', 'localhost', 404],
      ['HTTP://LOCALHOST:3000/files/none', 'localhost', 404],
      ['http://127.0.0.1/files/none', 'localhost', 404],
      ['http://evil.example/files/none', 'localhost', 421],
      ['http://localhost/files/none', 'evil.example', 421],
      ['https://evil.example/files/none', 'localhost', 421],
      ['http://localhost@evil.example/files/none', 'localhost', 421],
      ['http://evil.example:80/', 'localhost', 421],
      ['http://evil.example', 'localhost', 421],
      ['http://evil.example?x', 'localhost', 421],
    ];
    for (const [address, host, status] of cases)
      assert.equal(await statusOf(alone.url, [`host: ${host}`], `GET ${address}`), status, `${address} at ${host}`);
  });

  test('an unusual request target is never served', async () => {
    for (const line of [
      'OPTIONS *',
      'GET *',
      'CONNECT localhost:443',
      'GET localhost/files/none',
      'GET ftp://localhost/x',
      'GET evil.example:80',
    ]) {
      assert.ok([0, 400, 404, 405, 421].includes(await statusOf(alone.url, ['host: localhost'], line)), line);
    }
  });
});

test('calls, exports, videos and pages are not served to another host either', async () => {
  for (const line of [
    'POST /api/login',
    'GET /',
    'GET /exports/x',
    'GET /films/x',
    'GET /sandbox/',
    'GET /healthzx',
    'GET /api/connect-reddit',
    'GET //healthz',
    'GET /x/../healthz',
  ]) {
    assert.equal(await statusOf(alone.url, ['host: evil.example', 'content-length: 0'], line), 421, line);
  }
});

test('an oversized or broken head is refused, and the server keeps working', async () => {
  assert.equal(await statusOf(alone.url, ['host: localhost', `x: ${'y'.repeat(100_000)}`]), 431);
  assert.equal(await statusOf(alone.url, [`host: ${'a'.repeat(10_000)}`]), 421);
  assert.equal(await statusOf(alone.url, ['host: localhost\r\nhost : evil.example']), 400);
  assert.equal(await statusOf(alone.url, ['host: localhost', ' evil.example']), 400);
  assert.equal(await statusOf(alone.url, ['host: local\0host']), 400);
  assert.equal(await statusOf(alone.url, ['host: localhost']), 404);
});

test('requests for a thousand other hosts at once are all refused', async () => {
  const { port } = new URL(alone.url);
  const asked = Array.from(
    { length: 1000 },
    (_, index) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(rawRequest('GET /', [`host: h${index}.evil.example`]));
        });
        let first = '';
        socket
          .on('data', (chunk) => {
            first += chunk.toString('latin1');
          })
          .on('error', reject)
          .on('close', () => {
            resolve(first.slice(9, 12));
          });
      }),
  );
  assert.deepEqual([...new Set(await Promise.all(asked))], ['421']);
});
