/**
 * Accounts that are posted to by hand, from connecting to the mail and the person's report, through the product's own
 * calls.
 */
import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { openNetworks } from '#networks/index.ts';
import { jobs } from '../../base/jobs.ts';
import { renewalsOf } from '../processes/publisher.ts';
import { publishDelivery } from '../../publishing/engine/publish.ts';
import { aWorker } from '../../publishing/testing.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { takeQueued } from '../testing/queue.ts';
import { aClient, anotherAgency, aServer } from '../testing/server.ts';
import { handOver } from './hand-over.job.ts';

let time = new Date('2030-06-01T08:00:00Z');
const { networks, close } = openNetworks();
afterAll(close);
const server = await aServer({ networks, clock: () => time, config: { publicUrl: 'https://app.example' } });
const clock = {
  now: () => time,
  pass: (seconds: number) => {
    time = new Date(time.getTime() + seconds * 1000);
  },
  set: (to: Date) => {
    time = to;
  },
};
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const worker = aWorker(server.db, {
  networks,
  clock,
  openCredentials: () => {
    throw new Error('there are none');
  },
  renewals: renewalsOf(server.services, quiet),
});

const medium = { network: 'medium', name: 'Ada on Medium', url: 'https://medium.com/@ada' } as const;
const group = { network: 'facebook', name: 'Bakers of Berlin', url: 'https://www.facebook.com/groups/bakers' } as const;

/** A stream of one item, scheduled in an hour to an account that is posted to by hand. */
async function aPost({
  account = medium,
  type = 'text',
  words = 'Words & more',
}: { account?: typeof medium | typeof group; type?: 'text' | 'formatted' | 'image'; words?: string } = {}) {
  const { id: clientId } = await aClient(server.db, server.owner, { name: 'Ada' });
  const { id: accountId } = await server.ask('connect-by-hand', { user_id: clientId, ...account });
  const [stream] = await server.ask('content-stream', { type, title: 'Stream', description: 'Words' });
  const streamId = stream?.id ?? '';
  if (type === 'image') {
    await server.upload(
      'stream',
      { content_stream_id: streamId, title: 'Spring: news!', description: words },
      { field: 'stream', name: 'a.png', bytes: await aPicture('png') },
    );
  } else
    await server.ask('text-stream', {
      content_stream_id: streamId,
      description: JSON.stringify([{ title: 'Spring: news!', value: words }]),
    });
  const at = new Date(time.getTime() + 3_600_000).toISOString();
  const { id } = await server.ask('save-scheduler', {
    user_client_id: clientId,
    content_stream_id: streamId,
    social_accounts: [accountId],
    schedule_date: at.slice(0, 10),
    hours: at.slice(11, 13),
    minutes: at.slice(14, 16),
    timezone: 'UTC',
    re_purpose: 0,
    schedule_type: 'daily',
  });
  const delivery = async () => {
    const found = (await server.ask('fetch-scheduler', { id })).items[0]?.social_networks[0];
    assert.ok(found);
    return found;
  };
  return { id, accountId, clientId, delivery, deliveryId: (await delivery()).delivery_id };
}

const publishDue = async (): Promise<void> => {
  for (const row of await worker.claim()) await publishDelivery(worker.engine, row);
};
const runJob = () => handOver(server.services)({}, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 });
const mails = () => takeQueued(server.db, jobs.sendMail);
const newest = async () => (await server.ask('fetch-needs-you', {})).needs_you.filter(({ kind }) => kind === 'by-hand');

