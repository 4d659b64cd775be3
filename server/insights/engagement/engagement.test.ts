import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import type { Engaged, Figures, Network } from '#networks/network.ts';
import { aNetwork, aSchedule } from '../../publishing/testing.ts';
import { aPerson, aServer } from '../../app/testing/server.ts';
import { listDueReads } from './queries.ts';
import { readEngagement } from './read-engagement.job.ts';

const start = new Date('2026-06-01T12:00:00Z');
const clock = { now: start };
const hours = (count: number): Date => new Date(start.getTime() + count * 3_600_000);

const asked: (readonly string[])[] = [];
const answers: Engaged[] = [];
const figures = (likes: number): Figures => ({ likes, comments: 1, shares: null, views: null, retweets: null });
const vimeo: Network = {
  ...aNetwork({ id: 'vimeo' }).network,
  limits: { ...aNetwork({ id: 'vimeo' }).network.limits, engagementBatch: 2 },
  engagement: (postIds) => {
    asked.push(postIds);
    return Promise.resolve(
      answers.shift() ?? { kind: 'read', figures: new Map(postIds.map((id) => [id, figures(10)])), gone: [] },
    );
  },
};
const server = await aServer({ networks: { vimeo, telegram: aNetwork().network }, clock: () => clock.now });
const { db } = server;
const work = () =>
  readEngagement(server.services)({}, { signal: new AbortController().signal, jobId: 'job', retryCount: 0 });
const row = async (text: string, values: unknown[] = []) =>
  (await db.pool.query<Record<string, unknown>>(text, values)).rows[0];

beforeEach(async () => {
  clock.now = start;
  asked.length = 0;
  answers.length = 0;
  await db.pool.query(
    'delete from engagements; delete from engagement_readings; delete from engagement_progress; delete from deliveries',
  );
});

/** An agency whose `count` posts were published at 12:00 on `network`, one occurrence each. */
async function published({ count = 1, network = 'vimeo' }: { count?: number; network?: 'vimeo' | 'telegram' } = {}) {
  const made = await aSchedule(db, { network, items: count });
  const {
    agencyId,
    accountIds: [accountId],
  } = made;
  const sealed = server.services.secrets.seal('{}', {
    agencyId,
    table: 'social_accounts',
    field: 'credentials',
    owner: `${made.clientId}:${network}:${agencyId}-1`,
  });
  await db.pool.query('update social_accounts set credentials = $2 where id = $1', [accountId, sealed]);
  await db.pool.query(
    `update deliveries set state = 'published', post_id = 'post-' || id, post_url = 'https://vimeo.test/' || id,
      published_at = $2, finished_at = $2, next_at = 'infinity' where schedule_id = $1`,
    [made.scheduleId, start],
  );
  const owner = await aPerson(db, { role: 'owner', membership: 'dfy__unlimited', agencyId });
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from occurrences where schedule_id = $1 order by position',
    [made.scheduleId],
  );
  return { ...made, accountId: accountId ?? '', owner, items: rows.map(({ id }) => id) };
}

test('a post is read an hour after it was published, and again at the next age', async () => {
  await published();
  await work();
  assert.equal(asked.length, 0);
  clock.now = hours(1);
  await work();
  await work();
  assert.equal(asked.length, 1);
  clock.now = hours(6);
  await work();
  assert.equal(asked.length, 2);
  assert.deepEqual((await row('select count(*)::int as readings from engagement_readings'))?.['readings'], 2);
  assert.deepEqual((await row('select next_read_at from engagements'))?.['next_read_at'], hours(24));
});

test('after thirty days a post is not read again', async () => {
  await published();
  await work();
  clock.now = hours(720);
  await work();
  assert.equal((await row('select next_read_at from engagements'))?.['next_read_at'], null);
});

test('as many posts of an account are read at a time as the network allows in one request', async () => {
  await published({ count: 5 });
  clock.now = hours(1);
  await work();
  assert.deepEqual(
    asked.map(({ length }) => length),
    [2, 2, 1],
  );
});

test('due posts of several accounts are listed account by account, the longest waiting first', async () => {
  const made = [await published({ count: 3 }), await published({ count: 3 })];
  await work();
  for (const [index, { accountId }] of made.entries()) {
    await db.pool.query(
      `update engagements e set next_read_at = $1::timestamptz + (place.number * 2 - $3::int) * interval '1 second'
       from (select delivery_id, row_number() over (order by delivery_id) as number from engagements
         where account_id = $2) place
       where place.delivery_id = e.delivery_id`,
      [start, accountId, index],
    );
  }
  const due = await db.asSystem((tx) => listDueReads(tx, { now: hours(1), limit: 5 }));
  const [first, second] = made;
  assert.deepEqual(
    due.map(({ accountId }) => accountId),
    [second, second, second, first, first].map((each) => each?.accountId),
  );
});

test('a network that charges for reading is read at its own ages only', async (t) => {
  vimeo.limits.readAgesHours = [24, 168];
  t.onTestFinished(() => {
    delete vimeo.limits.readAgesHours;
  });
  await published();
  clock.now = hours(6);
  await work();
  assert.equal(asked.length, 0);
  clock.now = hours(24);
  await work();
  assert.equal(asked.length, 1);
  assert.deepEqual((await row('select next_read_at from engagements'))?.['next_read_at'], hours(168));
});

test('posts on a network that reports no engagement are not read', async () => {
  await published({ network: 'telegram' });
  clock.now = hours(1);
  await work();
  assert.equal(await row('select from engagements'), undefined);
});

