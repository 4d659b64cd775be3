/**
 * Unneeded files are removed after thirty days, from table and storage; needed ones stay, even if the need arises at
 * the same moment.
 */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { numbered } from '../media/testing-pictures.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aClient, aServer } from '../../app/testing/server.ts';
import { removeFiles } from './remove-files.job.ts';
import { removeLocked } from './unneeded-queries.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';

const day = 86_400_000;
let now = new Date('2026-06-01T08:00:00Z');
const server = await aServer({ clock: () => now });
const { db, services } = server;
const picture = numbered(await aPicture('png', { width: 64, height: 64 }), 0);
let pictures = 0;
const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };

/** A storage that refuses to delete some names, with a hook before each deletion. */
const stuck = new Set<string>();
let beforeDelete: () => void = () => {};
const storage: Storage = {
  ...services.storage,
  delete: (name) => {
    beforeDelete();
    return stuck.has(name) ? Promise.reject(new Error('the bucket is away')) : services.storage.delete(name);
  },
};
const run = removeFiles({ ...services, storage });
const inDays = async (days: number): Promise<void> => {
  now = new Date(now.getTime() + days * day);
  await run({}, job);
};

type Kept = { id: string; name: string; thumbnail: string; itemId: string; streamId: string };
async function anUpload(streamId?: string): Promise<Kept> {
  const stream = streamId ?? (await aStream(server, 'image')).id;
  const reply = await server.upload(
    'stream',
    { content_stream_id: stream },
    { field: 'stream', name: 'a.png', bytes: numbered(picture, (pictures += 1)) },
  );
  assert.ok(reply.status);
  const name = (reply.data.stream ?? '').slice(7);
  const { id, thumbnail_name: thumbnail } = await db.asSystem((tx) =>
    tx.selectFrom('files').select(['id', 'thumbnail_name']).where('name', '=', name).executeTakeFirstOrThrow(),
  );
  return { id, name, thumbnail: thumbnail ?? '', itemId: reply.data.id, streamId: stream };
}
const isStored = async (name: string): Promise<boolean> => {
  const file = await services.storage.open(name);
  file?.body.destroy();
  return file !== null;
};
const rowOf = async ({ id }: { id: string }) =>
  (await db.pool.query<{ unneeded_since: Date | null }>('select unneeded_since from files where id = $1', [id]))
    .rows[0];
async function isThere(file: Kept): Promise<boolean> {
  const [row, bytes, thumbnail] = [
    (await rowOf(file)) !== undefined,
    await isStored(file.name),
    await isStored(file.thumbnail),
  ];
  assert.deepEqual([bytes, thumbnail], [row, row], 'row and bytes go together');
  return row;
}
const takeOut = (file: Kept) => server.ask('delete-stream-file', { id: file.itemId });
const dropped = async () =>
  (await db.pool.query<{ name: string }>('select name from dropped_files order by name')).rows.map(({ name }) => name);

beforeEach(async () => {
  stuck.clear();
  beforeDelete = () => {};
  // Months pass in these tests without another log-in.
  await db.pool.query(`update sessions set expires_at = '2100-01-01'`);
});

test('a picture removed from its stream and its derived files are deleted thirty days after it is marked', async () => {
  const [gone, stays] = [await anUpload(), await anUpload()];
  await services.storage.put('fitted-one.jpg', picture, { contentType: 'image/jpeg', sizeBytes: picture.length });
  await db.pool.query(
    `insert into media_fits (agency_id, file_id, network, rules, state, fitted_name, content_type, size_bytes)
      values ($1, $2, 'reddit', 'r', 'fitted', 'fitted-one.jpg', 'image/jpeg', 9)`,
    [server.owner.agencyId, gone.id],
  );
  await takeOut(gone);
  await inDays(1);
  await inDays(29);
  assert.deepEqual([await isThere(gone), await isStored('fitted-one.jpg')], [true, true]);
  await inDays(1);
  assert.deepEqual(
    [await isThere(gone), await isStored('fitted-one.jpg'), await isThere(stays), await dropped()],
    [false, false, true, []],
  );
  const { items } = await server.ask('fetch-activity', { timezone: 'UTC' });
  assert.equal(items[0]?.what, 'Removed 1 file, unused for thirty days (1 MB)');
  assert.equal(items[0].who, 'AgencyReel');
});

