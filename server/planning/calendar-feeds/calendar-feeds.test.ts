import assert from 'node:assert/strict';
import { sync as ical } from 'node-ical';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { keepBack } from '../approvals/testing.ts';
import { anAccount, anOrder, settle } from '../schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';

const stage = { now: new Date('2026-03-01T00:00:00Z') };
const server = await aServer({ clock: () => stage.now });
const client = await aClient(server.db, server.owner, { name: 'Corner, Shop' });
const other = await aClient(server.db, server.owner, { name: 'Gym' });
const stream = await aTextStream(server, ['one', 'two', 'three; four'], 'Words');

/** A daily schedule of the stream for a client; answers its id. */
const plan = async (of: TestPerson, date: string): Promise<string> => {
  const accounts = [await anAccount(server, of)];
  const order = anOrder({ user_client_id: of.id, content_stream_id: stream.id, social_accounts: accounts });
  return (await server.ask('save-scheduler', { ...order, schedule_date: date })).id;
};
const ofClient = await plan(client, '2026-03-28');
await plan(other, '2026-04-10');
await settle(server, ofClient, ['On one'], 'published');

const pathOf = (url: string): string => new URL(url).pathname;
const aFeed = async (clientId = 'all', as = server.owner) => {
  const { feed, url } = await server.ask('make-calendar-feed', { client_id: clientId }, { as });
  return { id: feed.id, path: pathOf(url) };
};
const read = (path: string, headers: Record<string, string> = {}) => server.send(path, { headers });
const eventsAt = async (path: string) => {
  const reply = await read(path);
  assert.equal(reply.status, 200);
  return Object.values(ical.parseICS(await reply.text())).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []));
};

describe('a calendar feed', () => {
  test('a feed has the posts of its client at their instants, across a change of clocks', async () => {
    const events = await eventsAt((await aFeed(client.id)).path);
    assert.deepEqual(
      events.map(({ summary, start, end }) => [summary, start.toISOString(), end?.toISOString()]),
      [
        ['On one', '2026-03-28T08:30:00.000Z', '2026-03-28T08:45:00.000Z'],
        ['On two', '2026-03-29T07:30:00.000Z', '2026-03-29T07:45:00.000Z'],
        ['On three; four', '2026-03-30T07:30:00.000Z', '2026-03-30T07:45:00.000Z'],
      ],
    );
    assert.deepEqual(
      events.slice(0, 2).map(({ description }) => description),
      ['Posted · Telegram\n\none', 'Scheduled · Telegram\n\ntwo'],
    );
    assert.equal(events[0]?.url, `${server.services.config.publicUrl}/schedule-detail/${ofClient}`);
  });

  test('a feed of all clients names the client of each post', async () => {
    const said = (await eventsAt((await aFeed()).path)).map(({ summary }) => summary);
    assert.deepEqual([said.length, said[0], said[5]], [6, 'Corner, Shop: On one', 'Gym: On three; four']);
  });

  test('a feed follows a moved post under the same id, and leaves out a deleted one', async () => {
    const id = await plan(client, '2026-05-01');
    const { path } = await aFeed(client.id);
    const { items } = await server.ask('fetch-scheduler', { id });
    const isIt = new RegExp(`^post-${items[0]?.id}@[0-9a-f]{16}$`);
    const startOf = async () => (await eventsAt(path)).find(({ uid }) => isIt.test(uid))?.start.toISOString();
    assert.equal(await startOf(), '2026-05-01T07:30:00.000Z');
    await server.ask('move-scheduled-item', {
      id: items[0]?.id ?? '',
      date: '2026-05-20',
      time: '18:00',
      timezone: 'UTC',
    });
    assert.equal(await startOf(), '2026-05-20T18:00:00.000Z');
    await server.ask('delete-scheduled-item', { id: items[0]?.id ?? '' });
    assert.equal(await startOf(), undefined);
    await server.ask('delete-scheduler', { id });
  });

  test('each feed has its own token, which is stored as a hash and is never logged', async () => {
    const [one, two] = [await aFeed(client.id), await aFeed(client.id)];
    assert.notEqual(one.path, two.path);
    await read(one.path);
    const token = /([\w-]{43})\.ics$/.exec(one.path)?.[1] ?? '';
    assert.equal(token.length, 43);
    const { rows } = await server.db.pool.query<{ all: string }>('select f::text as all from calendar_feeds f');
    assert.equal(rows.some((row) => row.all.includes(token)) || server.log.some((line) => line.includes(token)), false);
  });

  test('the list of feeds says when each was last read', async () => {
    const { id, path } = await aFeed(client.id);
    const readAt = async () => (await server.ask('fetch-calendar-feeds', {})).find((feed) => feed.id === id)?.read;
    assert.equal(await readAt(), null);
    await read(path);
    assert.equal(await readAt(), stage.now.toISOString());
  });

  test('a feed is not sent again to a program that has the current version', async () => {
    const { path } = await aFeed(client.id);
    const etag = (await read(path)).headers.get('etag') ?? '';
    stage.now = new Date(stage.now.getTime() + 60_000);
    for (const tag of [etag, `W/${etag}`]) {
      const again = await read(path, { 'if-none-match': tag });
      assert.deepEqual([again.status, await again.text()], [304, '']);
    }
  });

  test('a feed is a download that proxies do not cache and search engines do not index', async () => {
    const { path } = await aFeed(client.id);
    const { headers } = await read(path);
    const asked = await server.send(path, { method: 'HEAD' });
    assert.deepEqual([asked.status, asked.headers.get('etag')], [200, headers.get('etag')]);
    assert.equal((await server.send(path, { method: 'POST' })).status, 404);
    assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('access-control-allow-origin'), null);
  });
});

