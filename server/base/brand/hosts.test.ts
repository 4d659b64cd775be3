import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { handlers } from '../../app/processes/calls.ts';
import { openHttp } from '../../app/processes/listener.ts';
import { rawRequest, sendRaw } from '../../app/http/testing-raw.ts';
import { anOwner, aServer } from '../../app/testing/server.ts';
import { openHostBrands } from './index.ts';

const dir = mkdtempSync(join(tmpdir(), 'brands-'));
writeFileSync(join(dir, 'index.html'), '<!doctype html><head><title>AgencyReel</title></head>');
writeFileSync(join(dir, 'pages.json'), '["/", "/login"]');
const inner = await aServer({ config: { hasPublicUrl: true, publicUrl: 'https://app.example' } });
const { db, services } = inner;
const password = 'Sunny-Day1!';

async function aBrand(name: string, host: string) {
  const owner = await anOwner(db, { password });
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
     values ($1, $2, '#112233', '#445566', $3, 'proof', 'active', now())`,
    [owner.agencyId, name, host],
  );
  return owner;
}

const owners = { a: await aBrand('Brand A', 'a.test'), b: await aBrand('Brand B', 'b.test') };
const buyer = await anOwner(db, { password, isWhiteLabel: true });
await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [owners.a.agencyId, buyer.agencyId]);

const hosts = await openHostBrands({ db, dataDir: dir });
const app = await openHttp({ services, handlers, siteDir: dir, logLevel: 'fatal', hosts });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await hosts.close();
  rmSync(dir, { recursive: true, force: true });
});

const get = (path: string, ...head: string[]) => sendRaw(url, rawRequest(`GET ${path}`, head));

describe('hosts of brands', () => {
  test('each host serves a document with its own brand, and caches keep the documents apart', async () => {
    const [a, b, own] = await Promise.all(
      ['a.test', 'b.test:8443', 'app.example'].map((host) => get('/login', `host: ${host}`)),
    );
    assert.match(a?.body ?? '', /<title>Brand A<\/title>/);
    assert.match(b?.body ?? '', /<title>Brand B<\/title>/);
    assert.match(own?.body ?? '', /<title>AgencyReel<\/title>/);
    assert.doesNotMatch(b?.body ?? '', /Brand A|AgencyReel/);
    assert.match(a?.headers.get('vary') ?? '', /host/);
    assert.equal(new Set([a, b, own].map((reply) => reply?.headers.get('etag'))).size, 3);
  });

  for (const head of [
    ['host: other.test'],
    ['host: www.a.test'],
    ['host: a.test.evil.test'],
    ['host: other.test', 'x-forwarded-host: a.test'],
    ['host: a.test', 'host: b.test'],
    ['host: a.test@evil.test'],
    ['host: '],
  ])
    test(`a request with an unknown or ambiguous host is refused: ${head.join(', ')}`, async () => {
      const { status, body } = await get('/login', ...head);
      assert.ok(status === 421 || status === 400, String(status));
      assert.doesNotMatch(body, /Brand/);
    });

  test('a request whose URL names another host than its Host header is refused', async () => {
    assert.equal((await get('http://b.test/login', 'host: a.test')).status, 421);
    assert.equal((await get('http://a.test/login', 'host: a.test')).status, 200);
  });

  test("only the users of a host's agency and of the agencies that it sold can log in at the host", async () => {
    const login = async (host: string, email: string): Promise<number> => {
      const body = JSON.stringify({ email, password });
      const head = [`host: ${host}`, 'content-type: application/json', `content-length: ${body.length}`];
      return (await sendRaw(url, rawRequest('POST /api/login', head, body))).status;
    };
    assert.equal(await login('a.test', owners.a.email), 200);
    assert.equal(await login('a.test', buyer.email), 200);
    assert.equal(await login('b.test', owners.a.email), 422);
    assert.equal(await login('b.test', buyer.email), 422);
    assert.equal(await login('app.example', buyer.email), 200);
  });

  test('a host accepts only sessions of its agency and of the agencies that it sold', async () => {
    const call = async (host: string, { token }: { token: string }): Promise<number> => {
      const head = [`host: ${host}`, 'content-type: application/json', 'content-length: 2', `authorization: ${token}`];
      return (await sendRaw(url, rawRequest('POST /api/fetch-user', head, '{}'))).status;
    };
    const calls = [
      [200, 'a.test', owners.a],
      [200, 'a.test', buyer],
      [200, 'app.example', buyer],
      [401, 'b.test', owners.a],
      [401, 'b.test', buyer],
      [200, 'b.test', owners.b],
      [401, 'a.test', owners.b],
    ] as const;
    // The second pass reads from the cache.
    for (const [status, host, person] of [...calls, ...calls]) assert.equal(await call(host, person), status, host);
  });

  test('an active host gets a certificate, and only this machine or a trusted proxy may ask for it', async () => {
    const ask = (domain: string, ...more: string[]) => get(`/tls/ask?domain=${domain}`, 'host: 127.0.0.1', ...more);
    const statuses = await Promise.all([ask('a.test'), ask('app.example'), ask('c.test'), ask('127.0.0.1')]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 200, 404, 404],
    );
    assert.equal((await ask('a.test', 'x-forwarded-for: 198.51.100.1')).status, 404);
  });

  test('a proxy on another machine may ask for a certificate if it is trusted', async () => {
    const apart = { ...services, config: { ...services.config, trustProxy: ['uniquelocal'] } };
    const other = await openHttp({ services: apart, handlers, siteDir: null, logLevel: 'fatal', hosts });
    const ask = async (remoteAddress: string) =>
      (await other.inject({ url: '/tls/ask?domain=a.test', remoteAddress })).statusCode;
    assert.deepEqual([await ask('10.0.0.5'), await ask('203.0.113.5')], [200, 404]);
    await other.close();
  });

  test('a host is known as soon as it becomes active, and after a start without the database', async () => {
    await aBrand('Brand C', 'c.test');
    await until(() => hosts.of('c.test') !== undefined);
    const broken = {
      ...db,
      asSystem: () => Promise.reject(new Error('away')),
      listen: () => Promise.reject(new Error('away')),
    };
    const offline = await openHostBrands({ db: broken, dataDir: dir });
    await offline.close();
    assert.equal(offline.of('b.test')?.brand.name, 'Brand B');
  });
});
