import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Sent } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { anAccount } from '../schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aDraft } from './testing.ts';

let now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Bakery' });
const account = await anAccount(server, client);
const pictures = await anAccount(server, client, 'vimeo', 'pictures');

const slot = { date: '2026-06-03', time: '10:00', timezone: 'Europe/Berlin' };
const input = (parts: Partial<Sent<'save-draft'>> = {}): Sent<'save-draft'> => ({
  ...aDraft,
  ...slot,
  client_id: client.id,
  social_accounts: [account],
  ...parts,
});
const draftsOf = async () => server.ask('fetch-drafts', { client_id: client.id });

test('free slots are the next empty days at ten, in the zone in which the client is planned', async () => {
  const quiet = await aClient(db, owner, { name: 'Quiet' });
  const feed = await anAccount(server, quiet, 'telegram', 'quiet');
  const stream = await aTextStream(server, ['one', 'two']);
  const at = { schedule_date: '2026-06-02', hours: '9', minutes: '30', timezone: 'Asia/Tokyo' };
  await server.ask('save-scheduler', {
    ...at,
    user_client_id: quiet.id,
    content_stream_id: stream.id,
    social_accounts: [feed],
    re_purpose: 0,
    schedule_type: 'daily',
  });
  assert.deepEqual(await server.ask('fetch-free-slots', { client_id: quiet.id }), {
    timezone: 'Asia/Tokyo',
    slots: ['2026-06-04', '2026-06-05', '2026-06-06'].map((date) => ({ date, time: '10:00', posts: 0 })),
  });
});

test('free slots begin with today in the client’s zone', async () => {
  const early = await aClient(db, owner, { name: 'Early' });
  const feed = await anAccount(server, early, 'telegram', 'early');
  const stream = await aTextStream(
    server,
    Array.from({ length: 11 }, (_, index) => `post ${index}`),
  );
  await server.ask('save-scheduler', {
    schedule_date: '2026-06-02',
    hours: '9',
    minutes: '30',
    timezone: 'Asia/Tokyo',
    user_client_id: early.id,
    content_stream_id: stream.id,
    social_accounts: [feed],
    re_purpose: 0,
    schedule_type: 'daily',
  });
  // In Tokyo it is five in the morning of the next day.
  now = new Date('2026-06-01T20:00:00Z');
  const { slots } = await server.ask('fetch-free-slots', { client_id: early.id });
  now = new Date('2026-06-01T08:00:00Z');
  assert.deepEqual(
    slots.map(({ date, posts }) => [date, posts]),
    [
      ['2026-06-13', 0],
      ['2026-06-14', 0],
      ['2026-06-15', 0],
    ],
  );
});

test('an approved draft becomes a stream and one post at its slot, and is no longer a draft', async () => {
  const { id } = await server.ask('save-draft', input({ title: 'Rye 🦊 <b>', words: 'Two days\nof patience' }));
  const { id: schedule } = await server.ask('approve-draft', { id });
  const { items } = await server.ask('fetch-scheduler', { id: schedule });
  assert.deepEqual(
    items.map((item) => [item.title, item.description, item.scheduled]),
    [['Rye 🦊 <b>', 'Two days\nof patience', '2026-06-03 10:00']],
  );
  assert.deepEqual(await draftsOf(), []);
  assert.equal((await server.call('approve-draft', { id })).code, 404);
});

test('a draft without a title names its stream by the beginning of its text, cut between characters', async () => {
  const { id } = await server.ask('save-draft', input({ title: '', words: `${'a'.repeat(59)}🦊 ${'b'.repeat(60)}` }));
  const { id: schedule } = await server.ask('approve-draft', { id });
  const { schedule: made } = await server.ask('fetch-scheduler', { id: schedule });
  assert.equal(made.content_stream.title, `${'a'.repeat(59)}🦊…`);
});

