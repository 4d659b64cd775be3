/** Who is notified of what, in the transaction in which it happens, and how the inbox lists it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deleteOld } from '../../base/retention/testing.ts';
import { markMissed } from '../../publishing/engine/late.ts';
import { aClock, aWorker } from '../../publishing/testing.ts';
import { aClient, anotherAgency, aServer, type TestPerson } from '../testing/server.ts';
import { oldNotifications } from './index.ts';
import { anAgencyWithPosts, byPerson, failing } from './testing.ts';

const server = await aServer();
const { db } = server;
const until = '2099-01-01T00:00:00Z';

type Filter = { client_id?: string; unread?: boolean; cursor?: string };
const inboxOf = (as: TestPerson, filter: Filter = {}) => server.ask('fetch-inbox', filter, { as });
/** `['delivery.failed 2 item 2']`: kind, count and name; a + stands for various ones. */
const listed = async (as: TestPerson, filter: Filter = {}): Promise<string[]> =>
  (await inboxOf(as, filter)).items.map(
    ({ kind, count, various, name }) => `${kind} ${count}${various ? '+' : ''} ${name}`,
  );

const anAgency = ({ items = 1 } = {}) => anAgencyWithPosts(db, { items });

test('posts that fail in one hour are one entry for the owner and each member, none for the client', async () => {
  const { deliveries, posts, owner, member, client } = await anAgency({ items: 3 });
  // One that has failed already does not fail once more.
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:10:00Z'));
  await db.pool.query(...failing(deliveries.slice(0, 2), '2026-06-01T12:20:00Z'));
  await db.pool.query(...failing(deliveries.slice(1, 3), '2026-06-01T12:59:59Z'));
  for (const person of [owner, member]) assert.deepEqual(await listed(person), ['delivery.failed 3+ item 3']);
  assert.deepEqual(await listed(client), []);
  assert.deepEqual(await listed(await anotherAgency(db)), []);
  const {
    items: [entry],
    unread,
  } = await inboxOf(owner);
  assert.deepEqual(
    [entry?.subject, entry?.client?.id, entry?.first_at, entry?.at, entry?.read, unread],
    [posts[2], client.id, '2026-06-01T12:10:00.000Z', '2026-06-01T12:59:59.000Z', false, 1],
  );
});

test('another hour, another kind and another client begin entries of their own', async () => {
  const { deliveries, scheduleId, owner } = await anAgency({ items: 4 });
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:59:59Z'));
  await db.pool.query(...failing(deliveries.slice(1, 2), '2026-06-01T13:00:00Z'));
  await db.pool.query(`update deliveries set state = 'missed', finished_at = '2026-06-01T12:30:00Z' where id = $1`, [
    deliveries[2],
  ]);
  const other = await aClient(db, owner, { email: 'another@example.test' });
  await db.pool.query('update schedules set user_client_id = $2 where id = $1', [scheduleId, other.id]);
  await db.pool.query(...failing(deliveries.slice(3), '2026-06-01T13:00:01Z'));
  assert.deepEqual(await listed(owner), [
    'delivery.failed 1 item 4',
    'delivery.failed 1 item 2',
    'delivery.failed 1 item 1',
    'delivery.missed 1 item 3',
  ]);
});

test('a post is uncertain, or to be posted by hand, only once nothing else is tried', async () => {
  const { deliveries, owner } = await anAgency({ items: 2 });
  const set = (state: string, nextAt: string) =>
    db.pool.query('update deliveries set state = $2, next_at = $3 where id = $1', [deliveries[0], state, nextAt]);
  await set('uncertain', '2026-06-01T12:00:05Z');
  await set('waiting', '2026-06-01T12:00:05Z');
  assert.deepEqual(await listed(owner), []);
  await set('uncertain', 'infinity');
  await set('uncertain', 'infinity');
  assert.deepEqual(await listed(owner), ['delivery.uncertain 1 item 1']);
  await set('waiting', 'infinity');
  assert.deepEqual(await listed(owner), ['delivery.by_hand 1 item 1', 'delivery.uncertain 1 item 1']);
});

test('what the engine misses is notified in its own transaction', async () => {
  const { owner } = await anAgency({ items: 3 });
  const clock = aClock('2026-06-10T12:00:00Z');
  const { engine } = aWorker(db, { networks: {}, clock });
  await markMissed(engine);
  assert.deepEqual(await listed(owner), ['schedule.finished 1 Stream', 'delivery.missed 3+ item 3']);
});

