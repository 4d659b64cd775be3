import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { whenDone } from '#db/testing-ends.ts';
import { testDatabase } from '#db/testing.ts';
import { handlers } from '../processes/calls.ts';
import { openHttp } from '../processes/listener.ts';
import { aServer } from '../testing/server.ts';

const clock = { now: new Date('2026-06-01T08:00:00Z') };
const server = await aServer({ clock: () => clock.now, limits: { perUser: 1e6, perAddress: 20, uploadsPerUser: 1e6 } });

/** The statuses of this many requests from one address, through a proxy on this machine. */
async function statusesOf(
  path: string,
  { times, from, method = 'GET' }: { times: number; from: string; method?: string },
): Promise<number[]> {
  const asked = Array.from(
    { length: times },
    async () => (await server.send(path, { method, redirect: 'manual', headers: { 'x-forwarded-for': from } })).status,
  );
  return (await Promise.all(asked)).toSorted((a, b) => a - b);
}

const routes: [string, string, number, number][] = [
  ['a download of all data', '/exports/none', 404, 20],
  ['a visit to Reddit', '/api/connect-reddit?token=none', 303, 20],
  ['a health check', '/healthz', 200, 100],
];
for (const [what, path, usual, most] of routes) {
  test(
    `${what} is refused to an address that asks more than ${most} times in five minutes, and ` + 'to nobody else',
    async () => {
      assert.deepEqual(await statusesOf(path, { times: most + 2, from: '203.0.113.7' }), [
        ...Array.from({ length: most }, () => usual),
        429,
        429,
      ]);
      const refused = await server.send(path, { redirect: 'manual', headers: { 'x-forwarded-for': '203.0.113.7' } });
      assert.deepEqual(
        [await refused.json(), refused.headers.get('retry-after')],
        [{ status: false, message: messages.tooMany }, '300'],
      );
      assert.deepEqual(await statusesOf(path, { times: 1, from: '203.0.113.7', method: 'HEAD' }), [429]);
      assert.deepEqual(await statusesOf(path, { times: 1, from: '203.0.113.8' }), [usual]);
      clock.now = new Date(clock.now.getTime() + 300_000);
      assert.deepEqual(await statusesOf(path, { times: 1, from: '203.0.113.7' }), [usual]);
    },
  );
}

test('all visits to networks count together, and those of one IPv6 network as one address', async () => {
  for (const network of ['reddit', 'vimeo', 'facebook', 'twitter'])
    await statusesOf(`/api/connect-${network}`, { times: 5, from: `2001:db8:1:2::${network.length}` });
  assert.deepEqual(await statusesOf('/api/connect-linkedin', { times: 1, from: '2001:db8:1:2:9::1' }), [429]);
  assert.deepEqual(await statusesOf('/exports/none', { times: 1, from: '2001:db8:1:2:9::1' }), [404]);
});

test('any number of concurrent health checks query the database once', async () => {
  const db = await testDatabase({ max: 1 });
  const app = await openHttp({
    services: { ...server.services, db },
    handlers,
    siteDir: null,
    logLevel: 'silent',
    limits: { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6 },
  });
  whenDone(() => app.close());
  await app.ready();
  const busy = await db.pool.connect();
  const looks = Array.from({ length: 500 }, () => app.inject({ url: '/healthz' }));
  // Once one more request has been answered, all of them have been handled.
  await app.inject({ url: '/files/none' });
  assert.equal(db.pool.waitingCount, 1);
  busy.release();
  assert.deepEqual([...new Set((await Promise.all(looks)).map(({ statusCode }) => statusCode))], [200]);
});