test('a draft that is approved twice at the same time is planned once', async () => {
  const { id } = await server.ask('save-draft', input());
  const before = (await server.ask('fetch-schedulers', {})).total;
  await using blocker = await db.pool
    .connect()
    .then((held) => ({ held, [Symbol.asyncDispose]: async () => held.release() }));
  await blocker.held.query('begin');
  await blocker.held.query('select from drafts where id = $1 for update', [id]);
  const both = [server.call('approve-draft', { id }), server.call('approve-draft', { id })];
  await waitsForLock(db, Promise.all(both));
  await blocker.held.query('commit');
  const codes = (await Promise.all(both)).map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b));
  assert.deepEqual(codes, [200, 404]);
  assert.equal((await server.ask('fetch-schedulers', {})).total, before + 1);
});

test('an expired draft cannot be approved, but can get another slot', async () => {
  const { id } = await server.ask('save-draft', input());
  now = new Date('2026-06-03T08:00:00Z');
  assert.equal((await draftsOf())[0]?.expired, true);
  const refused = await server.call('approve-draft', { id });
  assert.deepEqual([refused.code, refused.message], [422, messages.draftExpired]);
  const moved = await server.ask('save-draft', input({ id, date: '2026-06-04' }));
  assert.deepEqual([moved.id, moved.expired, moved.due], [id, false, '2026-06-04T08:00:00.000Z']);
  await server.ask('approve-draft', { id });
  assert.deepEqual(await draftsOf(), []);
});

test('a discarded draft is in no list until it is restored', async () => {
  const { id } = await server.ask('save-draft', input({ date: '2026-06-22' }));
  await server.ask('delete-draft', { id });
  assert.ok(!(await draftsOf()).some((draft) => draft.id === id));
  await server.ask('restore-draft', { id });
  assert.ok((await draftsOf()).some((draft) => draft.id === id));
  await server.ask('delete-draft', { id });
});

test('a draft of one client cannot be saved for another one', async () => {
  const other = await aClient(db, owner, { name: 'Other' });
  const feed = await anAccount(server, other, 'telegram', 'other');
  const { id } = await server.ask('save-draft', input({ date: '2026-06-21', words: 'Hers' }));
  const taken = { id, client_id: other.id, social_accounts: [feed], date: '2026-06-21' };
  assert.equal((await server.call('save-draft', input(taken))).code, 404);
  assert.deepEqual(
    (await draftsOf()).filter((draft) => draft.id === id).map(({ words }) => words),
    ['Hers'],
  );
  await server.ask('delete-draft', { id });
});

test('a disconnected account is left out, and a draft without any account cannot be approved', async () => {
  const extra = await anAccount(server, client, 'telegram', 'extra');
  const date = '2026-06-20';
  const { id } = await server.ask('save-draft', input({ date, social_accounts: [account, extra] }));
  const alone = await server.ask('save-draft', input({ date, social_accounts: [extra] }));
  await server.ask('delete-social', { id: extra });
  const found = await draftsOf();
  assert.deepEqual(
    found.map(({ accounts }) => accounts.map((each) => each.id)),
    [[account], []],
  );
  const refused = await server.call('approve-draft', { id: alone.id });
  assert.deepEqual([refused.code, refused.message], [422, messages.draftAccountsGone]);
  await server.ask('approve-draft', { id });
  await server.ask('delete-draft', { id: alone.id });
  assert.equal((await server.call('delete-draft', { id: alone.id })).code, 404);
});

test('invalid values of a draft are refused', async () => {
  const past = { date: '2026-06-01', time: '07:00' };
  const wrong: [Partial<Sent<'save-draft'>>, number][] = [
    [{ words: ' ' }, 422],
    [{ words: 'a\0b' }, 422],
    [{ url: 'javascript:alert(1)' }, 422],
    [{ social_accounts: [] }, 422],
    [{ social_accounts: [pictures] }, 422],
    [{ social_accounts: ['999999'] }, 404],
    [{ client_id: '999999' }, 404],
    [past, 422],
    [{ date: '2090-01-01' }, 422],
    [{ timezone: 'Mars/Olympus' }, 422],
    [{ time: '25:00' }, 422],
    [{ words: 'w'.repeat(20_001) }, 422],
  ];
  for (const [parts, code] of wrong)
    assert.equal((await server.call('save-draft', input(parts))).code, code, JSON.stringify(parts).slice(0, 80));
});

