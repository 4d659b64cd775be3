/** The effect of an edit of an item on its planned posts: they take the new text, or keep theirs. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import type { Network } from '#networks/network.ts';
import { answers, aNetwork, aWorker, postsSilently } from '../../publishing/testing.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';

const hour = 3600;
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
const outside = aNetwork();
/** A network that finds posts by their text alone, as most networks do. */
const network: Network = {
  ...outside.network,
  find: (content) => {
    const post = outside.feed.find(({ title }) => title === content.title);
    return Promise.resolve(post ? { kind: 'found', postId: post.postId, postUrl: null } : { kind: 'absent' });
  },
};
const server = await aServer({ networks: { telegram: network }, clock: clock.now });
const worker = aWorker(server.db, { networks: { telegram: network }, clock });
const sent = (): string[] => outside.feed.map(({ title }) => title);
let feeds = 0;
const made: string[] = [];
beforeEach(async () => {
  for (const id of made.splice(0)) await server.call('delete-scheduler', { id });
  outside.feed.length = 0;
  outside.script.length = 0;
});

/** A client with a schedule of a stream, its first post in an hour. */
async function aPlan({ words = ['One'], accounts = 1, schedules = 1, repurpose = false, approval = false } = {}) {
  const client = await aClient(server.db, server.owner, { name: `Client ${feeds}` });
  if (approval)
    await server.ask('edit-app-client-account', {
      id: client.id,
      name: client.name,
      earning: 0,
      frequency: 'weekly',
      approval: 'client',
    });
  const accountIds: string[] = [];
  for (let index = 0; index < accounts; index += 1)
    accountIds.push(await anAccount(server, client, 'telegram', `feed-${(feeds += 1)}`));
  const [stream] = await server.ask('content-stream', { type: 'text', title: 'Daily', description: 'Words' });
  const streamId = stream?.id ?? '';
  const items = await server.ask('text-stream', {
    content_stream_id: streamId,
    description: JSON.stringify(words.map((title) => ({ title, value: `On ${title}` }))),
  });
  const at = new Date(now.getTime() + hour * 1000).toISOString();
  const scheduleIds: string[] = [];
  for (let index = 0; index < schedules; index += 1) {
    const { id } = await server.ask('save-scheduler', {
      user_client_id: client.id,
      content_stream_id: streamId,
      social_accounts: accountIds,
      schedule_date: at.slice(0, 10),
      hours: at.slice(11, 13),
      minutes: at.slice(14, 16),
      timezone: 'UTC',
      re_purpose: repurpose ? 1 : 0,
      schedule_type: 'hourly',
    });
    scheduleIds.push(id);
    made.push(id);
  }
  const scheduleId = scheduleIds[0] ?? '';
  const itemId = items[0]?.id ?? '';
  return {
    client,
    streamId,
    scheduleId,
    itemId,
    as: { as: client },
    edit: (title: string, more: { planned_posts?: 'follow' | 'keep'; kept?: { id: string; posts: string[] }[] } = {}) =>
      server.ask('update-stream', { id: itemId, title, description: `On ${title}`, ...more }),
    posts: async () => (await server.ask('fetch-scheduler', { id: scheduleId })).items,
    titles: async () => (await server.ask('fetch-scheduler', { id: scheduleId })).items.map(({ title }) => title),
    waiting: async () => (await server.ask('fetch-approvals', {}, { as: client })).items,
  };
}

test('a post whose answer was lost is searched for with its sent text, and not sent with the new one', async () => {
  const { edit, posts } = await aPlan();
  clock.pass(hour);
  outside.script.push(postsSilently);
  await worker.publishDue();
  assert.deepEqual(
    (await posts())[0]?.social_networks.map(({ state }) => state),
    ['uncertain'],
  );
  await edit('Other words');
  for (let look = 0; look < 6; look += 1) {
    clock.pass(hour / 2);
    await worker.settleDue();
    await worker.publishDue();
  }
  assert.deepEqual(sent(), ['One']);
  assert.deepEqual(
    (await posts()).map(({ title, done }) => [title, done]),
    [['One', 1]],
  );
});

