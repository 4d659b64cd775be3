import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, test } from 'vitest';
import { openHttp } from '#outbound/request.ts';
import { aMedia } from '../testing.ts';
import { connectSite } from './connect.ts';
import { slugOf, uploadNameOf } from './content.ts';
import { discoverSite, homeOf } from './discovery.ts';
import { routeUrl } from './rest.ts';

const http = openHttp({ allowPrivateHosts: ['127.0.0.1'] });
const signal = new AbortController().signal;
const servers: Server[] = [];
afterAll(async () => {
  await http.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done).closeAllConnections())));
});

async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}
const index = JSON.stringify({ name: 'Bread', namespaces: ['oembed/1.0', 'wp/v2'] });

test('a site that redirects to another host is named, and the login is not sent there', async () => {
  const seen: (string | undefined)[] = [];
  const other = await aServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end(index);
  });
  const url = await aServer((_request, response) => response.writeHead(301, { location: other }).end());
  const connected = await connectSite({ http, typedUrl: url, username: 'u', password: 'p', signal });
  assert.partialDeepStrictEqual(connected, { kind: 'refused' });
  assert.match(connected.kind === 'refused' ? connected.message : '', new RegExp(`leads to ${new URL(other).host}`));
  assert.deepEqual(seen, [undefined]);
});

test('an API that a site names on another host is not used', async () => {
  let asked = 0;
  const other = await aServer((_request, response) => {
    asked += 1;
    response.end(index);
  });
  const url = await aServer((request, response) => {
    response.setHeader('link', `<${other}/wp-json/>; rel="https://api.w.org/"`);
    response.writeHead(request.url?.startsWith('/wp-json') ? 404 : 200).end();
  });
  const found = await discoverSite({ http, typedUrl: url, signal });
  assert.deepEqual(found, { kind: 'site', site: { homeUrl: url, apiUrl: null, name: '', withoutAppPasswords: false } });
  assert.equal(asked, 0);
});

test('the API’s link is chosen among several, and without a header the usual addresses are tried', async () => {
  const linked = await aServer((request, response) => {
    const own = `http://${request.headers.host}`;
    response.setHeader('link', `<${own}/?p=1>; rel=shortlink, <${own}/blog/?rest_route=/>; rel="https://api.w.org/"`);
    response.end(request.url?.includes('rest_route') ? index : '');
  });
  assert.partialDeepStrictEqual(await discoverSite({ http, typedUrl: `${linked}/blog`, signal }), {
    site: { homeUrl: `${linked}/blog`, apiUrl: `${linked}/blog/?rest_route=/`, name: 'Bread' },
  });
  const silent = await aServer((request, response) =>
    response
      .writeHead(request.method === 'HEAD' ? 405 : 200)
      .end(request.url?.startsWith('/wp-json/') ? index : 'page'),
  );
  assert.partialDeepStrictEqual(await discoverSite({ http, typedUrl: silent, signal }), {
    site: { homeUrl: silent, apiUrl: `${silent}/wp-json/` },
  });
});

test('a pasted address becomes the home address', () => {
  const paste = [
    'example.com',
    ' https://example.com/blog/wp-admin/edit.php?x=1 ',
    'http://example.com/wp-login.php',
    'https://example.com/a/wp-json/wp/v2#x',
    'not an address',
    'https://',
  ];
  assert.deepEqual(
    paste.map((typed) => homeOf(typed)?.href ?? null),
    ['https://example.com/', 'https://example.com/blog/', 'http://example.com/', 'https://example.com/a/', null, null],
  );
});

test('routes are built for pretty and plain permalinks', () => {
  assert.equal(
    routeUrl('https://x.org/wp-json/', 'wp/v2/posts/3', { context: 'edit' }).href,
    'https://x.org/wp-json/wp/v2/posts/3?context=edit',
  );
  assert.equal(
    routeUrl('https://x.org/b/?rest_route=/', 'wp/v2/posts', { slug: 'a' }).href,
    'https://x.org/b/?rest_route=%2Fwp%2Fv2%2Fposts&slug=a',
  );
});

test('titles become words for an address', () => {
  assert.deepEqual(['Crème & Brûlée!', 'Хлеб и соль', '🥖', 'a'.repeat(80), `${'bread '.repeat(20)}`].map(slugOf), [
    'creme-brulee',
    'хлеб-и-соль',
    null,
    'a'.repeat(60),
    'bread-bread-bread-bread-bread-bread-bread-bread-bread-bread',
  ]);
});

test('a file is uploaded under a readable name that contains the marker', () => {
  assert.equal(
    uploadNameOf(aMedia('image', { fileName: 'Fresh Bread (1).PNG' }), 'ar-ABC'),
    'fresh-bread-1-ar-abc.png',
  );
  assert.equal(uploadNameOf(aMedia('video', { fileName: '片.mp4' }), 'ar-x'), 'ar-x.mp4');
});
