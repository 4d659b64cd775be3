/** Changing the texts of several items at once. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anAccount } from '../../planning/schedules/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer();

async function aStream(titles: readonly string[], type: 'text' | 'formatted' = 'text') {
  const [stream] = await server.ask('content-stream', { type, title: 'Daily', description: 'Words' });
  const streamId = stream?.id ?? '';
  const items = await server.ask('text-stream', {
    content_stream_id: streamId,
    description: JSON.stringify(titles.map((title) => ({ title, value: `On ${title}` }))),
  });
  return { streamId, items };
}

const titlesOf = async (id: string) => (await server.ask('fetch-stream', { id })).items.map(({ title }) => title);

test('several items get new texts, their waiting posts follow, and one undo reverts all of it', async () => {
  const { streamId, items } = await aStream(['One', 'Two', 'Three']);
  const client = await aClient(server.db, server.owner, { name: 'Bakery' });
  const account = await anAccount(server, client, 'telegram', 'feed');
  const { id: scheduleId } = await server.ask('save-scheduler', {
    user_client_id: client.id,
    content_stream_id: streamId,
    social_accounts: [account],
    schedule_date: '2036-01-01',
    hours: '09',
    minutes: '00',
    timezone: 'UTC',
    re_purpose: 0,
    schedule_type: 'daily',
  });
  const planned = async () => (await server.ask('fetch-scheduler', { id: scheduleId })).items.map(({ title }) => title);
  const edit = (choice: 'follow' | 'keep') =>
    server.ask('update-stream-items', {
      content_stream_id: streamId,
      planned_posts: choice,
      items: items.slice(0, 2).map(({ id, title, description, version }) => ({
        id,
        title: `${title} and more`,
        description,
        version,
      })),
    });
  const followed = await edit('follow');
  assert.deepEqual([followed.follow, followed.keep, followed.left], [2, 0, []]);
  assert.deepEqual(await planned(), ['One and more', 'Two and more', 'Three']);
  const undone = await server.ask('update-stream-items', {
    content_stream_id: streamId,
    planned_posts: 'undo',
    items: followed.undo,
  });
  assert.deepEqual([undone.undo.length, undone.left], [2, []]);
  assert.deepEqual(await titlesOf(streamId), ['One', 'Two', 'Three']);
  assert.deepEqual(await planned(), ['One', 'Two', 'Three']);

  const kept = await edit('keep');
  assert.deepEqual([kept.follow, kept.keep], [0, 2]);
  assert.deepEqual(await titlesOf(streamId), ['One and more', 'Two and more', 'Three']);
  assert.deepEqual(await planned(), ['One', 'Two', 'Three']);
});

test('an item that has changed since, or is of another stream or agency, is left unchanged', async () => {
  const { streamId, items } = await aStream(['Rye', 'Oat']);
  const other = await aStream(['Corn']);
  const otherAgency = await anotherAgency(server.db);
  await server.ask('update-stream', { id: items[0]?.id ?? '', title: 'Spelt', description: 'Ours' });
  const answer = await server.ask('update-stream-items', {
    content_stream_id: streamId,
    items: [...items, ...other.items].map(({ id, version }) => ({ id, title: 'Mine', description: 'Mine', version })),
  });
  assert.deepEqual(answer.left, [items[0]?.id, other.items[0]?.id]);
  assert.deepEqual(await titlesOf(streamId), ['Spelt', 'Mine']);
  assert.deepEqual(await titlesOf(other.streamId), ['Corn']);
  const refused = await server.call(
    'update-stream-items',
    { content_stream_id: streamId, items: [{ id: items[0]?.id ?? '', title: 'Theirs', description: 'Theirs' }] },
    { as: otherAgency },
  );
  assert.equal(refused.code, 404);
});

test('formatted text is sanitised, and two concurrent edits in opposite order do not deadlock', async () => {
  const { streamId, items } = await aStream(['One', 'Two'], 'formatted');
  const edit = (of: typeof items, words: string) =>
    server.ask('update-stream-items', {
      content_stream_id: streamId,
      items: of.map(({ id }) => ({ id, title: words, description: `<p>${words}</p><script>alert(1)</script>` })),
    });
  await Promise.all([edit(items, 'A'), edit(items.toReversed(), 'B')]);
  const after = (await server.ask('fetch-stream', { id: streamId })).items;
  assert.equal(new Set(after.map(({ title }) => title)).size, 1);
  assert.match(after[0]?.description ?? '', /^<p>[AB]<\/p>$/);
});