/** An address's answer, without the parts that differ each time. */
const answerOf = async (path: string) => {
  const reply = await read(path);
  const headers = [...reply.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: reply.status, headers, body: await reply.text() };
};

test('a feed says what each post waits for', async () => {
  const id = await plan(client, '2026-05-01');
  const { items } = await server.ask('fetch-scheduler', { id });
  await keepBack(server.db, { occurrenceId: items[0]?.id ?? '', state: 'sent-back' });
  const { path } = await aFeed(client.id);
  const said = (await eventsAt(path)).filter(({ start }) => start.toISOString().startsWith('2026-05-0'));
  assert.deepEqual(
    said.map(({ description }) => (typeof description === 'string' ? description.split('\n')[0] : '')),
    ['Sent back by the client · Telegram', 'Scheduled · Telegram', 'Scheduled · Telegram'],
  );
  await server.ask('delete-scheduler', { id });
});

test('a feed of a plan that is too long holds the posts nearest to now, within a second', async () => {
  const crowded = await aClient(server.db, server.owner, { name: 'Crowded' });
  const id = await plan(crowded, '2026-07-01');
  await server.db.pool.query(
    `insert into occurrences (agency_id, schedule_id, item_id, round, position, step, due_at, local_at)
     select agency_id, schedule_id, item_id, round, n + 5000, n + 5000, $2::timestamptz + n * interval '10 minutes',
       local_at
     from (select * from occurrences where schedule_id = $1 order by id limit 1) o, generate_series(-1500, 4500) n`,
    [id, stage.now],
  );
  const { path } = await aFeed(crowded.id);
  // Processor time, so that other programs on the machine do not count.
  const begun = process.cpuUsage();
  const events = await eventsAt(path);
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 3_000_000, `${user + system} µs`);
  const minutesFrom = (at: Date | undefined) => ((at?.getTime() ?? 0) - stage.now.getTime()) / 60_000;
  assert.deepEqual(
    [events.length, minutesFrom(events.at(0)?.start), minutesFrom(events.at(-1)?.start)],
    [5000, -10_000, 39_990],
  );
  await server.ask('delete-scheduler', { id });
});

