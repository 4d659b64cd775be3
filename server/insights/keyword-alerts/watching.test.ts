import assert from 'node:assert/strict';
import { test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { aSourcesServer } from '../../content/stock/testing.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { watchKeywords } from './watch-keywords.job.ts';

const { server, vendors, clock } = await aSourcesServer({ on: ['reddit', 'youtube'], matching: 8 });
const { db, owner } = server;
const query = (text: string, values: unknown[] = []) => db.pool.query<Record<string, unknown>>(text, values);
await query(`update agencies set timezone = 'Europe/Berlin' where id = $1`, [owner.agencyId]);
const client = await aClient(db, owner, { name: 'Bakery' });
const context = { signal: new AbortController().signal, jobId: '', retryCount: 0 };
const work = () => watchKeywords(server.services)({}, context);
const shown = (id = client.id) => server.ask('fetch-watched-keywords', { client_id: id });
const findMails = async () =>
  (await queued(db, jobs.sendMail)).filter(({ subject }) => subject?.startsWith('New today'));
const mails = async () => (await findMails()).length;
const lastMail = async () => JSON.stringify((await findMails()).at(-1));

test('a keyword is searched for once a day from six in the agency’s zone, and each find is kept once', async () => {
  clock.now = new Date('2026-11-23T04:59:00Z');
  const { id } = await server.ask('watch-keyword', { client_id: client.id, keyword: ' sour  dough ' });
  await work();
  assert.equal((await shown()).items[0]?.checked, null);
  clock.now = new Date('2026-11-23T05:00:00Z');
  await work();
  const asked = vendors.requests.length;
  await Promise.all([work(), work()]);
  assert.equal(vendors.requests.length, asked, 'not again on this day');
  const [found] = (await shown()).items;
  assert.deepEqual(
    [found?.id, found?.keyword, found?.finds_total, found?.finds.length, found?.states],
    [id, 'sour dough', 16, 6, { reddit: 'answered', youtube: 'answered' }],
  );
  assert.deepEqual(
    found?.finds.slice(0, 2).map(({ source }) => source),
    ['reddit', 'youtube'],
  );
  clock.now = new Date('2026-11-24T05:10:00Z');
  await work();
  assert.ok(vendors.requests.length > asked);
  assert.equal((await shown()).items[0]?.finds_total, 16);
});

test('new finds are mailed once a day, only to people who want them, however often the job runs', async () => {
  clock.now = new Date('2026-11-25T05:30:00Z');
  await server.ask('save-keyword-mails', { mails: 'on' });
  await server.ask('save-keyword-mails', { mails: 'on' });
  assert.equal((await shown()).mails, true);
  await aMember(db, owner, { name: 'No mails' });
  await server.ask('watch-keyword', { client_id: client.id, keyword: 'rye' });
  await work();
  assert.equal(await mails(), 0, 'before seven');
  clock.now = new Date('2026-11-25T06:00:00Z');
  await Promise.all([work(), work(), work()]);
  assert.equal(await mails(), 1);
  const mail = await lastMail();
  assert.match(mail, /New today: rye"/);
  assert.match(mail, /Bakery: rye/);
  assert.doesNotMatch(mail, /sour dough/, 'was found before the wish');
  clock.now = new Date('2026-11-26T07:00:00Z');
  await work();
  assert.equal(await mails(), 1, 'nothing new');
  await server.ask('watch-keyword', { client_id: client.id, keyword: 'spelt' });
  clock.now = new Date('2026-11-26T19:00:00Z');
  await work();
  assert.equal(await mails(), 1, 'not in the night');
  clock.now = new Date('2026-11-27T06:00:00Z');
  await work();
  await work();
  assert.equal(await mails(), 2);
});

test('the link in a mail ends the mails of its recipient alone, and needs no login', async () => {
  const [, token = ''] = /stop-keyword-mails\?token=([\w.-]+)/.exec(await lastMail()) ?? [];
  const wrong = [`1${token}`, token.replace(/\d+/, '2'), `${token.slice(0, -2)}AA`, "1.' or 1=1", 'x'];
  for (const each of wrong)
    assert.equal((await server.call('stop-keyword-mails', { token: each }, { as: null })).code, 404, each);
  assert.equal((await shown()).mails, true);
  await server.ask('stop-keyword-mails', { token }, { as: null });
  assert.equal((await shown()).mails, false);
  await server.ask('watch-keyword', { client_id: client.id, keyword: 'emmer' });
  clock.now = new Date('2026-11-28T08:00:00Z');
  await work();
  assert.equal(await mails(), 2);
});

test('a source that fails or has no quota left says so, and is tried again in the next hour', async () => {
  const { server: other, vendors: failing, clock: time } = await aSourcesServer({ on: ['reddit'] });
  const mill = await aClient(other.db, other.owner, { name: 'Mill' });
  await other.ask('watch-keyword', { client_id: mill.id, keyword: 'flour' });
  const states = async () => (await other.ask('fetch-watched-keywords', { client_id: mill.id })).items[0]?.states;
  const run = () => watchKeywords(other.services)({}, context);
  failing.fail('error');
  await run();
  assert.deepEqual(await states(), { reddit: 'failed', youtube: 'not-configured' });
  failing.fail('quota');
  time.now = new Date(time.now.getTime() + 3_600_000);
  await run();
  assert.equal((await states())?.reddit, 'quota-used-up');
  failing.fail(null);
  time.now = new Date(time.now.getTime() + 3_600_000);
  await run();
  assert.equal((await states())?.reddit, 'answered');
});

test('YouTube gets at most fifty keyword searches a day from all agencies together', async () => {
  await query(
    `insert into watched_keywords (agency_id, client_id, keyword, created_at, checked_on, checked_at, youtube_at)
     select $1, $2, 'k' || n, now(), '2099-01-01', $3, $3 from generate_series(1, 50) n`,
    [owner.agencyId, client.id, new Date('2026-12-01T06:00:00Z')],
  );
  clock.now = new Date('2026-12-01T07:00:00Z');
  await work();
  const { items } = await shown();
  assert.equal(items.find(({ keyword }) => keyword === 'rye')?.states.youtube, 'left-out');
  await query(`delete from watched_keywords where checked_on = '2099-01-01'`);
});

test('no search runs for a client that is paused, or an agency whose processing is stopped', async () => {
  const plain = await aServer();
  const mill = await aClient(plain.db, plain.owner, { name: 'Mill' });
  await plain.ask('watch-keyword', { client_id: mill.id, keyword: 'flour' });
  const look = async () => {
    await watchKeywords({ ...plain.services, clock: () => new Date('2026-11-25T12:00:00Z') })({}, context);
    return (await plain.ask('fetch-watched-keywords', { client_id: mill.id })).items[0]?.checked;
  };
  await plain.db.pool.query('update users set paused_at = now() where id = $1', [mill.id]);
  assert.equal(await look(), null);
  await plain.db.pool.query('update users set paused_at = null where id = $1', [mill.id]);
  await plain.db.pool.query('update agencies set processing_stopped_at = now() where id = $1', [plain.owner.agencyId]);
  assert.equal(await look(), null);
  await plain.db.pool.query('update agencies set processing_stopped_at = null');
  assert.notEqual(await look(), null);
});

test('a client has at most twenty keywords, each once, of letters, digits and spaces only', async () => {
  const mill = await aClient(db, owner, { name: 'Mill' });
  const watch = (keyword: string) => server.call('watch-keyword', { client_id: mill.id, keyword });
  for (let at = 1; at <= 19; at += 1) assert.equal((await watch(`word ${at}`)).code, 200);
  assert.equal((await watch('WORD 1')).code, 422);
  for (const wrong of ['', ' ', 'a&b', 'a\0', '<b>', '🦊', 'k'.repeat(101)])
    assert.equal((await watch(wrong)).code, 422, wrong);
  assert.equal((await watch('कॉफ़ी')).code, 200);
  assert.equal((await watch('one more')).code, 409);
  const [latest] = (await shown(mill.id)).items;
  await server.ask('unwatch-keyword', { id: latest?.id ?? '' });
  assert.equal((await server.call('unwatch-keyword', { id: latest?.id ?? '' })).code, 404);
  assert.equal((await watch('one more')).code, 200);
});

test('another agency cannot see, watch or delete keywords', async () => {
  const as = await anotherAgency(db);
  const [ours] = (await shown()).items;
  for (const reply of [
    server.call('fetch-watched-keywords', { client_id: client.id }, { as }),
    server.call('watch-keyword', { client_id: client.id, keyword: 'theirs' }, { as }),
    server.call('unwatch-keyword', { id: ours?.id ?? '' }, { as }),
  ])
    assert.equal((await reply).code, 404);
});

test('of two keywords added at once only one becomes the twentieth', async () => {
  const full = await aClient(db, owner, { name: 'Full' });
  await query(
    `insert into watched_keywords (agency_id, client_id, keyword, created_by, created_at)
     select $1, $2, 'word ' || n, $3, now() from generate_series(1, 19) as n`,
    [owner.agencyId, full.id, owner.id],
  );
  const blocker = await db.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from users where id = $1 for update', [full.id]);
  const both = ['rye', 'spelt'].map((keyword) => server.call('watch-keyword', { client_id: full.id, keyword }));
  await waitsForLock(db, Promise.all(both), { count: 2, by: blocker });
  await blocker.query('commit');
  blocker.release();
  const added = (await Promise.all(both)).filter(({ status }) => status).length;
  assert.deepEqual([added, (await shown(full.id)).items.length], [1, 20]);
});