test('a person is not notified of their own actions, and nobody of posts that a person fails', async () => {
  const { deliveries, posts, agencyId, clientId, owner, member, client } = await anAgency();
  await db.pool.query(
    `insert into approvals (occurrence_id, agency_id, client_id, fingerprint, asked_at)
     values ($1, $2, $3, '', '2026-06-01T12:00:00Z')`,
    [posts[0], agencyId, clientId],
  );
  const say = (person: TestPerson, kind: string, at: string) =>
    byPerson(db, {
      person,
      statement: [
        `insert into approval_events (agency_id, occurrence_id, at, user_id, kind) values ($1, $2, $3, $4, $5)`,
        [agencyId, posts[0], at, person.id, kind],
      ],
    });
  await say(member, 'comment', '2026-06-01T12:01:00Z');
  await say(client, 'comment', '2026-06-01T12:02:00Z');
  await say(client, 'sent-back', '2026-06-01T12:03:00Z');
  await byPerson(db, { person: owner, statement: failing(deliveries, '2026-06-01T12:04:00Z') });
  assert.deepEqual(await listed(client), ['approval.commented 1 item 1', 'approval.asked 1 item 1']);
  assert.deepEqual(await listed(member), ['approval.sent_back 1 item 1', 'approval.commented 1 item 1']);
  assert.deepEqual(await listed(owner), ['approval.sent_back 1 item 1', 'approval.commented 2 item 1']);
});

test('posts that are asked again are notified to the client, and held ones to the agency', async () => {
  const { posts, agencyId, clientId, owner, client } = await anAgency({ items: 2 });
  await db.pool.query(
    `insert into approvals (occurrence_id, agency_id, client_id, state, fingerprint, asked_at)
     select id, $2, $3, 'approved', '', '2026-06-01T10:00:00Z' from unnest($1::bigint[]) id`,
    [posts, agencyId, clientId],
  );
  assert.deepEqual(await listed(client), []);
  await db.pool.query(
    `update approvals set state = 'waiting', asked_at = '2026-06-01T11:00:00Z' where occurrence_id = any($1::bigint[])`,
    [posts],
  );
  await db.pool.query(`update approvals set owner_told_at = '2026-06-01T13:00:00Z' where occurrence_id = $1`, [
    posts[0],
  ]);
  await db.pool.query('update approvals set told_at = now() where occurrence_id = any($1::bigint[])', [posts]);
  assert.deepEqual(await listed(client), ['approval.asked 2+ item 2']);
  assert.deepEqual(await listed(owner), ['post.held 1 item 1']);
});

test('a refused account, one that ends soon and a stream that ends are notified; a single post is not', async () => {
  const { accountIds, scheduleId, streamId, owner } = await anAgency();
  const change = (text: string, id: string | undefined) => db.pool.query(text, [id]);
  await change(`update social_accounts set warned_expiry = now() where id = $1`, accountIds[0]);
  await change(`update social_accounts set status = 'needs-reconnecting' where id = $1`, accountIds[0]);
  await change(`update social_accounts set free_at = now() where id = $1`, accountIds[0]);
  await change(`update schedules set state = 'finished' where id = $1`, scheduleId);
  await change(`update streams set kind = 'post' where id = $1`, streamId);
  await change(`update schedules set state = 'stopped' where id = $1`, scheduleId);
  const { items } = await inboxOf(owner);
  assert.deepEqual(
    items.map(({ kind, name, network }) => [kind, name, network]),
    [
      ['schedule.finished', 'Stream', null],
      ['account.needs_reconnecting', 'name', 'telegram'],
      ['account.expires_soon', 'name', 'telegram'],
    ],
  );
});