test('a client has at most a thousand drafts', async () => {
  const busy = await aClient(db, owner, { name: 'Busy' });
  const feed = await anAccount(server, busy, 'telegram', 'busy');
  await db.pool.query(
    `insert into drafts (agency_id, client_id, title, words, account_ids, local_at, timezone, due_at, created_at)
     select $1, $2, '', 'w', array[$3::bigint], '2026-07-01 10:00', 'UTC', '2026-07-01T10:00Z', $4
     from generate_series(1, 1000)`,
    [owner.agencyId, busy.id, feed, now],
  );
  const full = await server.call(
    'save-draft',
    input({ client_id: busy.id, social_accounts: [feed], date: '2026-07-01' }),
  );
  assert.deepEqual([full.code, full.message], [422, messages.draftsFull]);
});

test("drafts of some days are found for all clients or one, with the client's name, earliest slot first", async () => {
  const as = await anotherAgency(db);
  const one = await aClient(db, as, { name: 'Harbour' });
  const two = await aClient(db, as, { name: 'Museum' });
  for (const [who, date, time] of [
    [two, '2026-06-09', '23:30'],
    [one, '2026-06-09', '09:00'],
    [one, '2026-06-10', '00:30'],
  ] as const) {
    const feed = await anAccount({ ...server, owner: as }, who, 'telegram', `${who.id} ${date} ${time}`);
    await server.ask('save-draft', { ...input({ date, time }), client_id: who.id, social_accounts: [feed] }, { as });
  }
  const between = { from: '2026-06-09', to: '2026-06-10', timezone: 'Europe/Berlin' };
  const found = async (more: object) =>
    (await server.ask('fetch-drafts', { between, ...more }, { as })).map(({ client: name, time }) => [name, time]);
  assert.deepEqual(await found({}), [
    ['Harbour', '09:00'],
    ['Museum', '23:30'],
  ]);
  assert.deepEqual(await found({ client_id: two.id }), [['Museum', '23:30']]);
  assert.deepEqual(await found({ between: { ...between, timezone: 'Asia/Tokyo' } }), [['Harbour', '09:00']]);
  const { code } = await server.call('fetch-drafts', { between: { ...between, to: '2026-09-10' } }, { as });
  assert.equal(code, 422, 'more days than a calendar shows');
  assert.equal((await server.ask('fetch-drafts', {}, { as })).length, 3, 'all of them');
  assert.deepEqual(await found({ between: undefined, undated: true }), []);
  assert.equal((await server.call('fetch-drafts', { between, client_id: client.id }, { as })).code, 404);
});

test('another agency cannot read, change, approve or delete a draft, but a member can', async () => {
  const as = await anotherAgency(db);
  const theirs = await aClient(db, as, { name: 'Elsewhere' });
  const feed = await anAccount(server, theirs, 'telegram', 'theirs');
  const { id } = await server.ask('save-draft', input({ date: '2026-06-25' }));
  for (const reply of [
    server.call('fetch-drafts', { client_id: client.id }, { as }),
    server.call('fetch-free-slots', { client_id: client.id }, { as }),
    server.call('save-draft', input({ date: '2026-06-25' }), { as }),
    server.call('save-draft', input({ id, client_id: theirs.id, social_accounts: [feed], date: '2026-06-25' }), { as }),
    server.call('approve-draft', { id }, { as }),
    server.call('delete-draft', { id }, { as }),
    server.call('save-draft', input({ social_accounts: [feed], date: '2026-06-25' })),
  ])
    assert.equal((await reply).code, 404);
  await server.ask('approve-draft', { id }, { as: await aMember(db, owner) });
});
