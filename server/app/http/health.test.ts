import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { enqueue } from '#db/jobs.ts';
import { whenDone } from '#db/testing-ends.ts';
import { aSchedule } from '../../publishing/testing.ts';
import { openHostBrands } from '../../base/brand/index.ts';
import { openHttp } from '../processes/listener.ts';
import { handlers } from '../processes/calls.ts';
import { anOwner, aServer } from '../testing/server.ts';

const token = 'a-token-of-monitors';
const clock = { now: new Date('2026-06-01T12:00:00Z') };
const server = await aServer({ clock: () => clock.now });
const { db, services } = server;

/** The listener with a token, and a customer's host. */
async function aWatched() {
  const owner = await anOwner(db);
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
     values ($1, 'Brand', '#112233', '#445566', 'brand.test', 'proof', 'active', now())`,
    [owner.agencyId],
  );
  const hosts = await openHostBrands({ db, dataDir: services.config.dataDir });
  const config = { ...services.config, metrics: { ...services.config.metrics, token } };
  const app = await openHttp({ services: { ...services, config }, handlers, siteDir: null, logLevel: 'fatal', hosts });
  whenDone(async () => {
    await app.close();
    await hosts.close();
  });
  return app;
}
const app = await aWatched();
const bearer = { authorization: `Bearer ${token}` };
const afar = { 'x-forwarded-for': '203.0.113.9' };
const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'load-balancer', ...headers } });

/** Lets what was read before become stale. */
const later = (seconds: number): void => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

const short = { status: true, message: '' };
const details = { ...short, posting: 'no worker', storage: 'answers' };

test('a health check from this machine says how posting goes, without a session and under any host name', async () => {
  const reply = await server.send('/healthz', { headers: { host: 'load-balancer' } });
  assert.deepEqual([reply.status, await reply.json()], [200, details]);
});

const asking: [string, Record<string, string>, object][] = [
  ['this machine', {}, details],
  ['a proxy', afar, short],
  ['a proxy that claims to be this machine', { 'x-forwarded-for': '127.0.0.1' }, short],
  ['a proxy that says it otherwise', { forwarded: 'for=127.0.0.1' }, short],
  ['a monitor with the token', { ...afar, ...bearer }, details],
  ['a monitor with another token', { ...afar, authorization: `Bearer ${token}x` }, short],
  ['this machine at a customer’s host', { host: 'brand.test' }, short],
  ['a monitor at a customer’s host', { host: 'brand.test', ...bearer }, short],
];
for (const [who, headers, answer] of asking)
  test(`${who} gets ${answer === short ? 'the short form' : 'details'} of a health check`, async () => {
    assert.deepEqual((await ask('/healthz', headers)).json(), answer);
  });

test('the probes answer without details, at any host', async () => {
  for (const path of ['/livez', '/readyz'])
    for (const host of ['load-balancer', 'brand.test'])
      assert.deepEqual((await ask(path, { host })).json(), short, path);
});

test('an unreachable database is answered with a 503 and a message, and the process still lives', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const other = await openHttp({ services: { ...services, db: gone }, handlers, siteDir: null, logLevel: 'fatal' });
  whenDone(async () => {
    await other.close();
    await gone.close();
  });
  const message = 'The database does not answer';
  const reply = await other.inject({ url: '/healthz', headers: afar });
  assert.deepEqual([reply.statusCode, reply.json()], [503, { status: false, message }]);
  assert.equal((await other.inject({ url: '/healthz' })).json<{ posting: string }>().posting, 'unknown');
  assert.equal((await other.inject({ url: '/readyz' })).statusCode, 503);
  assert.equal((await other.inject({ url: '/livez' })).statusCode, 200);
});

test('figures are answered to the bearer of the token only, and never at a customer’s host', async () => {
  assert.equal((await ask('/metrics')).statusCode, 401);
  assert.equal((await ask('/metrics', { authorization: `Bearer ${token}x` })).statusCode, 401);
  assert.equal((await ask('/metrics', { ...bearer, host: 'brand.test' })).statusCode, 404);
  assert.equal((await server.send('/metrics', { headers: bearer })).status, 404);
  const { statusCode, headers, body } = await ask('/metrics', { ...afar, ...bearer });
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const line of ['agencyreel_workers 0', 'agencyreel_storage_up 1', 'agencyreel_database_up 1'])
    assert.ok(body.includes(`\n${line}\n`), line);
});

test('figures count due posts, unsettled ones, lost accounts and jobs', async () => {
  const { scheduleId, accountIds } = await aSchedule(db, { accounts: 3 });
  later(90);
  await db.asSystem((tx) => enqueue(tx, 'send-mail', { letter: 'x' }));
  const figures = async () => (await ask('/metrics', bearer)).body;
  const [first] = [await figures()];
  assert.match(first, /^agencyreel_posts_due 3$/m);
  assert.match(first, /^agencyreel_oldest_due_seconds 90$/m);
  assert.match(first, /^agencyreel_jobs\{queue="send-mail",state="waiting"\} 1$/m);

  await db.pool.query(
    `update deliveries set state = 'uncertain', next_at = 'infinity' where schedule_id = $1 and account_id = $2`,
    [scheduleId, accountIds[0]],
  );
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting' where id = $1`, [accountIds[1]]);
  assert.equal(await figures(), first, 'what was read is kept for seconds');
  later(6);
  const second = await figures();
  assert.match(second, /^agencyreel_posts_due 1$/m);
  assert.match(second, /^agencyreel_posts_unsettled\{by="person"\} 1$/m);
  assert.match(second, /^agencyreel_accounts_to_reconnect 1$/m);
});

test('due posts make the details say how late they are, once a worker is connected', async () => {
  const worker = openDatabase(db.pool.options.connectionString ?? '', { applicationName: 'agencyreel worker test' });
  whenDone(await worker.listen('due', () => {}));
  whenDone(() => worker.close());
  later(6);
  assert.equal((await ask('/healthz')).json<{ posting: string }>().posting, 'late by 102 s');
  await db.pool.query(`update deliveries set next_at = $1 where state = 'scheduled'`, [clock.now]);
  later(6);
  assert.equal((await ask('/healthz')).json<{ posting: string }>().posting, 'on time');
});

test('a server that is about to stop is not ready, still answers, and keeps no connection open', async () => {
  const stopping = new AbortController();
  const other = await openHttp({ services, handlers, siteDir: null, logLevel: 'fatal', stopping: stopping.signal });
  whenDone(() => other.close());
  const seen = async (url: string) => {
    const { statusCode, headers } = await other.inject({ url, headers: { host: 'localhost' } });
    return [statusCode, headers.connection];
  };
  assert.deepEqual(
    [await seen('/readyz'), await seen('/livez')],
    [
      [200, 'keep-alive'],
      [200, 'keep-alive'],
    ],
  );
  stopping.abort();
  assert.deepEqual(
    [await seen('/readyz'), await seen('/livez')],
    [
      [503, 'close'],
      [200, 'close'],
    ],
  );
});