test('a video and a PDF are notified to the person who made them, a mailed report to the agency', async () => {
  const { agencyId, clientId, owner, member } = await anAgency();
  await db.pool.query(
    `insert into videos (agency_id, client_id, name, project, created_by, created_at, updated_at)
     values ($1, $2, 'Clip', '{}', $3, '2026-06-01', '2026-06-01')`,
    [agencyId, clientId, member.id],
  );
  const video = (fields: string) => db.pool.query(`update videos set ${fields} where agency_id = $1`, [agencyId]);
  await video(`status = '5', failed = true, updated_at = '2026-06-01T10:00:00Z'`);
  await db.pool.query(
    `with kept as (
       insert into files (agency_id, name, content_type, size_bytes, sha256, kind)
       values ($1, 'clip.mp4', 'video/mp4', 1, '', 'video') returning id)
     update videos set file_id = kept.id from kept where agency_id = $1`,
    [agencyId],
  );
  await video(`status = '6', failed = false, updated_at = '2026-06-01T11:00:00Z'`);
  await video(`percent = 100`);
  await db.pool.query(
    `insert into report_pdfs (agency_id, client_id, month, made_by, created_at, touched_at)
     values ($1, $2, '2026-05', $3, '2026-06-01', '2026-06-01')`,
    [agencyId, clientId, owner.id],
  );
  await db.pool.query(
    `update report_pdfs set state = 'ready', object_name = 'o', expires_at = '2100-01-01',
       touched_at = '2026-06-01T12:00:00Z' where agency_id = $1`,
    [agencyId],
  );
  const mail = `update report_settings set mail_monthly = true, mailed_month = $2 where client_id = $1`;
  await db.pool.query('insert into report_settings (client_id, agency_id) values ($1, $2)', [clientId, agencyId]);
  await byPerson(db, { person: owner, statement: [mail, [clientId, '2026-04']] });
  await db.pool.query(mail, [clientId, '2026-05']);
  assert.deepEqual(await listed(member), ['report.mailed 1 May 2026', 'video.finished 1 Clip', 'video.failed 1 Clip']);
  assert.deepEqual(await listed(owner), ['report.mailed 1 May 2026', 'report_pdf.ready 1 May 2026']);
});

test('two transactions at once never wait for each other’s notifications, and the inbox adds both up', async () => {
  const { deliveries, owner } = await anAgency({ items: 3 });
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:00:00Z'));
  const [one, other] = [await db.pool.connect(), await db.pool.connect()];
  try {
    for (const connection of [one, other]) await connection.query(`begin; set local lock_timeout = '1ms'`);
    await one.query(...failing(deliveries.slice(1, 2), '2026-06-01T12:01:00Z'));
    await other.query(...failing(deliveries.slice(2), '2026-06-01T12:02:00Z'));
    for (const connection of [one, other]) await connection.query('commit');
  } finally {
    one.release();
    other.release();
  }
  assert.deepEqual(await listed(owner), ['delivery.failed 3+ item 3']);
  assert.equal((await inboxOf(owner)).unread, 1);
  const [entry] = (await inboxOf(owner)).items;
  await server.ask('mark-read', { id: entry?.id ?? '', until }, { as: owner });
  assert.equal((await inboxOf(owner)).unread, 0);
});

test('a notification that cannot be written fails nothing', async () => {
  const { deliveries, owner } = await anAgency();
  await db.pool.query('alter table notifications add constraint broken check (count < 0) not valid');
  try {
    await db.pool.query(...failing(deliveries, '2026-06-01T12:00:00Z'));
  } finally {
    await db.pool.query('alter table notifications drop constraint broken');
  }
  const { rows } = await db.pool.query('select state from deliveries where id = $1', [deliveries[0]]);
  assert.deepEqual([rows, await listed(owner)], [[{ state: 'failed' }], []]);
});

test('a thousand posts that fail at once write one row for each person', async () => {
  const { deliveries, agencyId, owner } = await anAgency({ items: 3 });
  const { rows: more } = await db.pool.query<{ id: string }>(
    `with o as (
       insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at)
       select o.agency_id, o.schedule_id, o.item_id, 2, n, n, o.local_at, o.due_at
       from deliveries d join occurrences o on o.id = d.occurrence_id, generate_series(0, 996) n
       where d.id = $1 returning id)
     insert into deliveries (agency_id, occurrence_id, schedule_id, account_id, due_at, next_at)
     select d.agency_id, o.id, d.schedule_id, d.account_id, d.due_at, d.next_at from deliveries d, o where d.id = $1
     returning id`,
    [deliveries[0]],
  );
  await db.pool.query(...failing([...deliveries, ...more.map(({ id }) => id)], '2026-06-01T12:00:00Z'));
  const { rows } = await db.pool.query(
    'select count(*)::int as rows, min(count) as least from notifications where agency_id = $1',
    [agencyId],
  );
  assert.deepEqual(rows, [{ rows: 2, least: 1000 }]);
  assert.match((await listed(owner)).join(), /^delivery\.failed 1000\+ /);
});

