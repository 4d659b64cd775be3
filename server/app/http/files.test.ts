import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { aBucket } from '../testing/bucket.ts';
import { aServer } from '../testing/server.ts';
import { partOf } from './in-parts.ts';
import { sandboxPath } from './sandbox.ts';

const siteDir = mkdtempSync(join(tmpdir(), 'site-'));
mkdirSync(join(siteDir, 'assets'));
writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>AgencyReel</title>');
writeFileSync(join(siteDir, 'pages.json'), JSON.stringify(['/', '/clients', '/edit-client/:any', '/reset-password']));
writeFileSync(join(siteDir, 'favicon.svg'), '<svg/>');
writeFileSync(join(siteDir, 'assets/app-1a2b.js'), 'console.log(1)');
writeFileSync(join(siteDir, 'assets/app-1a2b.js.br'), 'brotli');

const seen: string[] = [];
const sandbox = createServer((asked, answer) => {
  seen.push(`${asked.method} ${asked.url} ${asked.headers.authorization ?? 'no token'}`);
  answer
    .writeHead(201, { 'content-type': 'text/plain', 'content-security-policy': "default-src 'none'" })
    .end('from the sandbox');
});
await new Promise<void>((resolve) => {
  sandbox.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  sandbox.close();
});
const address = sandbox.address();
const sandboxUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
const overFolder = await aServer({
  siteDir,
  config: { sandboxUrl, sandbox: true, hasPublicUrl: true, publicUrl: 'https://app.example' },
});
const bucket = await aBucket();
const overBucket = await aServer({ config: { s3: bucket.settings } });
const server = overFolder;

const storages = { 'the data directory': overFolder, 'a bucket': overBucket };
for (const [where, server] of Object.entries(storages))
  describe(`a stored file in ${where}`, () => {
    const name = 'abcdef0123456789.png';
    const bytes = Buffer.from('0123456789');
    const put = server.services.storage.put(name, bytes, { contentType: 'image/png', sizeBytes: 10 });
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      await put;
      return server.send(`/files/${name}`, { method, headers });
    };

    test('a file is served with a sandbox policy, with its type, and may be cached forever', async () => {
      const reply = await get();
      assert.equal(await reply.text(), '0123456789');
      assert.equal(reply.headers.get('content-type'), 'image/png');
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
      assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/);
      assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    });

    test('a file is served in ranges', async () => {
      const cases: [string, number, string, string | null][] = [
        ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
        ['bytes=7-', 206, '789', 'bytes 7-9/10'],
        ['bytes=-2', 206, '89', 'bytes 8-9/10'],
        ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
        ['bytes=10-', 416, '', 'bytes */10'],
        ['bytes=0-1,3-4', 200, '0123456789', null],
      ];
      for (const [range, status, body, contentRange] of cases) {
        const reply = await get({ range });
        assert.deepEqual(
          [reply.status, await reply.text(), reply.headers.get('content-range')],
          [status, body, contentRange],
          range,
        );
      }
    });

    test('a file is not sent again to a browser that has it, and a HEAD has no body', async () => {
      const etag = (await get()).headers.get('etag') ?? '';
      assert.equal((await get({ 'if-none-match': etag })).status, 304);
      const head = await get({}, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
    });

    test('a file is not sent again for a matching tag in a list, a weak one, or *', async () => {
      for (const held of [`"x", "${name}"`, `W/"${name}"`, '*'])
        assert.equal((await get({ 'if-none-match': held })).status, 304, held);
      for (const held of ['"x"', name, '']) assert.equal((await get({ 'if-none-match': held })).status, 200, held);
    });

    test('a file that never existed is not found, even by a browser that claims to have it', async () => {
      for (const held of ['"never.png"', 'W/"never.png"', '*'])
        assert.equal((await server.send('/files/never.png', { headers: { 'if-none-match': held } })).status, 404, held);
    });

    test('a missing file and an impossible name are not found', async () => {
      const names = [
        'nothing.png',
        '..%2fsecret.key',
        '.hidden',
        'a%00b',
        `..%2freel%2f${name}`,
        `${name}%3facl`,
        'export-1',
      ];
      for (const each of names) {
        assert.equal((await server.send(`/files/${each}`)).status, 404, each);
      }
      const wellNamed = / \/reel\/(abcdef0123456789|nothing|never)\.png$/;
      assert.deepEqual(
        bucket.requests.filter((request) => !wellNamed.test(request)),
        [],
      );
    });

    test('an empty object has no satisfiable range', () => {
      assert.deepEqual(partOf('bytes=0-', 0), { kind: 'outside' });
      assert.deepEqual(partOf('bytes=-0', 10), { kind: 'outside' });
      assert.deepEqual(partOf(undefined, 10), { kind: 'whole' });
    });
  });