test('planned posts follow an edit, and go out with the new text', async () => {
  const { edit, titles } = await aPlan({ words: ['One', 'Two'] });
  const { planned } = await edit('New');
  assert.deepEqual([planned.follow, planned.keep, planned.under_way], [1, 0, 0]);
  assert.deepEqual(await titles(), ['New', 'Two']);
  clock.pass(hour);
  await worker.publishDue();
  assert.deepEqual(sent(), ['New']);
});

test('a published post shows the text that it was sent with, whatever its item says later', async () => {
  const { edit, titles, itemId } = await aPlan();
  clock.pass(hour);
  await worker.publishDue();
  const { planned } = await edit('New');
  assert.deepEqual([planned.follow, planned.keep, planned.under_way], [0, 0, 0]);
  assert.deepEqual(await titles(), ['One']);
  await edit('Newer');
  assert.deepEqual(await titles(), ['One']);
  const copies = await server.db.pool.query('select title from items where kept_of = $1', [itemId]);
  assert.deepEqual(copies.rows, [{ title: 'One' }]);
});

test('planned posts can keep their text, and later schedules use the new one', async () => {
  const { edit, titles, streamId, client, itemId } = await aPlan();
  const { planned } = await edit('New', { planned_posts: 'keep' });
  assert.deepEqual([planned.follow, planned.keep], [0, 1]);
  assert.deepEqual(await titles(), ['One']);
  assert.deepEqual(
    (await server.ask('fetch-stream', { id: streamId })).items.map(({ title }) => title),
    ['New'],
  );
  const calendar = await server.ask('fetch-calendar', {
    from: '2026-06-01',
    to: '2026-07-01',
    timezone: 'UTC',
    client_id: client.id,
  });
  assert.deepEqual(
    calendar.events.map(({ title }) => title),
    ['One'],
  );
  const { content, editable } = await server.ask('fetch-scheduled-item', { id: calendar.events[0]?.id ?? '' });
  assert.deepEqual([content.title, editable?.title, editable?.id === itemId], ['One', 'New', true]);
  clock.pass(hour);
  await worker.publishDue();
  assert.deepEqual(sent(), ['One']);
  const month = { month: now.toISOString().slice(0, 7), timezone: 'UTC', client_id: client.id };
  assert.deepEqual(
    (await server.ask('fetch-ledger-deliveries', month)).items.map(({ title }) => title),
    ['One'],
  );
});

test('a post that a worker has claimed can keep its text, too', async () => {
  const { edit } = await aPlan();
  clock.pass(hour);
  outside.script.push(async (context, post) => {
    await edit('New', { planned_posts: 'keep' });
    await context.fence({ payload: 'words' });
    return post();
  });
  await worker.publishDue();
  assert.deepEqual(sent(), ['One']);
});

test('a post that is being sent keeps its text at all its accounts in any case', async () => {
  const { edit, posts } = await aPlan({ accounts: 2 });
  clock.pass(hour);
  outside.script.push(answers({ kind: 'unreachable', message: 'no route' }), async (context, post) => {
    await context.fence({ payload: 'words' });
    const { planned } = await edit('New');
    assert.deepEqual([planned.follow, planned.under_way], [0, 1]);
    return post();
  });
  await worker.publishDue();
  clock.pass(hour / 2);
  await worker.publishDue();
  assert.deepEqual(sent(), ['One', 'One']);
  assert.deepEqual(
    (await posts()).map(({ title, done }) => [title, done]),
    [['One', 1]],
  );
});

