import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aLedger } from './testing.ts';

test('every client has its row, and the sum of all rows and buckets is the plan', async () => {
  const stage = await aLedger({ items: 4, accounts: 2, frequency: 'hourly', origin: '2026-03-28 22:00', zone: 'UTC' });
  const states = ['published', 'published', 'failed', 'missed', 'uncertain', 'cancelled', 'waiting', 'scheduled'];
  for (const [index, { id }] of (await stage.deliveries()).entries())
    await stage.db.pool.query('update deliveries set state = $2 where id = $1', [id, states[index]]);
  const counts = { planned: 8, published: 2, failed: 1, missed: 1, cancelled: 1, uncertain: 1, waiting: 2 };
  assert.deepEqual(await stage.server.ask('fetch-ledger', { month: '2026-03', timezone: 'Europe/Berlin' }), {
    clients: [{ id: stage.clientId, name: 'Client', ...counts }],
    total: counts,
    adds_up: true,
  });
  const none = await stage.server.ask('fetch-ledger', { month: '2026-04', timezone: 'Europe/Berlin' });
  assert.deepEqual([none.clients, none.total.planned, none.adds_up], [[], 0, true]);
});

test('a month begins and ends in the requested zone', async () => {
  const stage = await aLedger({ items: 3, frequency: 'hourly', origin: '2026-03-31 21:00' });
  const plannedIn = async (month: string, timezone: string) =>
    (await stage.server.ask('fetch-ledger', { month, timezone })).total.planned;
  assert.deepEqual(
    [
      await plannedIn('2026-03', 'UTC'),
      await plannedIn('2026-03', 'Europe/Berlin'),
      await plannedIn('2026-04', 'Europe/Berlin'),
    ],
    [3, 1, 2],
  );
});

test('a post at midnight of the first belongs to the month that begins, in figures and lists alike', async () => {
  const stage = await aLedger({ items: 2, frequency: 'hourly', origin: '2026-03-31 23:00' });
  const standIn = async (month: string) => {
    const { total } = await stage.server.ask('fetch-ledger', { month, timezone: 'UTC' });
    const list = await stage.server.ask('fetch-ledger-deliveries', { month, timezone: 'UTC' });
    const { csv } = await stage.server.ask('export-ledger', { month, timezone: 'UTC', what: 'deliveries' });
    return {
      planned: total.planned,
      listed: list.items.map(({ at }) => at),
      counted: list.total,
      exported: [...csv.matchAll(/^2026-\S+ \S+(?=,UTC)/gm)].map(([at]) => at),
    };
  };
  assert.deepEqual(await standIn('2026-03'), {
    planned: 1,
    listed: ['2026-03-31T23:00:00.000Z'],
    counted: 1,
    exported: ['2026-03-31 23:00'],
  });
  assert.deepEqual(await standIn('2026-04'), {
    planned: 1,
    listed: ['2026-04-01T00:00:00.000Z'],
    counted: 1,
    exported: ['2026-04-01 00:00'],
  });
});

test('the deliveries behind each figure come in pages', async () => {
  const stage = await aLedger({ items: 30, accounts: 2, frequency: 'hourly', origin: '2026-03-02 00:00' });
  await stage.db.pool.query(
    `update deliveries set state = 'failed' where id in (select id from deliveries order by id limit 3)`,
  );
  const asked = { month: '2026-03', timezone: 'UTC', client_id: stage.clientId };
  const failed = await stage.server.ask('fetch-ledger-deliveries', { ...asked, place: 'failed' });
  assert.deepEqual(
    [failed.total, failed.items.map(({ title }) => title), failed.next],
    [3, ['item 1', 'item 1', 'item 2'], null],
  );
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: { items: { delivery_id: string }[]; next: string | null } = await stage.server.ask(
      'fetch-ledger-deliveries',
      { ...asked, cursor: next },
    );
    seen.push(...page.items.map(({ delivery_id }) => delivery_id));
    next = page.next;
  }
  assert.equal(new Set(seen).size, 60);
});

test('deliveries behind a figure are searched by title, client and account, in the list and its export', async () => {
  const stage = await aLedger({ items: 3, accounts: 2, frequency: 'hourly', origin: '2026-03-02 00:00' });
  await stage.db.pool.query(
    `update social_accounts set username = 'harbor'
     where id = (select min(id) from social_accounts where agency_id = $1)`,
    [stage.agencyId],
  );
  await stage.db.pool.query(`update items set title = '', description = '100% rye' where title = 'item 3'`);
  const asked = { month: '2026-03', timezone: 'UTC' };
  const found = async (search: string) => {
    const { items, total } = await stage.server.ask('fetch-ledger-deliveries', { ...asked, search });
    assert.equal(total, items.length);
    return items.length;
  };
  assert.deepEqual(
    [await found('ITEM 2'), await found('100%'), await found('1_0'), await found('client'), await found('harbor')],
    [2, 2, 0, 6, 3],
  );
  const { csv } = await stage.server.ask('export-ledger', { ...asked, what: 'deliveries', search: 'item 2' });
  assert.equal(csv.trim().split('\r\n').length, 3);
});

test('the export contains no text that a spreadsheet would run as a formula', async () => {
  const stage = await aLedger({ origin: '2026-03-02 00:00' });
  await stage.db.pool.query(`update users set name = '=1+1, "Ltd"' where id = $1`, [stage.clientId]);
  const figures = await stage.server.ask('export-ledger', { month: '2026-03', timezone: 'UTC', what: 'figures' });
  assert.deepEqual(figures, {
    file_name: 'ledger-2026-03.csv',
    csv:
      '\ufeffClient,Planned,Posted,Failed,Missed,Cancelled,Needs a look,Waiting\r\n' +
      '"\'=1+1, ""Ltd""",1,0,0,0,0,0,1\r\nAll clients,1,0,0,0,0,0,1\r\n',
  });
  const posts = await stage.server.ask('export-ledger', { month: '2026-03', timezone: 'UTC', what: 'deliveries' });
  assert.match(
    posts.csv,
    /^\ufeffPlanned,Timezone,[^\n]*\r\n2026-03-02 00:00,UTC,"'=1\+1, ""Ltd""",item 1,Telegram,name,Waiting,,\r\n$/,
  );
});