test('a revoked address, and that of a deleted client, answer exactly like one that never existed', async () => {
  const never = await answerOf(`/calendar/${'x'.repeat(43)}.ics`);
  assert.deepEqual([never.status, never.body], [404, messages.calendarFeedGone]);
  const revoked = await aFeed(client.id);
  assert.equal((await read(revoked.path)).status, 200);
  await server.ask('end-calendar-feed', { id: revoked.id });
  assert.deepEqual(await answerOf(revoked.path), never);
  const gone = await aClient(server.db, server.owner);
  const ofGone = await aFeed(gone.id);
  assert.equal((await read(ofGone.path)).status, 200);
  await server.ask('delete-client', { client_id: gone.id });
  assert.deepEqual(await answerOf(ofGone.path), never);
  assert.equal(
    (await server.ask('fetch-calendar-feeds', {})).some(({ id }) => id === ofGone.id || id === revoked.id),
    false,
  );
});

test('malformed addresses are not found', async () => {
  const { path } = await aFeed(client.id);
  for (const odd of [
    '/calendar/.ics',
    '/calendar/1.ics',
    `/calendar/${'x'.repeat(5000)}.ics`,
    path.replace('.ics', ''),
    path.replace('.ics', '.ICS'),
    `${path}%00`,
    path.replace('/calendar/', '/calendar/%2e%2e/'),
  ]) {
    const { status } = await read(odd);
    assert.ok(status >= 400 && status < 500, `${status} ${odd.slice(0, 60)}`);
  }
});

test("a feed stops while the agency's processing is stopped, and while the agency is suspended", async () => {
  const owner = await anotherAgency(server.db);
  const { path } = await aFeed('all', owner);
  assert.equal((await read(path)).status, 200);
  for (const column of ['processing_stopped_at', 'deleting_at', 'suspended_at']) {
    const set = (to: string) =>
      server.db.pool.query(`update agencies set ${column} = ${to} where id = $1`, [owner.agencyId]);
    await set('now()');
    assert.equal((await read(path)).status, 404, column);
    await set('null');
    assert.equal((await read(path)).status, 200, column);
  }
});

test('members can make and revoke a feed, but people of other agencies cannot', async () => {
  const member = await aMember(server.db, server.owner);
  const otherAgency = await anotherAgency(server.db);
  const { id, path } = await aFeed(client.id, member);
  assert.equal((await server.call('make-calendar-feed', { client_id: client.id }, { as: otherAgency })).code, 404);
  assert.equal((await server.call('end-calendar-feed', { id }, { as: otherAgency })).code, 404);
  assert.equal((await server.call('end-calendar-feed', { id }, { as: client })).code, 403);
  assert.equal((await server.call('make-calendar-feed', { client_id: 'all' }, { as: client })).code, 403);
  assert.deepEqual(await server.ask('fetch-calendar-feeds', {}, { as: otherAgency }), []);
  assert.equal((await read(path)).status, 200);
  await server.ask('end-calendar-feed', { id }, { as: member });
  assert.equal((await server.call('end-calendar-feed', { id })).code, 404);
});

test('an agency has at most a hundred feeds', async () => {
  const owner = await anotherAgency(server.db);
  for (let count = 0; count < 100; count += 1) await aFeed('all', owner);
  const { code, message } = await server.call('make-calendar-feed', { client_id: 'all' }, { as: owner });
  assert.deepEqual([code, message], [409, messages.calendarFeedsFull]);
});

test('a feed can be read 240 times an hour, then says when to try again; other feeds are not affected', async () => {
  const [one, two] = [await aFeed(client.id), await aFeed(client.id)];
  stage.now = new Date(stage.now.getTime() + 3_600_000);
  const etag = (await read(one.path)).headers.get('etag') ?? '';
  for (let count = 1; count < 240; count += 1)
    assert.equal((await read(one.path, { 'if-none-match': etag })).status, 304);
  const refused = await read(one.path);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
  assert.equal((await read(two.path)).status, 200);
  stage.now = new Date(stage.now.getTime() + 3_600_000);
  assert.equal((await read(one.path)).status, 200);
});