test('an account by hand is stored without credentials, and connecting its address again updates it', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  const first = await server.call('connect-by-hand', { user_id, ...medium });
  assert.equal(first.message, messages.accountConnected);
  const again = await server.call('connect-by-hand', {
    user_id,
    ...medium,
    name: 'Ada L.',
    url: 'https://MEDIUM.com/@ada/?source=x#top',
  });
  assert.equal(again.message, messages.accountUpdated);
  const { accounts } = await server.ask('fetch-social-accounts', { user_id });
  assert.deepEqual(
    accounts.map(({ username, by_hand: byHand, status }) => [username, byHand, status]),
    [['Ada L.', true, 'connected']],
  );
  const { rows } = await server.db.pool.query(
    'select credentials, profile, gap_seconds from social_accounts where user_id = $1',
    [user_id],
  );
  assert.deepEqual(rows, [{ credentials: '', profile: { url: 'https://medium.com/@ada' }, gap_seconds: 0 }]);
});

const refused: [string, Record<string, unknown>][] = [
  ['an address without https', { url: 'http://medium.com/@ada' }],
  ['a script', { url: 'javascript:alert(1)' }],
  ['no name', { name: ' ' }],
  ['another network', { network: 'telegram' }],
  ['an invalid address', { url: 'medium' }],
];
for (const [what, change] of refused) {
  test(`${what} cannot be an account by hand`, async () => {
    const { id: user_id } = await aClient(server.db, server.owner);
    const response = await server.send('/api/connect-by-hand', {
      method: 'POST',
      headers: { authorization: server.owner.token, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, ...medium, ...change }),
    });
    assert.equal(response.status, 422);
  });
}

test('a lost Medium account is replaced by one by hand, which takes over its waiting posts', async () => {
  const post = await aPost();
  await server.db.pool.query(
    `update social_accounts set by_hand = false, external_id = 'u1', credentials = 'old',
      status = 'needs-reconnecting' where id = $1`,
    [post.accountId],
  );
  clock.pass(3600);
  await worker.sweep();
  assert.deepEqual([(await post.delivery()).state, (await post.delivery()).actions], ['waiting', []]);
  await server.ask('connect-by-hand', { user_id: post.clientId, ...medium });
  await publishDue();
  assert.deepEqual(
    [(await post.delivery()).account_id, (await post.delivery()).actions],
    [post.accountId, ['posted-by-hand', 'leave-out']],
  );
});

test('the owner gets one mail with everything needed to post', async () => {
  const post = await aPost({ account: group, type: 'image', words: 'Fresh bread <today>' });
  clock.pass(3600);
  await publishDue();
  await mails();
  await Promise.all([runJob(), runJob(), runJob()]);
  await runJob();
  const sent = (await mails()).filter(({ text }) => text?.includes('Fresh bread'));
  assert.equal(sent.length, 1);
  const [{ to, subject, text = '', html = '' } = {}] = sent;
  assert.deepEqual([to, subject], [server.owner.email, 'It is time to post "Spring: news!" on Facebook by hand']);
  assert.match(text, /"Bakers of Berlin" \(Ada\)/);
  assert.match(text, /Spring: news!\n\nFresh bread <today>/);
  assert.match(text, /https:\/\/app\.example\/files\/\S+\.png/);
  assert.match(text, /https:\/\/www\.facebook\.com\/groups\/bakers/);
  assert.match(text, new RegExp(`https://app\\.example/dashboard\\?by-hand=${post.deliveryId}`));
  assert.doesNotMatch(html, /<today>/);
});

test('a moved post is mailed again at its next time', async () => {
  const post = await aPost();
  clock.pass(3600);
  await publishDue();
  await runJob();
  const later = new Date(time.getTime() + 7_200_000).toISOString();
  await server.ask('reschedule', {
    id: post.id,
    schedule_date: later.slice(0, 10),
    hours: later.slice(11, 13),
    minutes: later.slice(14, 16),
    timezone: 'UTC',
    re_purpose: 0,
  });
  await mails();
  await runJob();
  assert.deepEqual(await mails(), []);
  clock.pass(7200);
  await publishDue();
  await runJob();
  assert.equal((await mails()).length, 1);
});