test('an account that must wait is read again after the wait, and not before', async () => {
  await published({ count: 4 });
  answers.push({ kind: 'rateLimited', retryAfterSeconds: 900, message: 'Slow down.' });
  clock.now = hours(1);
  await work();
  assert.equal(asked.length, 1);
  clock.now = new Date(hours(1).getTime() + 899_000);
  await work();
  assert.equal(asked.length, 1);
  clock.now = new Date(hours(1).getTime() + 900_000);
  await work();
  assert.equal(asked.length, 3);
});

test('a post deleted at the network is shown as deleted and not read again', async () => {
  const {
    items: [item = ''],
    scheduleId,
    owner,
  } = await published();
  const delivery = await row('select post_id from deliveries');
  const gone = { kind: 'read', figures: new Map(), gone: [String(delivery?.['post_id'])] } as const;
  answers.push(gone, gone);
  clock.now = hours(1);
  await work();
  assert.equal((await row('select gone_at from engagements'))?.['gone_at'], null, 'networks show some posts late');
  clock.now = hours(6);
  await work();
  clock.now = hours(24);
  await work();
  assert.equal(asked.length, 2);
  const [shown] = await server.ask('fetch-stream-data', { scheduler_id: scheduleId, stream_id: item }, { as: owner });
  assert.deepEqual([shown?.note, shown?.likes, shown?.points], ['The post is no longer there', null, null]);
});

test('a manual reading runs at most once a minute, and shows N/A as null and points by the formula', async () => {
  const {
    items: [item = ''],
    scheduleId,
    owner,
  } = await published();
  const ask = () => server.ask('fetch-stream-data', { scheduler_id: scheduleId, stream_id: item }, { as: owner });
  const [shown] = await ask();
  assert.deepEqual(
    [
      shown?.type,
      shown?.likes,
      shown?.comments,
      shown?.shares,
      shown?.views,
      shown?.retweet,
      shown?.points,
      shown?.note,
      shown?.read_at,
    ],
    ['vimeo', 10, 1, null, null, null, 23, '', start.toISOString()],
  );
  await ask();
  assert.equal(asked.length, 1);
  clock.now = new Date(start.getTime() + 61_000);
  await ask();
  assert.equal(asked.length, 2);
});

test('the last figures are shown with the reason if the network does not answer now', async () => {
  const {
    items: [item = ''],
    scheduleId,
    owner,
  } = await published();
  await server.ask('fetch-stream-data', { scheduler_id: scheduleId, stream_id: item }, { as: owner });
  clock.now = hours(2);
  answers.push({ kind: 'unreachable', message: 'Vimeo does not answer.' });
  const [shown] = await server.ask('fetch-stream-data', { scheduler_id: scheduleId, stream_id: item }, { as: owner });
  assert.deepEqual([shown?.likes, shown?.note], [10, 'Vimeo does not answer.']);
});

test('engagement needs the unlimited plan, and covers the agency’s own schedules only', async () => {
  const {
    items: [item = ''],
    scheduleId,
    agencyId,
  } = await published();
  const input = { scheduler_id: scheduleId, stream_id: item };
  const without = await aPerson(db, { role: 'owner', membership: 'dfy', agencyId });
  assert.equal((await server.call('fetch-stream-data', input, { as: without })).code, 403);
  const otherAgency = await aPerson(db, { role: 'owner', membership: 'unlimited' });
  assert.equal((await server.call('fetch-stream-data', input, { as: otherAgency })).code, 404);
});

test('the best time is the hour with the best mean of at least five posts, in the zone of the schedule', async () => {
  const { clientId, scheduleId, accountId, owner } = await published({ count: 6 });
  await db.pool.query(`update schedules set timezone = 'Asia/Kolkata' where id = $1`, [scheduleId]);
  await work();
  const measure = async (position: number, at: string, likes: number) =>
    db.pool.query(
      'update engagements set published_at = $2, likes = $3, read_at = $4 where delivery_id = (select delivery_id ' +
        'from engagements order by delivery_id offset $1 limit 1)',
      [position, at, likes, start],
    );
  for (const [position, at, likes] of [
    [0, '2026-05-20T07:10:00Z', 5],
    [1, '2026-05-21T07:20:00Z', 7],
    [2, '2026-05-22T15:40:00Z', 50],
    [3, '2026-05-23T10:00:00Z', 9],
  ] as const)
    await measure(position, at, likes);
  assert.deepEqual(await server.ask('best-time', { client_id: clientId }, { as: owner }), []);
  await measure(4, '2026-05-24T10:00:00Z', 1);
  assert.deepEqual(await server.ask('best-time', { client_id: clientId }, { as: owner }), [
    { type: 'vimeo', account_id: accountId, date: '2026-06-01 21:00', timezone: 'Asia/Kolkata' },
  ]);
  await db.pool.query(`update engagements set published_at = '2026-02-01T10:00:00Z' where likes = 50`);
  assert.deepEqual(await server.ask('best-time', { client_id: clientId }, { as: owner }), []);
});

test('a post made by hand has no figures and says why, and its network gets no request for them', async () => {
  const {
    owner,
    scheduleId,
    items: [item = ''],
  } = await published();
  await db.pool.query('update deliveries set post_id = null where schedule_id = $1', [scheduleId]);
  const [shown] = await server.ask('fetch-stream-data', { scheduler_id: scheduleId, stream_id: item }, { as: owner });
  assert.deepEqual(
    [shown?.likes, shown?.points, shown?.note, asked.length],
    [null, null, 'Posted by a person, so we cannot ask for its figures', 0],
  );
});
