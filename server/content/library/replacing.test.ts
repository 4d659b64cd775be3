/** Replacing a file in designs, projects, items and waiting posts; posts in progress keep theirs. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aPicture } from '../streams/testing.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aKit } from '../../app/testing/stage.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T08:00:00Z') });
await server.db.pool.query(`update sessions set expires_at = '2100-01-01'`);
const { db, ask } = server;

let width = 40;
async function aFile(name: string) {
  width += 1;
  const bytes = await aPicture('png', { width, height: 30 });
  const reply = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name, bytes });
  assert.ok(reply.status);
  return reply.data;
}

/** A design, a project and a stream that use a file; the stream's item is planned for a client. */
async function aUsedFile({ approval = 'none' }: { approval?: 'none' | 'client' } = {}) {
  const [old, other] = [await aFile('old.png'), await aFile('other.png')];
  const data = { version: 1, picture: old.url, nested: [{ deep: old.thumb }, other.url] };
  const { id: designId } = await ask('save-thumbnail', { name: 'Poster', data: JSON.stringify(data) });
  const { id: videoId } = await ask('save-video', { name: 'Clip', tiles: [{ file_url: old.url, poster: old.url }] });
  const [stream] = await ask('content-stream', { type: 'image', title: 'Offers', description: 'D' });
  const streamId = stream?.id ?? '';
  const push = { content_stream_id: streamId, url: old.url };
  const items = [await ask('push-to-content-stream', push), await ask('push-to-content-stream', push)];
  const client = await aClient(db, server.owner);
  if (approval === 'client')
    await ask('edit-app-client-account', { id: client.id, name: 'C', earning: 0, frequency: 'weekly', approval });
  const account = await anAccount(server, client, 'telegram', `feed-${width}`);
  const { id: scheduleId } = await ask('save-scheduler', {
    ...anOrder({ user_client_id: client.id, content_stream_id: streamId, social_accounts: [account] }),
  });
  const { items: posts } = await ask('fetch-scheduler', { id: scheduleId });
  return { old, other, designId, videoId, streamId, items, client, posts: posts.map(({ id }) => id) };
}

/** The files of the posts of a list. */
const filesOf = async (posts: readonly string[]): Promise<string[]> =>
  (
    await db.pool.query<{ file_id: string }>(
      `select i.file_id from occurrences o join items i on i.id = o.item_id
       where o.id = any($1::bigint[]) order by o.id`,
      [posts],
    )
  ).rows.map((row) => row.file_id);
const designOf = async (id: string) => (await ask('fetch-thumbnails', { id })).items[0]?.data ?? '';
const isKept = async ({ id }: { id: string }): Promise<boolean> =>
  (await ask('fetch-library', {})).items.some((file) => file.id === id);

test('a preview lists everything that a replacement would change, and changes nothing', async () => {
  const { old, designId, videoId, streamId, posts } = await aUsedFile();
  const by = await aFile('new.png');
  const before = await designOf(designId);
  const { streams, designs, videos, follow, kept } = await ask('preview-replacement', { id: old.id, by_id: by.id });
  assert.deepEqual(streams, [{ id: streamId, name: 'Offers', items: 2 }]);
  assert.deepEqual(designs, [{ id: designId, name: 'Poster' }]);
  assert.deepEqual(videos, [{ id: videoId, name: 'Clip', was_made: false }]);
  assert.deepEqual([follow, kept], [2, '']);
  assert.equal(await designOf(designId), before);
  assert.deepEqual(await filesOf(posts), [old.id, old.id]);
});

test('a file is replaced everywhere at once and deleted, and one step undoes that', async () => {
  const { old, other, designId, videoId, posts } = await aUsedFile();
  const by = await aFile('new.png');
  const before = await designOf(designId);
  const { undo } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  const after = await designOf(designId);
  assert.ok(!after.includes(old.url) && after.includes(by.url) && after.includes(by.thumb ?? '?'), after);
  assert.ok(after.includes(other.url), 'the other files in it stay');
  assert.ok(JSON.stringify(await ask('fetch-videos', { id: videoId })).includes(by.url));
  assert.deepEqual(await filesOf(posts), [by.id, by.id]);
  assert.deepEqual([await isKept(old), await isKept(by)], [false, true]);

  const back = await ask('replace-library-file', { id: by.id, by_id: old.id, undo });
  assert.equal(back.follow, 2);
  assert.equal(await designOf(designId), before);
  assert.deepEqual(await filesOf(posts), [old.id, old.id]);
  assert.deepEqual([await isKept(old), await isKept(by)], [true, true]);
});