test('a deleted stream keeps only the files of posts that were published, failed or are still planned', async () => {
  const client = await aClient(db, server.owner);
  const account = await anAccount(server, client);
  const stream = await aStream(server, 'image', 'Posted');
  const [posted, failed, cancelled] = [await anUpload(stream.id), await anUpload(stream.id), await anUpload(stream.id)];
  await server.ask('save-scheduler', {
    ...anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
    schedule_date: '2027-01-01',
  });
  await server.ask('delete-stream', { id: stream.id });
  const never = await anUpload();
  await server.ask('delete-stream', { id: never.streamId });
  const states = async (fileId: string, occurrence: string, delivery: string) => {
    await db.pool.query(
      `update deliveries d set state = $2, next_at = d.due_at from occurrences o join items i on i.id = o.item_id
        where o.id = d.occurrence_id and i.file_id = $1`,
      [fileId, delivery],
    );
    await db.pool.query(`update occurrences o set state = $2 from items i where i.id = o.item_id and i.file_id = $1`, [
      fileId,
      occurrence,
    ]);
  };
  await states(posted.id, 'posted', 'published');
  await states(failed.id, 'failed', 'failed');
  await states(cancelled.id, 'cancelled', 'cancelled');
  await inDays(1);
  await inDays(31);
  assert.deepEqual(await Promise.all([posted, failed, cancelled, never].map(isThere)), [true, true, false, false]);
});

test('profile pictures, logos, files of a running download and files needed again stay', async () => {
  const [face, logo, again, copied] = [await anUpload(), await anUpload(), await anUpload(), await anUpload()];
  for (const file of [face, logo, again]) await takeOut(file);
  await db.pool.query('update users set image_file_id = $2 where id = $1', [server.owner.id, face.id]);
  await db.pool.query('update agencies set logo_file_id = $2 where id = $1', [server.owner.agencyId, logo.id]);
  await inDays(1);
  assert.notEqual((await rowOf(again))?.unneeded_since, null);
  await db.pool.query('update items set deleted_at = null where id = $1', [again.itemId]);
  await inDays(15);
  assert.equal((await rowOf(again))?.unneeded_since, null);
  await takeOut(again);
  await takeOut(copied);
  await inDays(1);
  await db.pool.query(
    `insert into data_exports (agency_id, user_id, state, created_at, touched_at) values ($1, $2, 'running', $3, $3)`,
    [server.owner.agencyId, server.owner.id, now],
  );
  await inDays(31);
  assert.deepEqual(await Promise.all([face, logo, again, copied].map(isThere)), [true, true, true, true]);
  await db.pool.query(`update data_exports set state = 'cancelled', finished_at = $1`, [now]);
  await inDays(1);
  await inDays(31);
  assert.deepEqual(await Promise.all([face, logo, again, copied].map(isThere)), [true, true, false, false]);
});

test('a file survives a reference that is added while the clean-up runs', async () => {
  const [early, late] = [await anUpload(), await anUpload()];
  for (const file of [early, late]) await takeOut(file);
  await inDays(1);
  now = new Date(now.getTime() + 31 * day);
  const refer = `insert into items (agency_id, stream_id, sequence, file_id) values ($1, $2, 99, $3)`;
  const other = await db.pool.connect();
  try {
    await other.query('begin');
    await other.query(refer, [server.owner.agencyId, early.streamId, early.id]);
    await run({}, job);
    await other.query('commit');
  } finally {
    other.release();
  }
  assert.deepEqual([await isThere(early), await isThere(late)], [true, false]);
  await assert.rejects(
    db.pool.query(refer, [server.owner.agencyId, late.streamId, late.id]),
    /items_file_id_fkey/,
    'a removed file cannot be referred to',
  );
});

test('a run that dies before deleting bytes, or without storage, is completed by the next run', async () => {
  const [one, two] = [await anUpload(), await anUpload()];
  for (const file of [one, two]) await takeOut(file);
  await inDays(1);
  now = new Date(now.getTime() + 31 * day);
  const dying = new AbortController();
  const stopped = removeFiles({ ...services, storage });
  beforeDelete = () => {
    throw new Error('killed');
  };
  await assert.rejects(stopped({}, { ...job, signal: dying.signal }), /killed/);
  assert.equal(await rowOf(one), undefined);
  assert.deepEqual(await dropped(), [one.name, one.thumbnail, two.name, two.thumbnail].toSorted());
  beforeDelete = () => {};
  stuck.add(one.name);
  await run({}, job);
  assert.deepEqual([await dropped(), await isStored(one.name), await isStored(two.name)], [[one.name], true, false]);
  stuck.clear();
  await run({}, job);
  assert.deepEqual([await dropped(), await isStored(one.name)], [[], false]);
});

test('two concurrent runs remove each file once', async () => {
  const files = await Promise.all(Array.from({ length: 5 }, () => anUpload()));
  for (const file of files) await takeOut(file);
  await inDays(1);
  now = new Date(now.getTime() + 31 * day);
  await Promise.all([run({}, job), run({}, job)]);
  assert.deepEqual(
    await Promise.all(files.map(isThere)),
    files.map(() => false),
  );
});

test('a file that an item refers to between the look and the lock stays', async () => {
  const file = await anUpload();
  assert.deepEqual(await db.asSystem((tx) => removeLocked(tx, [file.id])), []);
  assert.equal(await isThere(file), true);
});
