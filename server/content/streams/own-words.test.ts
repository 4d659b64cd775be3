/** Texts of an item for single networks, and its alt text: they reach those networks and no others. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import type { Network, PostContent } from '#networks/network.ts';
import { aNetwork, aWorker, postsSilently } from '../../publishing/testing.ts';
import { anAccount } from '../../planning/schedules/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

let now = new Date('2026-06-01T08:00:00Z');
const clock = {
  now: () => now,
  pass: (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  },
  set: (to: Date) => {
    now = to;
  },
};
const seen: { network: string; content: PostContent }[] = [];
const looked: PostContent[] = [];

function watched(id: Network['id']) {
  const outside = aNetwork({ id });
  const network: Network = {
    ...outside.network,
    publish: (content, account, context) => {
      seen.push({ network: id, content });
      return outside.network.publish(content, account, context);
    },
    find: (content) => {
      looked.push(content);
      return Promise.resolve({ kind: 'found', postId: '1', postUrl: null });
    },
  };
  return { network, script: outside.script };
}
const [telegram, twitter] = [watched('telegram'), watched('twitter')];
const networks = { telegram: telegram.network, twitter: twitter.network };
const server = await aServer({ networks, clock: clock.now });
const worker = aWorker(server.db, { networks, clock });
beforeEach(() => {
  seen.length = 0;
  looked.length = 0;
});
const said = () => Object.fromEntries(seen.map(({ network, content: { title, text } }) => [network, [title, text]]));

let made = 0;
async function aPlan({ approval = false } = {}) {
  made += 1;
  const client = await aClient(server.db, server.owner, { name: `Bakery ${made}` });
  if (approval)
    await server.ask('edit-app-client-account', {
      id: client.id,
      name: client.name,
      earning: 0,
      frequency: 'weekly',
      approval: 'client',
    });
  const accounts = [
    await anAccount(server, client, 'telegram', `feed-${made}`),
    await anAccount(server, client, 'twitter', `feed-${made}`),
  ];
  const [stream] = await server.ask('content-stream', { type: 'text', title: 'Daily', description: 'Words' });
  const streamId = stream?.id ?? '';
  const [item] = await server.ask('text-stream', {
    content_stream_id: streamId,
    description: JSON.stringify([{ title: 'Loaf', value: 'Fresh bread' }]),
  });
  const at = new Date(now.getTime() + 3_600_000).toISOString();
  const { id } = await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: accounts,
    schedule_date: at.slice(0, 10),
    hours: at.slice(11, 13),
    minutes: at.slice(14, 16),
    timezone: 'UTC',
    re_purpose: 0,
    schedule_type: 'hourly',
  });
  return { client, scheduleId: id, itemId: item?.id ?? '', version: item?.version ?? '' };
}
const own = { twitter: { title: '', description: 'Short for X' } };

test('a network gets its own text, and the others get the general one', async () => {
  const { itemId, version } = await aPlan();
  const { own_words: stored } = await server.ask('update-stream', { id: itemId, version, own_words: own });
  assert.deepEqual(stored, own);
  clock.pass(3600);
  await worker.publishDue();
  assert.deepEqual(said(), { telegram: ['Loaf', 'Fresh bread'], twitter: ['', 'Short for X'] });
});

test('a network whose own text is removed or empty gets the general text', async () => {
  const { itemId, version } = await aPlan();
  const first = await server.ask('update-stream', { id: itemId, version, own_words: own });
  const blank = { twitter: { title: '', description: '' } };
  const second = await server.ask('update-stream', { id: itemId, version: first.version, own_words: blank });
  assert.deepEqual([second.own_words, second.version], [{}, version]);
  clock.pass(3600);
  await worker.publishDue();
  assert.deepEqual(said(), { telegram: ['Loaf', 'Fresh bread'], twitter: ['Loaf', 'Fresh bread'] });
});

test('posts that keep their text keep its own texts for networks too, and an undo restores them', async () => {
  const { itemId, version } = await aPlan();
  const kept = await server.ask('update-stream', { id: itemId, version, own_words: own, planned_posts: 'keep' });
  assert.equal(kept.planned.keep, 1);
  const undone = await server.ask('update-stream', {
    id: itemId,
    version: kept.version,
    ...kept.planned.undo,
    planned_posts: 'undo',
  });
  assert.deepEqual([undone.own_words, undone.version], [{}, version]);
  await server.ask('update-stream', { id: itemId, version, own_words: own, planned_posts: 'keep' });
  clock.pass(3600);
  await worker.publishDue();
  assert.deepEqual(said(), { telegram: ['Loaf', 'Fresh bread'], twitter: ['Loaf', 'Fresh bread'] });
});

test('a post whose answer was lost is searched for with the own text that it was sent with', async () => {
  const { itemId, version } = await aPlan();
  const first = await server.ask('update-stream', { id: itemId, version, own_words: own });
  clock.pass(3600);
  twitter.script.push(postsSilently);
  await worker.publishDue();
  await server.ask('update-stream', { id: itemId, version: first.version, own_words: {} });
  for (let look = 0; look < 6; look += 1) {
    clock.pass(1800);
    await worker.settleDue();
    await worker.publishDue();
  }
  assert.ok(looked.length > 0 && looked.every(({ text }) => text === 'Short for X'));
  assert.equal(seen.filter(({ network }) => network === 'twitter').length, 1);
});

test('another own text or alt text needs the client’s approval again and is shown', async () => {
  const { client, itemId, version, scheduleId } = await aPlan({ approval: true });
  const waiting = async () => (await server.ask('fetch-approvals', {}, { as: client })).items;
  const approve = async () => {
    const [post] = await waiting();
    assert.ok(post);
    await server.ask(
      'approve-posts',
      { posts: [{ id: post.id, fingerprint: post.fingerprint, decision: post.decision }] },
      { as: client },
    );
    assert.deepEqual(await waiting(), []);
  };
  await approve();
  const first = await server.ask('update-stream', { id: itemId, version, own_words: own });
  assert.equal(first.planned.asked_again, 1);
  const [asked] = await waiting();
  assert.deepEqual(asked?.own_words, [{ type: 'twitter', title: '', description: 'Short for X' }]);
  await approve();
  const second = await server.ask('update-stream', { id: itemId, version: first.version, alt_text: 'A loaf' });
  assert.equal(second.planned.asked_again, 1);
  assert.equal((await waiting())[0]?.alt_text, 'A loaf');
  await server.ask('delete-scheduler', { id: scheduleId });
});

test('own formatted texts are sanitised, and an unknown network is refused', async () => {
  const { itemId, version } = await aFormatted();
  const html = '<p>Long <script>alert(1)</script><img src=x onerror=alert(1)>read</p>';
  const { own_words: stored } = await server.ask('update-stream', {
    id: itemId,
    version,
    own_words: {
      wordpress: { title: 'For the blog', description: html },
      medium: { title: '', description: '<p></p>' },
    },
  });
  assert.deepEqual(stored, { wordpress: { title: 'For the blog', description: '<p>Long read</p>' } });
  const wrong = { id: itemId, title: 'T', description: 'D', own_words: { myspace: { title: 'T', description: 'D' } } };
  assert.equal((await server.send('/api/update-stream', jsonOf(wrong))).status, 422);
  const otherAgency = await anotherAgency(server.db);
  const theirs = { id: itemId, title: 'T', description: 'D', own_words: own };
  assert.equal((await server.call('update-stream', theirs, { as: otherAgency })).code, 404);
});

const jsonOf = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', authorization: server.owner.token },
});

async function aFormatted() {
  const [stream] = await server.ask('content-stream', { type: 'formatted', title: 'Blog', description: 'Words' });
  const [item] = await server.ask('text-stream', {
    content_stream_id: stream?.id ?? '',
    description: JSON.stringify([{ title: 'Loaf', value: '<p>Fresh bread</p>' }]),
  });
  return { itemId: item?.id ?? '', version: item?.version ?? '' };
}
