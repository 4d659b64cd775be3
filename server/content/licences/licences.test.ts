import assert from 'node:assert/strict';
import { test } from 'vitest';
import { jobs } from '../../base/jobs.ts';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aPicture, aStream } from '../streams/testing.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anotherAgency, aServer } from '../../app/testing/server.ts';
import { withdrawWork } from './index.ts';

const server = await aServer({ clock: () => new Date('2026-06-01T00:00:00Z') });
const { db, owner } = server;
const client = await aClient(db, owner, { name: 'Sunrise Bakery' });
const other = await aClient(db, owner, { name: 'Harbour Café' });
const stream = await aStream(server, 'image', 'Bread');
const photo = { field: 'stream', name: 'photo.png', bytes: await aPicture('png') };
const item = await server.upload('stream', { content_stream_id: stream.id, title: 'Rye', description: 'x' }, photo);
assert.ok(item.status);

const licence = (fileId: string, work: { item: string; title: string }) =>
  db.pool.query(
    `insert into file_licences (agency_id, file_id, source, source_item, title, author, licence, licence_url, page_url,
       taken_at)
     values ($1, $2, 'pexels', $3, $4, '=Ana', 'Pexels License', 'https://pexels.example/l', 'https://pexels.example/1',
       '2026-05-01T00:00:00Z')`,
    [owner.agencyId, fileId, work.item, work.title],
  );
const {
  rows: [file],
} = await db.pool.query<{ file_id: string }>('select file_id from items where id = $1', [item.data.id]);
await licence(file?.file_id ?? '', { item: '77', title: 'Rye loaf' });
const account = await anAccount(server, client);
await server.ask(
  'save-scheduler',
  anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] }),
);
await server.ask('save-thumbnail', {
  name: 'Poster',
  client_id: other.id,
  data: JSON.stringify({ version: 1, layers: [{ kind: 'text', text: 'Hello', font: 'Lobster' }] }),
});

const titles = async (clientId?: string) =>
  (await server.ask('fetch-licences', clientId === undefined ? {} : { client_id: clientId })).items.map(
    ({ kind, title, uses }) => [kind, title, uses.map(({ of, name }) => `${of} ${name}`).join()],
  );

test('a client sees the works in its posts and designs, the agency sees all works', async () => {
  const rye = ['image', 'Rye loaf', 'stream Bread'];
  const lobster = ['font', 'Lobster', 'design Poster'];
  assert.deepEqual(await titles(client.id), [rye]);
  assert.deepEqual(await titles(other.id), [lobster]);
  assert.deepEqual(await titles(), [rye, lobster]);
  const foreign = await anotherAgency(db);
  assert.deepEqual((await server.ask('fetch-licences', {}, { as: foreign })).items, []);
  assert.equal((await server.call('fetch-licences', { client_id: client.id }, { as: foreign })).code, 404);
});

test('works in a finished file are listed for the client that posts it, with the kind of use', async () => {
  const finished = await server.upload(
    'stream',
    { content_stream_id: stream.id, title: 'Made', description: 'x' },
    { field: 'stream', name: 'made.png', bytes: await aPicture('png', { width: 70, height: 50 }) },
  );
  assert.ok(finished.status);
  const { id } = await server.ask('save-thumbnail', {
    name: 'Of nobody',
    data: JSON.stringify({ version: 1, layers: [{ kind: 'text', text: 'Hello', font: 'Anton' }] }),
  });
  const {
    rows: [made],
  } = await db.pool.query<{ file_id: string }>('select file_id from items where id = $1', [finished.data.id]);
  await db.pool.query('update designs set picture_file_id = $2 where id = $1', [id, made?.file_id]);
  const {
    rows: [track],
  } = await db.pool.query<{ id: string }>(
    `insert into files (agency_id, name, kind, content_type, size_bytes, sha256, thumbnail_state, kept_since)
     values ($1, 'track.mp3', 'audio', 'audio/mpeg', 1, '\\x01', 'none', now()) returning id`,
    [owner.agencyId],
  );
  await licence(made?.file_id ?? '', { item: '78', title: 'Calm' });
  await licence(track?.id ?? '', { item: '78', title: 'Calm' });
  await db.pool.query('insert into file_parts (file_id, part_id, agency_id) values ($1, $2, $3)', [
    made?.file_id,
    track?.id,
    owner.agencyId,
  ]);
  const all = await titles(client.id);
  assert.ok(
    all.some(([kind, title]) => kind === 'audio' && title === 'Calm'),
    JSON.stringify(all),
  );
  assert.ok(
    all.some(([kind, title]) => kind === 'font' && title === 'Anton'),
    JSON.stringify(all),
  );
  assert.ok(!(await titles(other.id)).some(([, title]) => title === 'Anton'));
  await db.pool.query('delete from designs where id = $1', [id]);
  await db.pool.query(`delete from file_licences where source_item = '78'`);
});

test('a bundled font is used since the first object with it was made', async () => {
  const made = '2026-06-01T00:00:00Z';
  await server.ask('save-video', { name: 'Clip', tiles: [{ text: 'Hello', font_name: 'Lobster' }] });
  await db.pool.query(`update videos set created_at = '2026-07-01'`);
  const [lobster] = (await server.ask('fetch-licences', {})).items.filter(({ kind }) => kind === 'font');
  assert.deepEqual([lobster?.taken, lobster?.uses.length], [made, 2]);
});

test('the CSV has every fact, and no text in it is read as a formula', async () => {
  const { csv, file_name: name } = await server.ask('export-licences', { client_id: client.id });
  assert.match(name, /^licences-\d+-\d{4}-\d\d-\d\d\.csv$/);
  const page = 'https://pexels.example';
  const work = `image,Rye loaf,Pexels,77,'=Ana,Pexels License,${page}/l,${page}/1`;
  const line = `${work},2026-05-01T00:00:00Z,,stream: Bread,1\r\n`;
  assert.ok(csv.endsWith(line), csv);
});

test('a withdrawn work names the waiting posts, and its owner is notified once', async () => {
  assert.deepEqual((await server.ask('fetch-withdrawn', {})).posts, []);
  const withdraw = () =>
    db.asSystem((tx) =>
      withdrawWork(tx, { source: 'pexels', item: '77', now: new Date(), publicUrl: 'https://a.test' }),
    );
  assert.deepEqual([await withdraw(), await withdraw()], [1, 0]);
  const { posts } = await server.ask('fetch-withdrawn', {});
  assert.deepEqual(
    posts.map(({ client: name, title, stream: { name: of }, work }) => [name, title, of, work.title, work.source]),
    [['Sunrise Bakery', 'Rye', 'Bread', 'Rye loaf', 'pexels']],
  );
  const [row] = (await server.ask('fetch-licences', {})).items;
  assert.deepEqual([typeof row?.withdrawn, row?.waiting], ['string', 1]);
  assert.deepEqual(
    (await queued(db, jobs.sendMail, { letter: 'written' })).map(({ to, subject }) => [to, subject]),
    [[owner.email, 'A waiting post uses a work that was withdrawn']],
  );
  const { items } = await server.ask('fetch-activity', { timezone: 'UTC' });
  assert.ok(
    items.some(({ what }) => what === 'A source withdrew “Rye loaf” while 1 post with it waited'),
    items[0]?.what,
  );
});
