import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { aServer } from '../../app/testing/server.ts';
import { openSlot } from './slot.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
afterAll(() => sandbox.stop());
const map = `${sandbox.url}/openstreetmap`;

const site = createServer((request, response) => {
  if (request.url === '/feed') {
    response.setHeader('content-type', 'application/rss+xml');
    return response.end('<rss><item><pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate></item></rss>');
  }
  if (request.url === '/away') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  response.setHeader('content-type', 'text/html');
  return response.end('<title>Bakery</title><link rel="alternate" type="application/rss+xml" href="/feed">');
});
await new Promise<void>((ready) => {
  site.listen(0, '127.0.0.1', ready);
});
afterAll(() => new Promise((done) => site.close(done)));
const address = site.address();
const siteHost = typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';

const clock = { now: new Date('2026-11-22T10:00:00Z') };
const server = await aServer({
  clock: () => clock.now,
  config: { sources: [{ id: 'openstreetmap', key: '', baseUrl: map, otherUrl: map }], allowPrivateHosts: [siteHost] },
});

test('searches of one agency delay another agency by one, and an agency has at most ten that wait', async () => {
  const inSlot = openSlot({ gapMs: 0 });
  const { signal } = new AbortController();
  const order: string[] = [];
  const ask = (agencyId: string) =>
    inSlot(server.db, { agencyId, signal }, async () => {
      order.push(agencyId);
    });
  const busy = Array.from({ length: 11 }, () => ask('1'));
  const last = ask('2');
  await assert.rejects(ask('1'), { message: messages.finderBusy, status: 429 });
  await Promise.all([...busy, last]);
  assert.deepEqual(order.slice(0, 3).toSorted(), ['1', '1', '2']);
  assert.equal(order.length, 12);
});

test('a search by town and trade gives businesses with the map’s facts, and null for missing facts', async () => {
  const found = await server.ask('find-businesses', { town: 'Leeds', trade: 'bakery' });
  assert.deepEqual([found.state, found.businesses.length, found.place], ['answered', 30, 'leeds, Sandbox']);
  assert.match(found.attribution, /OpenStreetMap/);
  const [first, second] = found.businesses;
  assert.ok(first?.site !== null && first?.hours !== null && first?.address === 'Sample Street 1, 12345 Sandbox');
  assert.deepEqual([second?.site, second?.phone, second?.hours], [null, null, null]);
  assert.ok(found.last_good_at !== null);
});

test('an unknown town has no businesses, and a trade that is not in the list is refused', async () => {
  const nowhere = await server.ask('find-businesses', { town: 'Nowhere', trade: 'bakery' });
  assert.deepEqual([nowhere.state, nowhere.businesses], ['answered', []]);
  const reply = await server.call('find-businesses', { town: 'Leeds', trade: '"](around:1' });
  assert.deepEqual([reply.code, reply.message], [422, messages.noTrade]);
});

test('a used-up quota is one state, and a finder that is not configured is another', async () => {
  const other = await aServer({ config: { sources: [{ id: 'openstreetmap', key: '', baseUrl: map, otherUrl: map }] } });
  const busy = await other.ask('find-businesses', { town: 'Busy Town', trade: 'cafe' });
  assert.deepEqual([busy.state, busy.businesses.length, busy.again_at === null], ['quota-used-up', 0, false]);
  const plain = await aServer();
  assert.equal((await plain.ask('find-businesses', { town: 'Leeds', trade: 'cafe' })).state, 'not-configured');
});

test('map pictures may come only from the host that the operator has set', async () => {
  const mapTiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Us' };
  const own = await aServer({ config: { mapTiles } });
  assert.deepEqual((await own.ask('fetch-finder', {})).tiles, mapTiles);
  const policyOf = async ({ send }: typeof server) =>
    /img-src[^;]*/.exec((await send('/healthz')).headers.get('content-security-policy') ?? '')?.[0];
  assert.equal(await policyOf(own), "img-src 'self' data: blob: https://tiles.example");
  assert.equal(await policyOf(server), "img-src 'self' data: blob:");
});

test('a site check shows the site’s title and its last post', async () => {
  const look = await server.ask('look-at-site', { url: `http://${siteHost}/` });
  assert.deepEqual([look.reached, look.title, look.posted_at], [true, 'Bakery', '2026-09-01T10:00:00.000Z']);
});

test('private hosts are never opened, neither directly nor by a redirect', async () => {
  for (const url of ['http://127.0.0.1:1/', 'http://10.0.0.1/', 'http://[::1]/', `http://${siteHost}/away`])
    assert.equal((await server.ask('look-at-site', { url })).reached, false, url);
  for (const url of ['http://', 'file:///etc/passwd', 'nowhere', '99:99', '../../etc/passwd'])
    assert.equal((await server.call('look-at-site', { url })).code, 422, url);
});
