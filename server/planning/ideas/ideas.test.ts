import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer({ clock: () => new Date('2026-05-20T10:00:00Z') });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Bakery' });
const other = await aClient(db, owner, { name: 'Mill' });
const anIdea = (title: string, clientId = client.id) => server.ask('save-idea', { client_id: clientId, title });

test('a client’s ideas are listed apart from others, latest first, in pages, and found by words', async () => {
  for (let at = 1; at <= 26; at += 1) await anIdea(`Idea ${at}`);
  await anIdea('100% rye', other.id);
  const first = await server.ask('fetch-ideas', { client_id: client.id });
  assert.deepEqual([first.items.length, first.items[0]?.title, first.total], [25, 'Idea 26', 26]);
  const rest = await server.ask('fetch-ideas', { client_id: client.id, cursor: first.next ?? '' });
  assert.deepEqual([rest.items.map(({ title }) => title), rest.next], [['Idea 1'], null]);
  const found = async (search: string) =>
    (await server.ask('fetch-ideas', { client_id: other.id, search })).items.map(({ title }) => title);
  assert.deepEqual([await found('%'), await found('0_ r'), await found('RYE')], [['100% rye'], [], ['100% rye']]);
});

test('an idea is changed field by field, and a save that would overwrite another one is refused', async () => {
  const { id, version } = await server.ask('save-idea', {
    client_id: client.id,
    title: 'Sourdough',
    url: 'https://example.com/',
  });
  const changed = await server.ask('save-idea', { id, words: 'Why it takes its time', version });
  assert.deepEqual(
    [changed.title, changed.words, changed.url],
    ['Sourdough', 'Why it takes its time', 'https://example.com/'],
  );
  assert.equal((await server.call('save-idea', { id, words: 'Other', version })).code, 409);
});

test('an idea without a title or a client, or with an invalid address, is refused', async () => {
  for (const wrong of [
    { client_id: client.id },
    { client_id: client.id, title: ' ' },
    { title: 'No client' },
    { client_id: client.id, title: 'T', url: 'javascript:alert(1)' },
    { client_id: client.id, title: 'T'.repeat(301) },
    { client_id: client.id, title: 'T\0' },
  ])
    assert.equal((await server.call('save-idea', wrong)).code, 422, JSON.stringify(wrong));
});

test('an idea becomes the last item of a text stream, and says so until that stream is deleted', async () => {
  const stream = await aTextStream(server, ['First']);
  const { id } = await anIdea('مرحبا 🦊 <b>');
  await server.ask('make-idea-item', {
    id,
    content_stream_id: stream.id,
    title: 'مرحبا',
    text: 'Our words',
    used_at: null,
  });
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  assert.deepEqual([items.at(-1)?.title, items.at(-1)?.description], ['مرحبا', 'Our words']);
  const used = async () =>
    (await server.ask('fetch-ideas', { client_id: client.id })).items.find((idea) => idea.id === id)?.used;
  assert.equal((await used())?.stream?.id, stream.id);
  await server.ask('delete-stream', { id: stream.id });
  assert.deepEqual(await used(), { at: '2026-05-20T10:00:00.000Z', stream: null });
});

test('a request that cannot add an item leaves the idea as it was', async () => {
  const [pictures] = await server.ask('content-stream', { type: 'image', title: 'Pictures', description: 'D' });
  const { id } = await anIdea('Stays');
  const input = { id, title: 'T', text: 'Words', used_at: null };
  assert.equal((await server.call('make-idea-item', { ...input, content_stream_id: pictures?.id ?? '' })).code, 422);
  assert.equal((await server.call('make-idea-item', { ...input, content_stream_id: '999999' })).code, 404);
  const { items } = await server.ask('fetch-ideas', { client_id: client.id });
  assert.equal(items.find((idea) => idea.id === id)?.used, null);
  await server.ask('delete-idea', { id });
  assert.equal((await server.call('delete-idea', { id })).code, 404);
});

test('an idea that is used by several requests at once becomes one item, and may be used again later', async () => {
  const stream = await aTextStream(server, ['First']);
  const { id } = await anIdea('Pressed often');
  const input = { id, content_stream_id: stream.id, title: 'T', text: 'Words' };
  const presses = Array.from({ length: 8 }, () => server.call('make-idea-item', { ...input, used_at: null }));
  assert.deepEqual(
    (await Promise.all(presses)).map(({ code }) => code).toSorted((a, b) => a - b),
    [200, ...Array<number>(7).fill(409)],
  );
  const count = async () => (await server.ask('fetch-stream', { id: stream.id })).items.length;
  assert.equal(await count(), 2);
  const { items } = await server.ask('fetch-ideas', { client_id: client.id });
  const usedAt = items.find((idea) => idea.id === id)?.used?.at ?? null;
  await server.ask('make-idea-item', { ...input, used_at: usedAt });
  assert.equal(await count(), 3);
});

test('another agency cannot read, change, use or delete an idea', async () => {
  const as = await anotherAgency(db);
  const { id } = await anIdea('Ours');
  const stream = await aTextStream(server, ['First']);
  for (const reply of [
    server.call('fetch-ideas', { client_id: client.id }, { as }),
    server.call('save-idea', { id, title: 'Theirs' }, { as }),
    server.call('save-idea', { client_id: client.id, title: 'Theirs' }, { as }),
    server.call('make-idea-item', { id, content_stream_id: stream.id, title: '', text: 'T', used_at: null }, { as }),
    server.call('delete-idea', { id }, { as }),
  ])
    assert.equal((await reply).code, 404);
});
