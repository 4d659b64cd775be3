import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { anAccount, anOrder, settle } from '../schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';

let clock = new Date('2026-06-01T00:00:00Z');
const server = await aServer({ clock: () => clock });

/** A client with a daily plan that starts on 2 June: its schedule's name, and its account. */
async function planFor(client: TestPerson, words: readonly string[]): Promise<{ id: string; account: string }> {
  const account = await anAccount(server, client);
  const stream = await aTextStream(server, words);
  const { id } = await server.ask(
    'save-scheduler',
    anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
  );
  return { id, account };
}
const planned = (as: TestPerson, input: { client_id?: string; days?: 7 | 30; cursor?: string } = {}) =>
  server.ask('fetch-planned', input, { as });
const published = (as: TestPerson, input: { client_id?: string } = {}) => server.ask('fetch-published', input, { as });

describe('a client’s view', async () => {
  const client = await aClient(server.db, server.owner, { name: 'Corner Shop' });
  const neighbour = await aClient(server.db, server.owner, { name: 'Neighbour' });
  const plan = await planFor(
    client,
    Array.from({ length: 12 }, (_, index) => `post ${index + 1}`),
  );
  await planFor(neighbour, ['secret of the neighbour']);

  test('a client sees its own plan of the next 7 or 30 days, each post by its schedule’s clock', async () => {
    clock = new Date('2026-06-01T10:00:00Z');
    const week = await planned(client);
    assert.deepEqual([week.total, week.items.length, week.next], [7, 7, null]);
    const [first] = week.items;
    assert.deepEqual(
      [
        first?.title,
        first?.text,
        first?.scheduled,
        first?.day,
        first?.timezone,
        first?.due_at,
        first?.accounts,
        first?.approval,
        first?.paused,
      ],
      [
        'On post 1',
        'post 1',
        '2026-06-02 09:30',
        '2026-06-02',
        'Europe/Berlin',
        '2026-06-02T07:30:00.000Z',
        [{ type: 'telegram', username: '@feed' }],
        null,
        false,
      ],
    );
    assert.equal((await planned(client, { days: 30 })).total, 12);
  });

  test('a client sees which posts are paused', async () => {
    await server.ask('pause-publishing', { scope: 'account', id: plan.account });
    assert.deepEqual([...new Set((await planned(client)).items.map(({ paused }) => paused))], [true]);
    await server.db.pool.query('update social_accounts set paused_at = null, paused_by = null where id = $1', [
      plan.account,
    ]);
  });

  test('a client sees published posts, newest first, with their addresses and without failed ones', async () => {
    await settle(server, plan.id, ['On post 1', 'On post 3'], 'published');
    await settle(server, plan.id, ['On post 2'], 'failed');
    clock = new Date('2026-06-04T12:00:00Z');
    const { items, total } = await published(client);
    assert.deepEqual([total, items.map(({ title }) => title)], [2, ['On post 3', 'On post 1']]);
    assert.deepEqual(items[0]?.posts, [{ type: 'telegram', username: '@feed', url: 'https://t.me/feed/1' }]);
    assert.deepEqual((await planned(client)).items.map(({ title }) => title).slice(0, 2), ['On post 4', 'On post 5']);
  });

  test('a client sees figures only if the plan of its agency includes them', async () => {
    await server.db.pool.query(
      `insert into engagements (delivery_id, agency_id, account_id, published_at, read_at, likes, views)
       select d.id, d.agency_id, d.account_id, d.due_at, d.due_at, 12, 340 from deliveries d join occurrences o
         on o.id = d.occurrence_id join items i on i.id = o.item_id
       where o.schedule_id = $1 and i.title = 'On post 3'`,
      [plan.id],
    );
    assert.equal((await published(client)).items[0]?.engagement, null);
    await server.db.pool.query(`update users set membership = 'unlimited' where id = $1`, [server.owner.id]);
    const [newest, older] = (await published(client)).items;
    assert.deepEqual(
      [newest?.engagement, older?.engagement],
      [{ likes: 12, comments: null, shares: null, views: 340 }, null],
    );
  });

  test('a client’s posts come in pages of 25 that follow each other without a gap', async () => {
    const busy = await aClient(server.db, server.owner);
    const account = await anAccount(server, busy);
    const stream = await aTextStream(
      server,
      Array.from({ length: 60 }, (_, index) => `hour ${index}`),
    );
    clock = new Date('2026-06-02T00:00:00Z');
    await server.ask('save-scheduler', {
      ...anOrder({ user_client_id: busy.id, content_stream_id: stream.id, social_accounts: [account] }),
      schedule_type: 'hourly',
    });
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await planned(busy, { cursor });
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.next;
    }
    assert.deepEqual(
      [titles.length, new Set(titles).size, titles[0], titles.at(-1)],
      [60, 60, 'On hour 0', 'On hour 59'],
    );
  });

  test('a client never sees another client’s plan, and the agency sees the plan of each of its clients', async () => {
    clock = new Date('2026-06-01T10:00:00Z');
    for (const other of [neighbour, await aClient(server.db, await anotherAgency(server.db))]) {
      for (const name of ['fetch-planned', 'fetch-published'] as const)
        assert.equal((await server.call(name, { client_id: other.id }, { as: client })).code, 404);
    }
    assert.equal(
      JSON.stringify([await planned(client, { days: 30 }), await published(client)]).includes('neighbour'),
      false,
    );
    assert.equal((await planned(await aMember(server.db, server.owner), { client_id: client.id })).total > 0, true);
    assert.equal((await server.call('fetch-planned', {})).code, 404, 'the agency names a client');
  });

  test('a client without posts sees empty lists', async () => {
    const fresh = await aClient(server.db, server.owner);
    assert.deepEqual(
      [await planned(fresh), await published(fresh)],
      [
        { items: [], next: null, total: 0 },
        { items: [], next: null, total: 0 },
      ],
    );
  });
});
