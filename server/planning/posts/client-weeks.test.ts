import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anAccount } from '../schedules/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const now = new Date('2026-06-03T08:00:00Z'); // a Wednesday
const server = await aServer({ clock: () => now });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Corner Studio' });
const account = await anAccount(server, client);
const second = await anAccount(server, client, 'telegram', 'second');
const zone = 'Pacific/Auckland'; // 12 hours ahead
const input = { client_ids: [client.id], week: '2026-06-01', timezone: zone };
const week = async () => (await server.ask('fetch-client-weeks', input))[0];
const plan = async (words: string, date: string, time: string, accounts = [account]) => {
  const [row] = await server.ask('plan-posts', {
    client_id: client.id,
    posts: [{ save_key: crypto.randomUUID(), account_ids: accounts, words, when: { date, time, timezone: zone } }],
  });
  assert.ok(row?.occurrence_id, row?.problem);
  return row.occurrence_id;
};
const setState = async (id: string, state: string) => {
  await db.pool.query('update occurrences set state = $2 where id = $1', [id, state]);
  await db.pool.query(`update deliveries set state = $2, next_at = due_at where occurrence_id = $1`, [
    id,
    state === 'posted' ? 'published' : 'cancelled',
  ]);
};

test('a client without posts has an empty week', async () => {
  const none = await week();
  assert.deepEqual([none?.next, none?.days.length, none?.sent_back], [null, 7, 0]);
  assert.ok(none?.days.every(({ posts, posted }) => posts === 0 && posted === 0));
});

test('the week counts posts by their day in the zone, without the cancelled ones, and names the next one', async () => {
  const out = await plan('Out already', '2026-06-04', '00:30');
  await plan('Late', '2026-06-07', '23:59', [account, second]);
  await plan('Next week', '2026-06-08', '00:00');
  const gone = await plan('Gone', '2026-06-05', '09:00');
  const next = await plan('Winter beans', '2026-06-04', '09:00', [second]);
  await setState(out, 'posted');
  await setState(gone, 'cancelled');
  const { days, next: shown, networks } = (await week()) ?? assert.fail();
  assert.deepEqual(
    days.map(({ posts, posted }) => [posts, posted]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
      [2, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ],
  );
  assert.deepEqual([shown?.occurrence_id, shown?.title], [next, 'Winter beans']);
  assert.deepEqual(
    networks.map(({ broken }) => broken),
    networks.map(() => false),
  );
  await db.pool.query(`update social_accounts set status = 'needs-reconnecting' where id = $1`, [second]);
  assert.equal((await week())?.networks.find(({ type }) => type === 'telegram')?.broken, true);
  await db.pool.query(`update deliveries set paused = true where occurrence_id = $1`, [next]);
  assert.equal((await week())?.next?.title, 'Late');
});

test('another agency sees nothing of a client', async () => {
  assert.deepEqual(await server.ask('fetch-client-weeks', input, { as: await anotherAgency(db) }), []);
});
