/** The same bytes of an agency are one file, however often and wherever they are used. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { removeFiles } from '../../base/files/remove-files.job.ts';
import { anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';
import { aPicture, aStream } from './testing.ts';

const day = 86_400_000;
let now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now, config: { uploadQuotaBytes: 60_000 } });
const { db } = server;
const clean = async (days: number): Promise<void> => {
  now = new Date(now.getTime() + days * day);
  await removeFiles(server.services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
};
beforeEach(async () => {
  await db.pool.query(`update sessions set expires_at = '2100-01-01'`);
});

let width = 40;
const anotherPicture = (): Promise<Buffer> => aPicture('png', { width: (width += 1), height: 40 });
const upload = async (streamId: string, bytes: Buffer, as?: TestPerson) => {
  const file = { field: 'stream', name: 'rye.png', bytes };
  const reply = await server.upload('stream', { content_stream_id: streamId }, file, as && { as });
  assert.ok(reply.status, reply.message);
  return { itemId: reply.data.id, address: reply.data.stream ?? '', thumbnail: reply.data.thumbnail };
};
const keep = async (bytes: Buffer) => {
  const reply = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name: 'rye.png', bytes });
  assert.ok(reply.status, reply.message);
  return reply.data;
};
const rowsOf = async (address: string) =>
  (
    await db.pool.query<{ kept_since: Date | null; unneeded_since: Date | null }>(
      'select o.kept_since, o.unneeded_since from files f join files o using (agency_id, sha256) where f.name = $1',
      [address.slice('/files/'.length)],
    )
  ).rows;
const onDisk = (): number =>
  readdirSync(join(server.services.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
const library = () => server.ask('fetch-library', { search: 'rye' });

test('a picture in two streams is one file that counts once, and the library lists both uses', async () => {
  const [first, second] = [await aStream(server, 'image', 'One'), await aStream(server, 'image', 'Two')];
  const bytes = await anotherPicture();
  const one = await upload(first.id, bytes);
  const { used_bytes: used } = await server.ask('fetch-space', {});
  const stored = onDisk();
  const other = await upload(second.id, bytes);
  assert.notEqual(one.itemId, other.itemId);
  assert.deepEqual([other.address, other.thumbnail], [one.address, one.thumbnail]);
  assert.deepEqual([(await rowsOf(one.address)).length, onDisk()], [1, stored]);
  const { items } = await library();
  const { used_bytes: usedNow } = await server.ask('fetch-space', {});
  assert.deepEqual(
    items.map(({ uses }) => uses.map(({ name }) => name)),
    [['One', 'Two']],
  );
  assert.ok(usedNow - used < 10, 'only its title takes space');
});

test('one of two uses may be deleted, and the bytes are removed thirty days after the last one', async () => {
  const { id } = await aStream(server, 'image');
  const bytes = await anotherPicture();
  const [one, other] = [await upload(id, bytes), await upload(id, bytes)];
  await server.ask('delete-stream-file', { id: one.itemId });
  await clean(1);
  await clean(31);
  assert.equal((await server.send(other.address)).status, 200);
  await server.ask('delete-stream-file', { id: other.itemId });
  await clean(1);
  await clean(31);
  assert.deepEqual([await rowsOf(one.address), (await server.send(other.address)).status], [[], 404]);
});

test('a file uploaded twice concurrently is stored once', async () => {
  const [first, second] = [await aStream(server, 'image'), await aStream(server, 'image')];
  const bytes = await anotherPicture();
  const stored = onDisk();
  const uploads = await Promise.all([
    upload(first.id, bytes),
    upload(second.id, bytes),
    upload(first.id, bytes),
    keep(bytes).then(({ url }) => ({ address: url })),
  ]);
  assert.equal(new Set(uploads.map(({ address }) => address)).size, 1);
  assert.deepEqual([(await rowsOf(uploads[0].address)).length, onDisk() - stored], [1, 2], 'a file and its thumbnail');
});

test('a library file can be used in a stream, and a stream’s file can be kept by the library', async () => {
  const { id } = await aStream(server, 'image');
  const bytes = await anotherPicture();
  const kept = await keep(bytes);
  assert.equal((await upload(id, bytes)).address, kept.url);
  const more = await anotherPicture();
  const { address, itemId } = await upload(id, more);
  assert.equal((await rowsOf(address))[0]?.kept_since, null);
  assert.equal((await keep(more)).url, address);
  await server.ask('delete-stream-file', { id: itemId });
  await clean(1);
  await clean(31);
  assert.equal((await server.send(address)).status, 200);
});

test('an upload of marked bytes keeps them, and an upload of removed bytes stores them again', async () => {
  const { id } = await aStream(server, 'image');
  const bytes = await anotherPicture();
  const one = await upload(id, bytes);
  await server.ask('delete-stream-file', { id: one.itemId });
  await clean(1);
  now = new Date(now.getTime() + 31 * day);
  const again = await upload(id, bytes);
  assert.deepEqual([again.address, (await rowsOf(one.address))[0]?.unneeded_since], [one.address, null]);
  await clean(0);
  assert.equal((await server.send(one.address)).status, 200);

  await server.ask('delete-stream-file', { id: again.itemId });
  await clean(1);
  // The clean-up holds the lock on the file and removes it.
  const cleaner = await db.pool.connect();
  await cleaner.query('begin');
  await cleaner.query('select from files where name = $1 for update', [one.address.slice('/files/'.length)]);
  const coming = upload(id, bytes);
  await cleaner.query('update items set file_id = null where id = any($1)', [[one.itemId, again.itemId]]);
  await cleaner.query('delete from files where name = $1', [one.address.slice('/files/'.length)]);
  await cleaner.query('commit');
  cleaner.release();
  const { address } = await coming;
  assert.notEqual(address, one.address);
  assert.equal((await server.send(address)).status, 200);
});

test('another agency has its own bytes, and profile pictures are not shared', async () => {
  const { id } = await aStream(server, 'image');
  const bytes = await anotherPicture();
  const { address } = await upload(id, bytes);
  const otherAgency = await anotherAgency(db);
  const [theirs] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: otherAgency },
  );
  assert.notEqual((await upload(theirs?.id ?? '', bytes, otherAgency)).address, address);

  const [{ sha256 } = { sha256: null }] = (
    await db.pool.query<{ sha256: Buffer }>('select sha256 from files where name = $1', [address.slice(7)])
  ).rows;
  const more = await anotherPicture();
  await db.pool.query(
    `with face as (
      insert into files (agency_id, name, kind, content_type, size_bytes, sha256)
      select agency_id, 'face.png', 'image', 'image/png', 1, sha256($2) from files where sha256 = $1 limit 1
      returning id)
    update users set image_file_id = face.id from face where users.id = $3`,
    [sha256, more, server.owner.id],
  );
  assert.notEqual((await upload(id, more)).address, '/files/face.png');
});

test('an agency that has used up its quota may use its existing files again', async () => {
  const owner = await anotherAgency(db);
  const streamOf = async () =>
    (await server.ask('content-stream', { type: 'image', title: 'A', description: 'A' }, { as: owner }))[0]?.id ?? '';
  const id = await streamOf();
  const bytes = await anotherPicture();
  const { address } = await upload(id, bytes, owner);
  await db.pool.query('update files set size_bytes = 59900 where name = $1', [address.slice(7)]);
  assert.equal((await upload(await streamOf(), bytes, owner)).address, address);
  const file = { field: 'stream', name: 'other.png', bytes: await anotherPicture() };
  const refused = await server.upload('stream', { content_stream_id: id }, file, { as: owner });
  assert.deepEqual([refused.code, refused.message], [413, messages.quotaReached]);
});