describe('the browser app', () => {
  test('the app has the same document on every route, which is revalidated each time', async () => {
    for (const path of ['/', '/clients', '/edit-client/12', '/reset-password?token=x']) {
      const reply = await server.send(path);
      assert.equal(reply.status, 200);
      assert.match(await reply.text(), /AgencyReel/);
      assert.equal(reply.headers.get('cache-control'), 'no-cache');
      assert.equal(
        (await server.send(path, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } })).status,
        304,
      );
    }
    const head = await server.send('/clients', { method: 'HEAD' });
    assert.equal(head.status, 200);
  });

  test('a path that is no page gets the document with status 404, and is never cached as known', async () => {
    for (const path of ['/clint', '/edit-client', '/edit-client/', '/edit-client/1/2', '/clients/7']) {
      const reply = await server.send(path);
      assert.deepEqual([reply.status, reply.headers.get('etag')], [404, null], path);
      assert.match(await reply.text(), /AgencyReel/, path);
    }
    for (const path of ['/Clients', '/clients/', '/clients?x=/y', '/edit-client/12/'])
      assert.equal((await server.send(path)).status, 200, path);
    assert.equal((await server.send('/clint', { method: 'HEAD' })).status, 404);
  });

  test('a path for programs that nothing serves gets 404 without the document', async () => {
    const paths = ['/.well-known/x', '/.well-known/openid-configuration', '/mcp', '/mcp/x', '/metrics', '/.env'];
    for (const path of [...paths, '/wp-login.php', '/a/b.js', '/pages.json', '/sitemap.xml?x', '/security.txt']) {
      const reply = await server.send(path);
      assert.equal(reply.status, 404, path);
      assert.doesNotMatch(await reply.text(), /<title>/, path);
    }
  });

  test('robots.txt keeps crawlers from what is private, and lets networks fetch media', async () => {
    const reply = await server.send('/robots.txt');
    assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8');
    const text = await reply.text();
    assert.match(text, /^User-agent: \*\nDisallow: \/api\/\n/);
    assert.doesNotMatch(text, /Disallow: \/(files\/)?\n/);
  });

  test('security.txt names a contact and expires within a year (RFC 9116)', async () => {
    const text = await (await server.send('/.well-known/security.txt')).text();
    const { publicUrl } = server.services.config;
    assert.ok(text.includes(`Contact: ${publicUrl}/help-and-support\n`), text);
    assert.ok(text.includes(`Canonical: ${publicUrl}/.well-known/security.txt\n`), text);
    const days = (Date.parse(/Expires: (.*Z)\n/.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 365, text);
  });

  test('the app’s assets may be cached forever, and come in the smallest encoding the browser reads', async () => {
    const plain = await server.send('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'identity' } });
    assert.equal(await plain.text(), 'console.log(1)');
    assert.match(plain.headers.get('cache-control') ?? '', /immutable/);
    const encoding = await new Promise((resolve, reject) => {
      request(`${server.url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'gzip, br' } }, (reply) => {
        reply.resume();
        resolve(reply.headers['content-encoding']);
      })
        .on('error', reject)
        .end();
    });
    assert.equal(encoding, 'br');
  });

  test('an asset’s hash, and so its name, may begin with a dash', async () => {
    writeFileSync(join(siteDir, 'assets/-0Cu0DD.js'), 'console.log(3)');
    assert.equal(await (await server.send('/assets/-0Cu0DD.js')).text(), 'console.log(3)');
  });

  test('a missing asset is not answered with the document', async () => {
    assert.equal((await server.send('/assets/app-gone.js')).status, 404);
  });

  test('a new build is served at once: its document and its assets', async () => {
    const before = (await server.send('/')).headers.get('etag') ?? '';
    writeFileSync(join(siteDir, 'assets/app-3c4d.js'), 'console.log(2)');
    writeFileSync(
      join(siteDir, 'index.html'),
      '<!doctype html><title>AgencyReel</title><script src="/assets/app-3c4d.js"></script>',
    );
    const document = await server.send('/', { headers: { 'if-none-match': before } });
    assert.equal(document.status, 200);
    assert.match(await document.text(), /app-3c4d/);
    assert.equal(await (await server.send('/assets/app-3c4d.js')).text(), 'console.log(2)');
    rmSync(join(siteDir, 'assets/app-3c4d.js'));
    assert.equal((await server.send('/assets/app-3c4d.js')).status, 404);
  });

  test('no file outside the app’s folder is served', async () => {
    for (const path of [
      '/assets/..%2f..%2fpackage.json',
      '/assets/..%2findex.html',
      '/assets/%2e%2e',
      '/assets/.hidden',
      '/%2e%2e/package.json',
    ]) {
      assert.doesNotMatch(await (await server.send(path)).text(), /dependencies/);
    }
  });

  test('a malformed address gets a readable 400', async () => {
    const reply = await server.send('/%zz');
    assert.equal(reply.status, 400);
    assert.partialDeepStrictEqual(await reply.json(), { status: false });
  });
});

describe('the host of a request', () => {
  const statusFor = (host: string, path = '/'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(server.url + path, { headers: { host } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end();
    });

  test('the host must be ours, or this machine while the sandbox runs', async () => {
    assert.equal(await statusFor('app.example'), 200);
    assert.equal(await statusFor('localhost:3000'), 200);
    assert.equal(await statusFor('evil.example'), 421);
    assert.equal(await statusFor('app.example.evil.example'), 421);
    assert.equal(await statusFor('evil.example', '/healthz'), 200);
  });
});

describe('the sandbox under our address', () => {
  test('the sandbox is seen under our address, and does not get the visitor’s token', async () => {
    const reply = await server.send('/sandbox/t.me/x?y=1', { headers: { authorization: server.owner.token } });
    assert.deepEqual([reply.status, await reply.text()], [201, 'from the sandbox']);
    assert.equal(reply.headers.get('content-security-policy'), "default-src 'none'");
    assert.equal(seen.at(-1), 'GET /t.me/x?y=1 no token');
    const home = await server.send('/sandbox');
    assert.deepEqual([home.status, home.url], [403, `${server.url}/sandbox/`], 'its own pages: sandbox.test.ts');
  });

  const hidden = [
    '/sandbox/control',
    '/sandbox/control/reset',
    '/sandbox//control',
    '/sandbox/CONTROL',
    '/sandbox/%63ontrol',
    '/sandbox/x/%2e%2e/control',
    '/sandbox/x%2f..%2fcontrol',
    '/sandbox/%5ccontrol',
  ];
  for (const path of hidden) {
    test(`the sandbox’s controls cannot be reached by ${path}`, async () => {
      assert.equal(sandboxPath(path), null);
      assert.equal((await server.send(path, { method: 'POST' })).status, 404);
    });
  }
});