test('the next round of a repeating schedule has the new text and leaves removed items out', async () => {
  const { edit, titles, posts } = await aPlan({ words: ['One', 'Two'], repurpose: true });
  await edit('New', { planned_posts: 'keep' });
  for (let passed = 0; passed < 2; passed += 1) {
    clock.pass(hour);
    await worker.publishDue();
  }
  assert.deepEqual(sent(), ['One', 'Two']);
  assert.deepEqual(await titles(), ['New', 'Two', 'One', 'Two']);
  await edit('Newer', { planned_posts: 'keep' });
  const [first] = await posts();
  assert.equal(first?.title, 'New');
  await server.ask('delete-scheduled-item', { id: first.id });
  clock.pass(2 * hour);
  await worker.publishDue();
  assert.deepEqual((await titles()).slice(0, 2), ['Two', 'New']);
});

test('deleting an item also stops the posts that keep an earlier text of it', async () => {
  const { edit, posts, itemId } = await aPlan();
  await edit('New', { planned_posts: 'keep' });
  await server.ask('delete-stream-file', { id: itemId });
  assert.deepEqual(
    (await posts()).map(({ title, done }) => [title, done]),
    [['One', '3']],
  );
});

for (const planned of ['follow', 'keep'] as const) {
  test(`an edit that posts ${planned} can be undone completely, even with posts that keep earlier texts`, async () => {
    const { edit, titles, itemId, streamId, client } = await aPlan();
    await edit('Second', { planned_posts: 'keep' });
    const accounts = [await anAccount(server, client, 'telegram', `feed-${(feeds += 1)}`)];
    const order = anOrder({ user_client_id: client.id, content_stream_id: streamId, social_accounts: accounts });
    await server.ask('save-scheduler', { ...order, schedule_date: '2026-12-01' });
    const all = async () => [
      ...(await titles()),
      ...(
        await server.ask('fetch-calendar', {
          from: '2026-12-01',
          to: '2026-12-02',
          timezone: 'UTC',
          client_id: client.id,
        })
      ).events.map(({ title }) => title),
    ];
    assert.deepEqual(await all(), ['One', 'Second']);
    const {
      planned: { undo, follow },
    } = await edit('Third', { planned_posts: planned });
    assert.equal(follow, planned === 'follow' ? 2 : 0);
    assert.deepEqual(await all(), planned === 'follow' ? ['Third', 'Third'] : ['One', 'Second']);
    await server.ask('update-stream', { id: itemId, ...undo, planned_posts: 'undo' });
    assert.deepEqual(await all(), ['One', 'Second']);
    assert.deepEqual(
      (await server.ask('fetch-stream', { id: streamId })).items.map(({ title }) => title),
      ['Second'],
    );
    const { planned: again } = await edit('Fourth');
    assert.deepEqual([again.follow, await all()], [2, ['Fourth', 'Fourth']]);
  });
}

test('an approved post that follows an edit needs approval again; one that keeps its text does not', async () => {
  const { edit, waiting, as, posts } = await aPlan({ approval: true });
  const [post] = await waiting();
  assert.ok(post);
  await server.ask(
    'approve-posts',
    { posts: [{ id: post.id, fingerprint: post.fingerprint, decision: post.decision }] },
    as,
  );
  assert.equal((await edit('New', { planned_posts: 'keep' })).planned.asked_again, 0);
  assert.deepEqual(
    (await posts()).map(({ title, approval }) => [title, approval?.state]),
    [['One', 'approved']],
  );
  assert.equal((await edit('Newer')).planned.asked_again, 1);
  assert.deepEqual(
    (await waiting()).map(({ title }) => title),
    ['Newer'],
  );
  assert.deepEqual(
    (await posts()).map(({ approval }) => approval?.state),
    ['waiting'],
  );
});

test('copies that no post uses any more are deleted', async () => {
  const { edit, itemId } = await aPlan();
  const copies = async () => (await server.db.pool.query('select from items where kept_of = $1', [itemId])).rowCount;
  await edit('Second', { planned_posts: 'keep' });
  assert.equal(await copies(), 1);
  await edit('Third');
  await edit('Fourth');
  assert.equal(await copies(), 0);
});