test('an entry is read until something more happens in its hour', async () => {
  const { deliveries, owner, member } = await anAgency({ items: 3 });
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:00:00Z'));
  await db.pool.query(...failing(deliveries.slice(1, 2), '2026-06-01T14:00:00Z'));
  const [, first] = (await inboxOf(owner)).items;
  await server.ask('mark-read', { id: first?.id ?? '', until }, { as: owner });
  assert.deepEqual(await listed(owner, { unread: true }), ['delivery.failed 1 item 2']);
  await db.pool.query(...failing(deliveries.slice(2), '2026-06-01T12:20:00Z'));
  assert.equal((await inboxOf(owner, { unread: true })).unread, 2);
  await server.ask('mark-read', { until: '2026-06-01T13:00:00Z' }, { as: owner });
  assert.deepEqual(await listed(owner, { unread: true }), ['delivery.failed 1 item 2']);
  assert.equal((await inboxOf(member)).unread, 2);
  const { code } = await server.call('mark-read', { id: first?.id ?? '', until }, { as: member });
  assert.equal(code, 404);
});

test('a page has 25 entries, and a filter those of one client; a client account has only its own', async () => {
  const { agencyId, clientId, owner, client } = await anAgency();
  await db.pool.query(
    `insert into notifications (agency_id, user_id, client_id, kind, subject, first_at, at)
     select $1, p.id, case when n <= 27 then $2::bigint end, 'report.mailed', '2026-05', t, t
     from unnest($3::bigint[]) p (id), generate_series(1, 30) n,
       lateral (select '2026-06-01T00:00:00Z'::timestamptz + make_interval(hours => n)) as hours (t)`,
    [agencyId, clientId, [owner.id, client.id]],
  );
  const page = await inboxOf(owner, { client_id: clientId });
  const rest = await inboxOf(owner, { client_id: clientId, cursor: page.next ?? '' });
  assert.deepEqual([page.items.length, rest.items.length, rest.next, page.unread], [25, 2, null, 30]);
  const ids = [...page.items, ...rest.items].map(({ id }) => id);
  assert.equal(new Set(ids).size, 27);
  const elsewhere = await anAgency();
  const codeOf = async (as: TestPerson, filter: Filter) => (await server.call('fetch-inbox', filter, { as })).code;
  assert.equal(await codeOf(owner, { client_id: elsewhere.clientId }), 404);
  assert.equal(await codeOf(client, { client_id: owner.id }), 404);
  assert.equal(await codeOf(owner, { cursor: 'x' }), 422);
});

test('entries about a deleted client stay, without names; a deleted person is not notified', async () => {
  const { agencyId, deliveries, scheduleId, clientId, owner, member } = await anAgency({ items: 2 });
  await db.pool.query('update users set deleted_at = now() where id = $1', [member.id]);
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:00:00Z'));
  await db.pool.query('update users set deleted_at = now() where id = $1', [clientId]);
  await db.pool.query('update schedules set deleted_at = now() where id = $1', [scheduleId]);
  const {
    items: [entry],
  } = await inboxOf(owner);
  assert.deepEqual([entry?.client, entry?.subject, entry?.name, entry?.kind], [null, null, '', 'delivery.failed']);
  const { rows } = await db.pool.query('select user_id from notifications where agency_id = $1', [agencyId]);
  assert.deepEqual(rows, [{ user_id: owner.id }]);
});

test('notifications are deleted after 90 days', async () => {
  const { deliveries, owner } = await anAgency({ items: 2 });
  await db.pool.query('truncate notifications');
  await db.pool.query(...failing(deliveries.slice(0, 1), '2026-06-01T12:00:00Z'));
  await db.pool.query(...failing(deliveries.slice(1), '2026-06-02T12:00:00Z'));
  await deleteOld(db, { retention: oldNotifications, now: new Date('2026-08-30T13:00:00Z') });
  assert.deepEqual(await listed(owner), ['delivery.failed 1 item 2']);
});
