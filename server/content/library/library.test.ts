/** The library as a list, and the uses that prevent the deletion of a file. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aPicture } from '../streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aKit } from '../../app/testing/stage.ts';
import { removeFiles } from '../../base/files/remove-files.job.ts';

let now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
await server.db.pool.query(`update sessions set expires_at = '2100-01-01'`);

let width = 40;
async function aFile(name: string) {
  width += 1;
  const bytes = await aPicture('png', { width, height: 30 });
  const reply = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name, bytes });
  assert.ok(reply.status);
  return reply.data;
}
const titles = async (filter: Parameters<typeof server.ask<'fetch-library'>>[1]): Promise<string[]> =>
  (await server.ask('fetch-library', filter)).items.map(({ title }) => title);

const [spring, summer, autumn] = [await aFile('spring.png'), await aFile('summer.png'), await aFile('autumn_1.png')];
const { id: videoId } = await server.ask('save-video', { name: 'Offers', tiles: [{ file_url: spring.url }] });
const [stream] = await server.ask('content-stream', { type: 'image', title: 'Bakery', description: 'D' });
const streamId = stream?.id ?? '';

test('files are listed newest first, with their uses and the used space', async () => {
  const { items, total } = await server.ask('fetch-library', {});
  const { used_bytes: used, quota_bytes: quota } = await server.ask('fetch-space', {});
  assert.deepEqual(
    items.map(({ title, uses }) => [title, uses]),
    [
      ['autumn 1', []],
      ['summer', []],
      ['spring', [{ of: 'video', id: videoId, name: 'Offers' }]],
    ],
  );
  assert.equal(total, 3);
  assert.ok(used >= spring.size_bytes + summer.size_bytes + autumn.size_bytes && used < quota);
});

test('the list can be filtered by words, by kind and by use', async () => {
  assert.deepEqual(await titles({ search: 'UMM' }), ['summer']);
  assert.deepEqual(await titles({ search: '_' }), []);
  assert.deepEqual(await titles({ kind: 'audio' }), []);
  assert.deepEqual(await titles({ used_in: 'video' }), ['spring']);
  assert.deepEqual(await titles({ used_in: 'none' }), ['autumn 1', 'summer']);
  const other = await anotherAgency(server.db);
  assert.equal((await server.ask('fetch-library', {}, { as: other })).total, 0);
});

test('the list can be sorted by name and by size, page by page', async () => {
  const other = await anotherAgency(server.db);
  const as = { as: other };
  for (let at = 0; at < 27; at += 1) {
    const bytes = await aPicture('png', { width: 20 + at * 8, height: 20 });
    await server.upload(
      'upload-file',
      { file_type: 'image' },
      { field: 'file', name: `File ${100 - at}.png`, bytes },
      as,
    );
  }
  for (const sort of ['title', '-title', 'size', '-size'] as const) {
    const first = await server.ask('fetch-library', { sort }, as);
    const rest = await server.ask('fetch-library', { sort, cursor: first.next ?? '' }, as);
    const all = [...first.items, ...rest.items];
    assert.equal(new Set(all.map(({ id }) => id)).size, 27, sort);
    const values = all.map(({ title, size_bytes: size }) => (sort.endsWith('title') ? title : size));
    const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
    assert.deepEqual(values, sort.startsWith('-') ? sorted.toReversed() : sorted, sort);
  }
  assert.equal((await server.call('fetch-library', { sort: 'title', cursor: '5' }, as)).code, 422);
});

test('a used file cannot be deleted, and the message names all its uses', async () => {
  const { id: itemId } = await server.ask('push-to-content-stream', { content_stream_id: streamId, url: spring.url });
  const refused = await server.call('delete-library-file', { id: spring.id });
  assert.deepEqual(
    [refused.code, refused.message],
    [409, 'It is used by the content stream “Bakery” and the video “Offers”. Please remove it there first.'],
  );
  await server.ask('delete-video', { id: videoId });
  await server.ask('delete-stream-file', { id: itemId });
  const gone = await server.call('delete-library-file', { id: spring.id });
  assert.deepEqual([gone.status, gone.message], [true, messages.libraryFileDeleted]);
  assert.deepEqual(await titles({ search: 'spring' }), []);
  assert.equal((await server.call('delete-library-file', { id: spring.id })).code, 404);
  const again = await server.call('save-video', { name: 'Again', tiles: [{ file_url: spring.url }] });
  assert.equal(again.code, 422, 'a deleted file cannot be used again');
});

test('the logo of a brand kit cannot be deleted, names its client, and can be used in designs', async () => {
  const client = await aClient(server.db, server.owner, { name: 'Sunrise Bakery' });
  const logo = await aFile('logo.png');
  await server.ask('save-kit', { ...aKit, client_id: client.id, logo: logo.url });
  assert.deepEqual(await titles({ used_in: 'kit' }), ['logo']);
  const refused = await server.call('delete-library-file', { id: logo.id });
  assert.deepEqual(
    [refused.code, refused.message],
    [409, 'It is used by the brand kit of “Sunrise Bakery”. Please remove it there first.'],
  );
  await server.ask('save-thumbnail', { name: 'In the kit', data: JSON.stringify({ version: 1, logo: logo.url }) });
  await server.ask('delete-kit', { client_id: client.id });
  assert.deepEqual(await titles({ used_in: 'kit' }), []);
});

test('a file uploaded into a stream is in the library, and stays in everything made from it', async () => {
  const bytes = await aPicture('png', { width: 90, height: 30 });
  const [made] = await server.ask('content-stream', { type: 'image', title: 'Loaves', description: 'D' });
  const loaves = made?.id ?? '';
  const photo = { field: 'stream', name: 'rye.png', bytes };
  const item = await server.upload('stream', { content_stream_id: loaves }, photo);
  assert.ok(item.status);
  const address = item.data.stream ?? '';
  const shown = async () => (await server.ask('fetch-library', { search: 'rye' })).items;
  const [entry] = await shown();
  assert.deepEqual([entry?.url, entry?.uses], [address, [{ of: 'stream', id: loaves, name: 'Loaves' }]]);
  const refused = await server.call('delete-library-file', { id: entry?.id ?? '' });
  assert.match(refused.message, /^It is used by the content stream “Loaves”\./);
  const other = await anotherAgency(server.db);
  assert.equal((await server.ask('fetch-library', {}, { as: other })).total, 0);

  const { id } = await server.ask('save-video', { name: 'Bread', tiles: [{ file_url: address }] });
  await server.ask('delete-stream', { id: loaves });
  assert.deepEqual((await shown())[0]?.uses, [{ of: 'video', id, name: 'Bread' }]);
  const again = await server.ask('save-video', { id, name: 'Bread again', tiles: [{ file_url: address }] });
  assert.equal(again.id, id);
  await server.ask('delete-video', { id });
  assert.deepEqual(await shown(), []);
});

test('the clean-up removes the bytes of a deleted file and keeps those of the library', async () => {
  const clean = removeFiles(server.services);
  const inDays = async (days: number): Promise<void> => {
    now = new Date(now.getTime() + days * 86_400_000);
    await clean({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  };
  await inDays(1);
  await inDays(31);
  assert.equal((await server.send(spring.url)).status, 404);
  assert.equal((await server.send(summer.url)).status, 200);
});
