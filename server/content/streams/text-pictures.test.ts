/** Pictures in formatted texts: from the library, counted as used, replaced everywhere, and sent with the text. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { PostContent } from '#networks/network.ts';
import { aNetwork, aWorker } from '../../publishing/testing.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aSourcesServer } from '../stock/testing.ts';
import { aClient, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';
import { aPicture, aStream } from './testing.ts';

let now = new Date('2026-06-01T08:00:00Z');
const sent: PostContent[] = [];
const outside = aNetwork();
const network = {
  ...outside.network,
  id: 'wordpress' as const,
  publish: (...given: Parameters<typeof outside.network.publish>) => {
    sent.push(given[0]);
    return outside.network.publish(...given);
  },
};
const server = await aServer({ networks: { wordpress: network }, clock: () => now });
await server.db.pool.query(`update sessions set expires_at = '2100-01-01'`);
const { ask, db } = server;

let width = 40;
async function aFile(name: string, as: TestPerson = server.owner) {
  width += 1;
  const bytes = await aPicture('png', { width, height: 30 });
  const reply = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name, bytes }, { as });
  assert.ok(reply.status);
  return reply.data;
}
const textWith = (...addresses: string[]): string =>
  `<p>Words</p>${addresses.map((address) => `<img src="${address}" alt="A roof" />`).join('')}`;

async function anItem(html: string) {
  const { id } = await aStream(server, 'formatted', 'Articles');
  const description = JSON.stringify([{ title: 'Roofs', value: html }]);
  const [item] = await ask('text-stream', { content_stream_id: id, description });
  assert.ok(item);
  return item;
}
const wordsOf = async (item: { id: string; content_stream_id: string }) =>
  (await ask('fetch-stream', { id: item.content_stream_id })).items.find(({ id }) => id === item.id);
const usesOf = async ({ id }: { id: string }) =>
  (await ask('fetch-library', {})).items.find((file) => file.id === id)?.uses;

test('a library picture in a text is in use and cannot be deleted until it is removed', async () => {
  const file = await aFile('roof.png');
  const item = await anItem(`<p>Words</p><img src="https://agency.example${file.thumb}" alt="A roof" onerror="x()">`);
  assert.equal(item.description, textWith(file.url));
  assert.deepEqual(await usesOf(file), [{ of: 'stream', id: item.content_stream_id, name: 'Articles' }]);
  const refused = await server.call('delete-library-file', { id: file.id });
  assert.deepEqual([refused.code, refused.message.includes('“Articles”')], [409, true]);

  await ask('update-stream', { id: item.id, title: 'Roofs', description: '<p>Only words</p>' });
  assert.deepEqual(await usesOf(file), []);
  await ask('delete-library-file', { id: file.id });
});

test('pictures in own texts of networks count, and several items can be reworded at once with theirs', async () => {
  const [one, two] = [await aFile('one.png'), await aFile('two.png')];
  const item = await anItem(textWith(one.url));
  const own_words = { medium: { title: '', description: textWith(two.url) } };
  await ask('update-stream', { id: item.id, title: 'Roofs', description: textWith(one.url), own_words });
  assert.equal((await usesOf(two))?.length, 1);
  await ask('update-stream-items', {
    content_stream_id: item.content_stream_id,
    items: [{ id: item.id, title: 'Roofs', description: '<p>None</p>' }],
  });
  assert.deepEqual([await usesOf(one), (await usesOf(two))?.length], [[], 1]);
});

test('pictures of other hosts are removed; unknown, another agency’s and too many are refused', async () => {
  const odd = [
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'data:image/png;base64,AAAA',
    'javascript:x()',
    '/api/fetch-me',
    '/files/../x.png',
    '/files/x.svg',
    '',
  ];
  assert.equal((await anItem(textWith(...odd))).description, '<p>Words</p>');

  const otherAgency = await anotherAgency(db);
  const theirs = await aFile('theirs.png', otherAgency);
  const { id } = await aStream(server, 'formatted');
  const refused = async (html: string) => {
    const description = JSON.stringify([{ value: html }]);
    const { code, message } = await server.call('text-stream', { content_stream_id: id, description });
    return [code, message];
  };
  assert.deepEqual(await refused(textWith(theirs.url)), [422, messages.fileGone]);
  assert.deepEqual(await refused(textWith('/files/abc.png')), [422, messages.fileGone]);
  assert.deepEqual(await refused(textWith('/found/abc.def')), [422, messages.foundGone]);
  const many = Array.from({ length: 51 }, (_none, at) => `/files/a${at}.png`);
  assert.deepEqual(await refused(textWith(...many)), [422, messages.picturesTooMany]);
  assert.equal((await ask('fetch-stream', { id })).items.length, 0);
});

test('a found picture is copied with its credit as the last line, which a person may remove', async () => {
  const { server: there } = await aSourcesServer({ on: ['pexels'] });
  const [result] = await there.ask('search-media', { keyword: 'sky', search_type: 'image' });
  assert.ok(result && 'thumb' in result);
  const stream = await aStream(there, 'formatted');
  const [item] = await there.ask('text-stream', {
    content_stream_id: stream.id,
    description: JSON.stringify([{ title: 'Sky', value: textWith(result.image) }]),
  });
  assert.ok(item);
  const [file] = (await there.ask('fetch-library', {})).items;
  assert.ok(file);
  assert.equal(item.description, `${textWith(file.url)}<p>Photo by Ana Photo on Pexels</p>`);
  assert.equal((await there.ask('fetch-licences', {})).items[0]?.uses[0]?.id, stream.id);

  const own_words = { medium: { title: '', description: textWith(result.image) } };
  const changed = await there.ask('update-stream', {
    id: item.id,
    title: 'Sky',
    description: textWith(file.url),
    own_words,
  });
  assert.equal(changed.description, textWith(file.url));
  assert.equal(changed.own_words.medium?.description, textWith(file.url));
});

test('a picture in texts and waiting posts can be replaced, and one step undoes that', async () => {
  const [old, other, by] = [await aFile('old.png'), await aFile('other.png'), await aFile('by.png')];
  const item = await anItem(textWith(old.url, other.url, by.url));
  const own_words = { medium: { title: '', description: textWith(old.url) } };
  await ask('update-stream', { id: item.id, title: 'Roofs', description: item.description, own_words });
  const looked = await ask('preview-replacement', { id: old.id, by_id: by.id });
  assert.deepEqual([looked.streams.map(({ items }) => items), looked.kept], [[1], '']);
  const { undo } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  const after = await wordsOf(item);
  assert.equal(after?.description, textWith(by.url, other.url, by.url));
  assert.equal(after.own_words.medium?.description, textWith(by.url));
  assert.equal(await usesOf(old), undefined);

  await ask('replace-library-file', { id: by.id, by_id: old.id, undo });
  const back = await wordsOf(item);
  assert.equal(back?.description, textWith(old.url, other.url, by.url));
  assert.deepEqual([(await usesOf(old))?.length, (await usesOf(by))?.length], [1, 1]);
});

test('a post that keeps its earlier text keeps the picture in it, and sends its bytes', async () => {
  const [first, second] = [await aFile('first.png'), await aFile('second.png')];
  const item = await anItem(textWith(first.url));
  const client = await aClient(db, server.owner);
  const account = await anAccount(server, client, 'wordpress', 'blog');
  await ask(
    'save-scheduler',
    anOrder({ user_client_id: client.id, content_stream_id: item.content_stream_id, social_accounts: [account] }),
  );
  const change = { id: item.id, title: 'Roofs', description: textWith(second.url) };
  await ask('update-stream', { ...change, planned_posts: 'keep' });
  assert.equal((await usesOf(first))?.length, 1, 'the waiting post still needs it');
  assert.equal((await server.call('delete-library-file', { id: first.id })).code, 409);

  now = new Date('2026-06-02T07:30:01Z');
  const worker = aWorker(db, {
    networks: { wordpress: network },
    clock: { now: () => now, pass: () => {}, set: () => {} },
  });
  await worker.publishDue();
  const [post] = sent;
  assert.deepEqual(
    [post?.html, post?.pictures.map(({ address, media }) => [address, media.contentType, media.width])],
    [textWith(first.url), [[first.url, 'image/png', first.width]]],
  );
});
