/** The list of schedules in each of its orders. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { scheduleSorts, type ScheduleSort } from '#contract/base/list-options.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T12:00:00Z') });

/** Schedules of a new agency, each with its client's name, its stream's title and the time of its next post. */
async function agencyWith(schedules: readonly { client: string; title: string; next: string | null }[]) {
  const as = await anotherAgency(server.db);
  const clients = new Map<string, string>();
  for (const { client, title, next } of schedules) {
    const clientId = clients.get(client) ?? (await aClient(server.db, as, { name: client })).id;
    clients.set(client, clientId);
    await server.db.pool.query(
      `with stream as (
         insert into streams (agency_id, type, title) values ($1, 'text', $3) returning id
       ), item as (
         insert into items (agency_id, stream_id, sequence, title, description)
         select $1, id, 1, 'One', 'Words' from stream returning id
       ), made as (
         insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency)
         select $1, $2, id, '2026-06-02 09:30', 'UTC', 'daily' from stream returning id
       )
       insert into occurrences (agency_id, schedule_id, item_id, round, position, step, local_at, due_at, state)
       select $1, made.id, item.id, 1, place.at, place.at, '2026-06-02 09:30', place.due, place.state
       from made, item, (values
         (0, timestamptz '2026-05-01 09:30Z', 'posted'),
         (1, coalesce($4::timestamptz, '2026-05-02 09:30Z'),
           case when $4::text is null then 'posted' else 'scheduled' end),
         (2, coalesce($4::timestamptz, '2026-05-02 09:30Z') + interval '1 year', 'cancelled'),
         (3, coalesce($4::timestamptz, '2026-05-02 09:30Z') + interval '40 days',
           case when $4::text is null then 'posted' else 'scheduled' end)
       ) place (at, due, state)`,
      [as.agencyId, clientId, title, next],
    );
  }
  return as;
}
type Agency = Awaited<ReturnType<typeof agencyWith>>;

/** The titles of all pages in an order. */
async function titles(as: Agency, sort: ScheduleSort, filter: { search?: string } = {}): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await server.ask('fetch-schedulers', { sort, cursor, brief: true, ...filter }, { as });
    seen.push(...page.items.map((row) => row.content_stream.title));
    cursor = page.next ?? '';
  } while (cursor !== '');
  return seen;
}

const three = [
  { client: 'zebra', title: 'apples', next: '2026-07-01T10:00:00.123456Z' },
  { client: 'Äpfel', title: 'Zebra', next: null },
  { client: 'apples', title: 'Äpfel', next: '2026-06-03T10:00:00Z' },
];

test('schedules are ordered by client, title, next post and age, both ways, with names in natural order', async () => {
  const as = await agencyWith(three);
  const orders: Readonly<Record<ScheduleSort, readonly string[]>> = {
    created: ['apples', 'Zebra', 'Äpfel'],
    '-created': ['Äpfel', 'Zebra', 'apples'],
    client: ['Zebra', 'Äpfel', 'apples'],
    '-client': ['apples', 'Äpfel', 'Zebra'],
    title: ['Äpfel', 'apples', 'Zebra'],
    '-title': ['Zebra', 'apples', 'Äpfel'],
    next: ['Äpfel', 'apples', 'Zebra'],
    '-next': ['apples', 'Äpfel', 'Zebra'],
  };
  for (const sort of scheduleSorts) assert.deepEqual(await titles(as, sort), orders[sort], sort);
  assert.deepEqual(await titles(as, 'client', { search: 'APP' }), ['apples']);
});

test('pages in every order have no gap or duplicate, also among equal rows and with filters', async () => {
  const names = Array.from({ length: 60 }, (_, number) => `Same ${number % 3}`);
  const as = await agencyWith(
    names.map((name, number) => ({
      client: name,
      title: number % 2 === 0 ? 'One title' : 'Other',
      next: number % 4 === 0 ? null : '2026-06-03T10:00:00Z',
    })),
  );
  for (const sort of scheduleSorts) {
    const ids = new Set<string>();
    let cursor = '';
    let pages = 0;
    do {
      const page = await server.ask('fetch-schedulers', { sort, cursor, brief: true }, { as });
      for (const { id } of page.items) ids.add(id);
      assert.equal(page.total, 60);
      cursor = page.next ?? '';
      pages += 1;
    } while (cursor !== '');
    assert.deepEqual([sort, ids.size, pages], [sort, 60, 3]);
    assert.equal((await titles(as, sort, { search: 'one' })).length, 30, `${sort}, searched`);
  }
});

test('a cursor continues after its row even if that row was deleted or has moved on', async () => {
  const as = await agencyWith(
    Array.from({ length: 30 }, (_, number) => ({
      client: 'Bakery',
      title: `Stream ${String(number).padStart(2, '0')}`,
      next: null,
    })),
  );
  const first = await server.ask('fetch-schedulers', { sort: 'title', brief: true }, { as });
  const last = first.items.at(-1);
  await server.db.pool.query(`update streams set title = 'Zzz' where id = $1`, [last?.content_stream.id]);
  const rest = await server.ask('fetch-schedulers', { sort: 'title', brief: true, cursor: first.next ?? '' }, { as });
  assert.deepEqual(
    rest.items.map((row) => row.content_stream.title),
    ['Stream 25', 'Stream 26', 'Stream 27', 'Stream 28', 'Stream 29', 'Zzz'],
  );
});

test('a cursor of another order, a made-up cursor, and an unknown order are refused', async () => {
  const as = await agencyWith(Array.from({ length: 26 }, () => ({ client: 'Bakery', title: 'One', next: null })));
  const { next } = await server.ask('fetch-schedulers', { sort: 'title' }, { as });
  const made = (...keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  for (const input of [
    { sort: 'client', cursor: next },
    { sort: '-title', cursor: next },
    { cursor: next },
    { cursor: '17' },
    { cursor: '\0' },
    { sort: 'title', cursor: made('title', 'a\0b', '1') },
    { sort: 'title', cursor: made('title', 'a', '1 or true') },
    { sort: 'title', cursor: made('title', '1') },
    { sort: 'title', cursor: made('title', null, '1') },
    { sort: 'next', cursor: made('next', 'yesterday', '1') },
    { sort: 'agency_id' },
    { sort: '-' },
  ]) {
    const response = await server.send('/api/fetch-schedulers', {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json', authorization: as.token },
    });
    assert.equal(response.status, 422, JSON.stringify(input));
  }
  const foreign = await server.ask('fetch-schedulers', { sort: 'title', cursor: next ?? '' });
  assert.deepEqual(foreign.items, [], 'nothing of theirs');
});