test('a replacement changes the credits, also in waiting posts, and undoing it restores them', async () => {
  const { old, streamId, posts } = await aUsedFile();
  const by = await aFile('new.png');
  for (const [file, attribution] of [
    [old, 'Photo by Ana on Pexels'],
    [by, 'Photo by Bo on Pixabay'],
  ] as const)
    await db.pool.query(
      `insert into file_licences (agency_id, file_id, source, title, licence, attribution, taken_at)
       values ($1, $2, 's', 'Sky', 'L', $3, now())`,
      [server.owner.agencyId, file.id, attribution],
    );
  const [item] = (await ask('fetch-stream', { id: streamId })).items;
  assert.ok(item);
  const words = { id: item.id, title: 'Sky', description: 'Blue\nPhoto by Ana on Pexels' };
  const own = (text: string) => ({ twitter: { title: '', description: text } });
  await ask('update-stream', { ...words, own_words: own('Photo by Ana on Pexels\nShort') });
  const shown = async () => {
    const now = (await ask('fetch-stream', { id: streamId })).items.find(({ id }) => id === item.id);
    return [now?.description, now?.own_words.twitter?.description];
  };
  const { undo } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  assert.deepEqual(await shown(), ['Blue\nPhoto by Bo on Pixabay', 'Photo by Bo on Pixabay\nShort']);
  const { rows } = await db.pool.query<{ description: string }>(
    `select i.description from occurrences o join items i on i.id = o.item_id where o.id = any($1::bigint[])`,
    [posts],
  );
  assert.ok(rows.some(({ description }) => description === 'Blue\nPhoto by Bo on Pixabay'));
  await ask('replace-library-file', { id: by.id, by_id: old.id, undo });
  assert.deepEqual(await shown(), ['Blue\nPhoto by Ana on Pexels', 'Photo by Ana on Pexels\nShort']);
});

test('the logo of a brand kit is replaced and restored', async () => {
  const client = await aClient(db, server.owner, { name: 'Sunrise Bakery' });
  const [logo, by] = [await aFile('logo.png'), await aFile('new-logo.png')];
  await ask('save-kit', { ...aKit, client_id: client.id, logo: logo.url });
  const shown = async () => (await ask('fetch-kits', { client_id: client.id })).items[0]?.kit?.logo;
  const { kits, kept, undo } = await ask('replace-library-file', { id: logo.id, by_id: by.id });
  assert.deepEqual([kits, kept, await shown()], [[{ id: client.id, name: 'Sunrise Bakery' }], '', by.url]);
  await ask('replace-library-file', { id: by.id, by_id: logo.id, undo });
  assert.equal(await shown(), logo.url);
});

test('undoing a replacement leaves uses that had the other file before', async () => {
  const { old, streamId, designId } = await aUsedFile();
  const by = await aFile('new.png');
  const { id: itemId } = await ask('push-to-content-stream', { content_stream_id: streamId, url: by.url });
  await ask('save-thumbnail', {
    id: designId,
    name: 'Poster',
    data: JSON.stringify({ version: 1, a: old.url, b: by.url }),
  });
  const { undo } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  await ask('replace-library-file', { id: by.id, by_id: old.id, undo });
  const item = (await ask('fetch-stream', { id: streamId })).items.find(({ id }) => id === itemId);
  assert.equal(item?.stream, by.url);
  const design = await designOf(designId);
  assert.ok(design.includes(`"a":"${old.url}"`) && design.includes(`"b":"${by.url}"`), design);
});

test('a post being sent keeps its file, is counted, and prevents the deletion of the file', async () => {
  const { old, posts } = await aUsedFile();
  const by = await aFile('new.png');
  await db.pool.query(`update deliveries set state = 'processing' where occurrence_id = $1`, [posts[0]]);
  const { follow, under_way: underWay, kept } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  assert.deepEqual([follow, underWay], [1, 1]);
  assert.match(kept, /It is used by the content stream “Offers”/);
  assert.deepEqual(await filesOf(posts), [old.id, by.id]);
  assert.equal(await isKept(old), true);
});

test('a client who has approved a post must approve its replaced file again', async () => {
  const { old, client, posts } = await aUsedFile({ approval: 'client' });
  const by = await aFile('new.png');
  const waiting = async () => (await ask('fetch-approvals', {}, { as: client })).items;
  const asked = (await waiting()).map(({ id, fingerprint, decision }) => ({ id, fingerprint, decision }));
  await ask('approve-posts', { posts: asked }, { as: client });
  assert.equal((await waiting()).length, 0);
  assert.equal((await ask('preview-replacement', { id: old.id, by_id: by.id })).asked_again, posts.length);
  assert.equal((await waiting()).length, 0);
  assert.equal((await ask('replace-library-file', { id: old.id, by_id: by.id })).asked_again, posts.length);
  assert.equal((await waiting()).length, posts.length);
});

test('a video that is being rendered is not changed, and is named', async () => {
  const { old, videoId } = await aUsedFile();
  const by = await aFile('new.png');
  await db.pool.query(`update videos set status = '5' where id = $1`, [videoId]);
  const { left, videos, kept } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  assert.deepEqual([left, videos], [[{ id: videoId, name: 'Clip' }], []]);
  assert.match(kept, /It is used by the video “Clip”/);
});

test('a file is not replaced by another kind, by itself or by another agency’s file', async () => {
  const { old, other } = await aUsedFile();
  const refused = async (id: string, by: string, as = server.owner) => {
    const reply = await server.call('replace-library-file', { id, by_id: by }, { as });
    return [reply.code, reply.message];
  };
  assert.deepEqual(await refused(old.id, old.id), [422, messages.replaceKind]);
  const wav = Buffer.alloc(44_144);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(44_136, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(22_050, 24);
  wav.writeUInt32LE(44_100, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(44_100, 40);
  const music = await server.upload(
    'upload-file',
    { file_type: 'music' },
    { field: 'file', name: 'a.wav', bytes: wav },
  );
  assert.ok(music.status, music.message);
  assert.deepEqual(await refused(old.id, music.data.id), [422, messages.replaceKind]);
  const otherAgency = await anotherAgency(db);
  assert.deepEqual(await refused(old.id, other.id, otherAgency), [404, messages.notFound]);
});
