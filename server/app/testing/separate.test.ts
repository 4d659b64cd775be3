/** Web and worker as separate processes on one database and bucket: attacks on either, and a worker that is killed. */
import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { web } from '#outbound/testing.ts';
import { keys } from '../../../sandbox/testing.ts';
import { numbered } from '../../base/media/testing-pictures.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, type TestPerson } from './people.ts';
import { aProduction } from './processes.ts';

const production = await aProduction();
const { ask, call, upload, owner, db, sandbox, bucket } = production;
let worker = await production.startWorker();
const png = await aPicture('png');
const control = (method: string, path: string, body?: object) =>
  fetch(`${sandbox.controlUrl}/${path}`, body ? { method, body: JSON.stringify(body) } : { method });

/** Creates a WordPress site in the sandbox, and answers what its editor connects with. */
async function aSite(name: string): Promise<{ url: string; username: string; password: string }> {
  const editor = {
    id: 1,
    login: 'editor',
    name: 'Editor',
    role: 'editor',
    password: '',
    appPasswords: ['abcdefghijklmnopqrstuvwx'],
  };
  await control('POST', 'seed', {
    sites: [{ name, rest: 'open', xmlrpc: 'open', permalinks: 'pretty', users: [editor] }],
  });
  return { url: `${sandbox.wordpressUrl}/${name}`, username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' };
}

/** A client of an agency with an account that the web process has connected: a channel, or a site of this name. */
async function aClientWith(
  as: TestPerson,
  account: 'channel' | { site: string },
): Promise<{ client: string; account: string }> {
  const { id: client } = await aClient(db, as);
  const { id } =
    account === 'channel'
      ? await ask('connect-telegram', { user_id: client, chat_id: '@sunrise_bakery', bot_token: keys.sunrise }, { as })
      : await ask('save-wordpress', { user_id: client, ...(await aSite(account.site)) }, { as });
  return { client, account: id };
}

async function aStreamOf(as: TestPerson, type: 'text' | 'image', title: string): Promise<string> {
  const [stream] = await ask('content-stream', { type, title, description: title }, { as });
  return stream?.id ?? '';
}

async function aTextStreamOf(as: TestPerson, words: string): Promise<string> {
  const stream = await aStreamOf(as, 'text', words);
  await ask(
    'text-stream',
    { content_stream_id: stream, description: JSON.stringify([{ title: words, value: words }]) },
    { as },
  );
  return stream;
}

/** The input of a schedule that is due this minute. */
function dueNow(client: string, stream: string, accounts: string[]) {
  const [date = '', time = ''] = new Date().toISOString().split('T');
  const [hours = '', minutes = ''] = time.split(':');
  return {
    user_client_id: client,
    content_stream_id: stream,
    social_accounts: accounts,
    schedule_date: date,
    hours,
    minutes,
    timezone: 'UTC',
    re_purpose: 0,
    schedule_type: 'daily',
  } as const;
}

/** Saves such a schedule; answers its id. */
async function scheduleNow(...order: Parameters<typeof dueNow>): Promise<string> {
  const reply = await call('save-scheduler', dueNow(...order));
  if (reply.status) return reply.data.id;
  assert.equal(reply.message, messages.pastTime, 'the minute has ended on the way');
  return (await ask('save-scheduler', dueNow(...order))).id;
}

type Delivery = { id: string; state: string; tries: number; message: string };
async function deliveryOf(schedule: string): Promise<Delivery> {
  const {
    rows: [row],
  } = await db.pool.query<Delivery>('select id, state, tries, message from deliveries where schedule_id = $1', [
    schedule,
  ]);
  return row ?? assert.fail('a schedule has no delivery');
}

/** Waits until a schedule's delivery has this state. */
async function untilDelivery(schedule: string, isReached: (delivery: Delivery) => boolean): Promise<Delivery> {
  let delivery = await deliveryOf(schedule);
  await until(
    async () => {
      delivery = await deliveryOf(schedule);
      return isReached(delivery);
    },
    {
      seconds: 60,
      what: () => `a delivery, which is ${JSON.stringify(delivery)}; the worker: ${worker.lines.slice(-5).join('\n')}`,
    },
  );
  return delivery;
}
const untilPublished = (schedule: string) => untilDelivery(schedule, ({ state }) => state === 'published');

const postsWith = (words: string) =>
  [...sandbox.state.posts.values()].filter(({ text, title }) => `${title} ${text}`.includes(words));

test('a picture is posted once by the worker, byte by byte, and never by another agency', async () => {
  const { client, account } = await aClientWith(owner, { site: 'bakery' });
  const stream = await aStreamOf(owner, 'image', 'Sunrise pictures');
  const file = { field: 'stream', name: 'bread.png', bytes: png };
  const added = await upload('stream', { content_stream_id: stream, title: 'Sunrise bread' }, file);
  assert.ok(added.status, added.message);

  const thief = await anotherAgency(db, { membership: 'unlimited' });
  const theirs = await aClientWith(thief, { site: 'thief' });
  const as = { as: thief };
  const own = await aStreamOf(thief, 'image', 'Own pictures');
  const tries = [
    await upload('stream', { content_stream_id: stream }, file, as),
    await call('save-scheduler', dueNow(theirs.client, stream, [theirs.account]), as),
    await call('save-scheduler', dueNow(theirs.client, own, [account]), as),
    await call('save-scheduler', dueNow(client, own, [theirs.account]), as),
    await call('update-stream', { id: added.data.id, title: 'Stolen', description: 'Stolen' }, as),
    await call('delete-stream-file', { id: added.data.id }, as),
  ];
  assert.deepEqual(
    tries.map(({ code }) => code),
    tries.map(() => 404),
  );

  const schedule = await scheduleNow(client, stream, [account]);
  await untilPublished(schedule);
  const [post, ...others] = postsWith('Sunrise bread');
  assert.deepEqual(
    [others, post?.media.map(({ sha256 }) => sha256)],
    [[], [createHash('sha256').update(png).digest('hex')]],
  );
  const { rows } = await db.pool.query('select from deliveries where agency_id = $1', [thief.agencyId]);
  assert.equal(rows.length, 0);
});

test('while one agency floods the web process with pictures, another one uploads and posts', async () => {
  const flooder = await anotherAgency(db, { membership: 'unlimited' });
  const [flooded, small] = [await aStreamOf(flooder, 'image', 'Flood'), await aStreamOf(owner, 'image', 'Small')];
  const { client, account } = await aClientWith(owner, 'channel');
  const words = await aTextStreamOf(owner, 'In spite of the flood');
  const large = await aPicture('png', { width: 4000, height: 3000 });
  let answered = 0;
  const flood = Array.from({ length: 60 }, async () => {
    const reply = await upload(
      'stream',
      { content_stream_id: flooded },
      { field: 'stream', name: 'large.png', bytes: large },
      { as: flooder },
    );
    answered += 1;
    return reply;
  });
  const [added, schedule] = await Promise.all([
    upload('stream', { content_stream_id: small }, { field: 'stream', name: 'small.png', bytes: numbered(png, 1) }),
    scheduleNow(client, words, [account]),
  ]);
  assert.equal(added.code, 200);
  const answeredBefore = answered;
  await untilPublished(schedule);
  assert.equal(postsWith('In spite of the flood').length, 1);
  const replies = await Promise.all(flood);
  const messagesOf = (code: number): string[] => [
    ...new Set(replies.filter((reply) => reply.code === code).map(({ message }) => message)),
  ];
  assert.deepEqual([messagesOf(200), messagesOf(429)], [[messages.uploaded], [messages.uploadsTooMany]]);
  assert.equal(replies.filter(({ code }) => code === 200 || code === 429).length, 60);
  assert.ok(answeredBefore < 60, 'the small one has not waited for the flood');
});

/** Ends the leases of a killed worker, and makes the next read-back of uncertain deliveries due. */
const passTime = (schedules: readonly string[]) =>
  db.pool.query(
    `with passed as (
     update deliveries set lease_until = case when lease_until is not null then now() - interval '1 second' end,
       next_at = case when next_at < 'infinity' then least(next_at, now()) else next_at end
     where schedule_id = any($1)
   ) select pg_notify('due', '')`,
    [schedules],
  );

test('a worker killed in the middle of posts leaves each of them sent once', async () => {
  const blog = await aClientWith(owner, { site: 'blog' });
  const other = await aClientWith(owner, { site: 'other' });
  const channel = await aClientWith(owner, 'channel');
  const pictures = await aStreamOf(owner, 'image', 'Killed while its picture is sent');
  const added = await upload(
    'stream',
    { content_stream_id: pictures, title: 'Killed before' },
    { field: 'stream', name: 'a.png', bytes: png },
  );
  assert.equal(added.code, 200);
  const faults = [
    { network: 'wordpress', operation: 'upload', after: 'accept' },
    { network: 'wordpress', operation: 'publish', after: 'commit' },
    { network: 'telegram', operation: 'create', after: 'commit' },
  ];
  const orders: Parameters<typeof dueNow>[] = [
    [blog.client, pictures, [blog.account]],
    [other.client, await aTextStreamOf(owner, 'Killed after'), [other.account]],
    [channel.client, await aTextStreamOf(owner, 'Killed unanswered'), [channel.account]],
  ];
  // NOTE the answers are withheld until the kill, however slow the machine is.
  for (const fault of faults) await control('POST', 'faults', { ...fault, kind: 'slow', seconds: 600, times: 1 });
  const schedules: string[] = [];
  for (const order of orders) schedules.push(await scheduleNow(...order));
  // All three have started, two of them are out, and none has been answered.
  await until(async () => !(await (await control('GET', 'faults')).text()).includes('slow'));
  await until(() => postsWith('Killed after')[0]?.status === 'publish' && postsWith('Killed unanswered').length > 0);
  await worker.kill();
  await passTime(schedules);
  worker = await production.startWorker();

  const [before = '', after = '', unanswered = ''] = schedules;
  await untilDelivery(after, ({ state }) => state !== 'sending');
  const { id: asked } = await untilDelivery(unanswered, ({ state }) => state !== 'sending');
  await passTime([after]);
  await Promise.all([untilPublished(before), untilPublished(after)]);
  assert.deepEqual(
    ['Killed before', 'Killed after', 'Killed unanswered'].map((words) => postsWith(words).length),
    [1, 1, 1],
  );
  assert.equal((await deliveryOf(unanswered)).state, 'uncertain');
  await ask('resolve-delivery', { delivery_id: asked, decision: 'it-is-there' });
  assert.equal((await deliveryOf(unanswered)).state, 'published');
  assert.equal(postsWith('Killed unanswered').length, 1);
});

test('a WordPress site whose name resolves to this machine gets no request, from web or worker', async () => {
  let met = 0;
  const {
    url: { port },
  } = await web((_request, answer) => {
    met += 1;
    answer.end('a secret of this machine');
  });
  const sites = [
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://2130706433:${port}`,
  ];

  const { id: client } = await aClient(db, owner);
  for (const url of sites) {
    const reply = await call('save-wordpress', {
      user_id: client,
      url,
      username: 'editor',
      password: 'abcd efgh ijkl mnop qrst uvwx',
    });
    assert.equal(reply.status, false, url);
  }
  // Connected while it was public: the worker uses its stored address.
  const schedules: string[] = [];
  for (const [index, site] of sites.entries()) {
    const each = await aClientWith(owner, { site: `inside-${index}` });
    await db.pool.query(
      `update social_accounts set profile = profile || jsonb_build_object('siteUrl', $2::text, 'apiUrl',
        $2::text || '/wp-json/') where id = $1`,
      [each.account, site],
    );
    schedules.push(await scheduleNow(each.client, await aTextStreamOf(owner, `Inside ${index}`), [each.account]));
  }
  for (const schedule of schedules) {
    const { message } = await untilDelivery(
      schedule,
      ({ state, tries }) => state !== 'claimed' && state !== 'sending' && tries > 0,
    );
    assert.match(message, /private address/);
  }
  assert.deepEqual([met, postsWith('Inside').length], [0, 0]);
  assert.ok(
    ![...production.web.lines, ...worker.lines].some(
      (line) => line.includes('abcd') || line.includes(bucket.settings.secretAccessKey),
    ),
  );
});
