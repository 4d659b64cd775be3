/** A file of the library is added to a stream without being stored again. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { completeVideo } from '../videos/index.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { aPicture, aStream } from './testing.ts';

const server = await aServer();
const bytes = await aPicture('png', { width: 50, height: 40 });
const file = { field: 'file', name: 'Spring offer.png', bytes };
const kept = await server.upload('upload-file', { file_type: 'image' }, file);
assert.ok(kept.status);
const { url, thumb } = kept.data;

test('a new item uses the library’s file, and its title if no other is given', async () => {
  const stream = await aStream(server, 'image');
  const item = await server.ask('push-to-content-stream', { content_stream_id: stream.id, url });
  assert.deepEqual(
    [item.title, item.stream, item.thumbnail, item.type, item.sequence],
    ['Spring offer', url, thumb, 'image', 1],
  );
  const named = {
    content_stream_id: stream.id,
    url: `https://agency.example${url}`,
    title: 'Two',
    description: 'Words',
  };
  const second = await server.ask('push-to-content-stream', named);
  assert.deepEqual([second.title, second.description, second.sequence], ['Two', 'Words', 2]);
  const { rows } = await server.db.pool.query('select from files');
  assert.equal(rows.length, 1);
});

test('a push repeated after a lost answer gives the same item; a later or different one another item', async () => {
  const stream = await aStream(server, 'image');
  const push = { content_stream_id: stream.id, url, title: 'Once', description: 'Words' };
  const first = await server.ask('push-to-content-stream', push);
  const repeated = async (other: { title?: string } = {}) =>
    (await server.ask('push-to-content-stream', { ...push, ...other, again: true })).id;
  assert.equal(await repeated(), first.id);
  assert.notEqual(await repeated({ title: 'Other' }), first.id);
  assert.notEqual((await server.ask('push-to-content-stream', push)).id, first.id);
  await server.db.pool.query(`update items set created_at = created_at - interval '16 minutes'`);
  assert.notEqual(await repeated(), first.id);
});

test('the required credits of a file and its parts become the last lines of the caption, each once', async () => {
  const { owner, db } = server;
  const made = await server.upload('upload-file', { file_type: 'image' }, { ...file, bytes: await aPicture('jpeg') });
  assert.ok(made.status);
  for (const [title, attribution] of [
    ['Sky', 'Photo by Ana on Pexels'],
    ['Sea', 'Photo by Ana on Pexels'],
    ['Bell', ''],
    ['Song', 'Song by Bo on Jamendo'],
  ])
    await db.pool.query(
      `insert into file_licences (agency_id, file_id, source, title, licence, attribution, taken_at)
       values ($1, $2, 's', $3, 'L', $4, now())`,
      [owner.agencyId, made.data.id, title, attribution],
    );
  const stream = await aStream(server, 'image');
  const push = { content_stream_id: stream.id, url: made.data.url };
  const item = await server.ask('push-to-content-stream', { ...push, description: 'A day at sea' });
  assert.equal(item.description, 'A day at sea\nPhoto by Ana on Pexels\nSong by Bo on Jamendo');
  const again = await server.ask('push-to-content-stream', { ...push, description: item.description });
  assert.equal(again.description, item.description);

  // The credits are known beforehand: a video's by its finished file, a design's by its parts.
  const credits = ['Photo by Ana on Pexels', 'Song by Bo on Jamendo'];
  const document = { version: 1, layers: [{ kind: 'image', src: made.data.url }] };
  await server.ask('save-thumbnail', { name: 'Sea', data: JSON.stringify(document) });
  await server.ask('save-thumbnail', { name: 'Own', data: JSON.stringify({ ...document, layers: [] }) });
  const video = await server.ask('save-video', { name: 'Sea', tiles: [{ file_url: made.data.url }] });
  const now = new Date();
  await db.asAgency(owner.agencyId, (tx) =>
    completeVideo(tx, { agencyId: owner.agencyId, id: video.id, fileId: made.data.id, now }),
  );
  const { items: designs } = await server.ask('fetch-thumbnails', {});
  const { items: videos } = await server.ask('fetch-videos', {});
  assert.deepEqual(
    [...designs, ...videos].map((content) => content.credits),
    [[], credits, credits],
  );
});

test('a push into a stream of another kind, or of an unknown file, is refused', async () => {
  for (const type of ['video', 'text'] as const) {
    const stream = await aStream(server, type);
    const reply = await server.call('push-to-content-stream', { content_stream_id: stream.id, url });
    assert.deepEqual([reply.code, reply.message], [422, messages.streamTypeMismatch]);
  }
  const other = await anotherAgency(server.db);
  const [theirs] = await server.ask(
    'content-stream',
    { type: 'image', title: 'Theirs', description: 'Theirs' },
    { as: other },
  );
  const reply = await server.call(
    'push-to-content-stream',
    { content_stream_id: theirs?.id ?? '', url },
    { as: other },
  );
  assert.deepEqual([reply.code, reply.message], [422, messages.fileGone]);
});