test('a person gets the text ready to paste, the media with file names, and where to post it', async () => {
  const texts = await aPost({ type: 'formatted', words: '<p>Fresh <strong>bread</strong></p>' });
  const article = await server.ask('fetch-hand-over', { delivery_id: texts.deliveryId });
  assert.deepEqual(article, {
    title: 'Spring: news!',
    paste_title: 'Spring: news!',
    text: 'Fresh bread',
    html: '<p>Fresh <strong>bread</strong></p>',
    media: null,
    link: 'https://medium.com/new-story',
    network: 'medium',
    username: 'Ada on Medium',
    client: 'Ada',
    is_open: false,
  });
  const picture = await server.ask('fetch-hand-over', {
    delivery_id: (await aPost({ account: group, type: 'image', words: 'Bread' })).deliveryId,
  });
  assert.deepEqual(
    [picture.paste_title, picture.text, picture.html, picture.link, picture.media?.file_name, picture.media?.kind],
    ['', 'Spring: news!\n\nBread', null, group.url, 'Spring news.png', 'image'],
  );
  const otherAgency = await anotherAgency(server.db);
  assert.equal(
    (await server.call('fetch-hand-over', { delivery_id: texts.deliveryId }, { as: otherAgency })).code,
    404,
  );
});

test('a handed-over post shows on every screen until the person reports it as posted', async () => {
  const post = await aPost();
  clock.pass(3600);
  await publishDue();
  const entry = (await newest()).find(({ delivery_id: id }) => id === post.deliveryId);
  assert.deepEqual([entry?.title, entry?.actions], ['Spring: news!', ['posted-by-hand', 'leave-out']]);
  const day = time.toISOString().slice(0, 10);
  const next = new Date(time.getTime() + 86_400_000).toISOString().slice(0, 10);
  const events = async () =>
    (await server.ask('fetch-calendar', { from: day, to: next, timezone: 'UTC', per_day: 2000 })).events.filter(
      ({ schedule_id: id }) => id === post.id,
    );
  assert.deepEqual(
    (await events()).map(({ done, attention }) => [done, attention]),
    [['0', 'by-hand']],
  );
  const listed = async () => (await server.ask('fetch-schedulers', {})).items.find(({ id }) => id === post.id);
  assert.equal((await listed())?.by_hand_count, 1);
  const explained = () => server.ask('explain-delivery', { delivery_id: post.deliveryId });
  assert.equal((await explained()).delivery.by_hand, true);

  const postUrl = 'https://medium.com/@ada/spring-news-1a2b';
  await server.ask('resolve-delivery', {
    delivery_id: post.deliveryId,
    decision: 'posted-by-hand',
    post_url: postUrl,
  });
  assert.equal(
    (await server.call('resolve-delivery', { delivery_id: post.deliveryId, decision: 'leave-out' })).message,
    messages.alreadyDecided,
  );
  const done = await post.delivery();
  assert.deepEqual(
    [done.state, done.post_url, done.message, done.actions],
    ['published', postUrl, 'Posted by hand.', []],
  );
  assert.deepEqual(
    (await events()).map(({ done: flag, attention }) => [flag, attention]),
    [[1, '']],
  );
  assert.equal((await listed())?.by_hand_count, 0);
  assert.equal(
    (await newest()).some(({ delivery_id: id }) => id === post.deliveryId),
    false,
  );
  const { steps } = await explained();
  // The history is stamped by the database's own clock, not by the test's.
  const told = steps.map(({ text }) => text);
  for (const text of [
    'It was due and was handed over to be posted by hand.',
    `${server.owner.name} posted it by hand.`,
  ])
    assert.ok(told.includes(text), text);
});

test('a handed-over post stays with the person during a pause, and is not shown as paused', async () => {
  const post = await aPost();
  clock.pass(3600);
  await publishDue();
  await server.ask('pause-publishing', { scope: 'client', id: post.clientId });
  const { state, paused, actions } = await post.delivery();
  assert.deepEqual([state, paused, actions], ['waiting', null, ['posted-by-hand', 'leave-out']]);
});
