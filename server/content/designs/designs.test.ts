/** Designs: saved with their preview, shown, drawn, deleted. */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aPicture } from '../streams/testing.ts';
import { aServer } from '../../app/testing/server.ts';
import { completeDesign } from './index.ts';

const server = await aServer();
const { db, owner } = server;
const document = (more: object = {}) => JSON.stringify({ version: '7.4.0', objects: [], ...more });
const preview = async (width = 1400) => ({
  field: 'thumbnail',
  name: 'thumbnail.png',
  bytes: await aPicture('png', { width, height: 788 }),
});
const save = async (fields: Readonly<Record<string, string>>, width?: number) => {
  const reply = await server.upload('save-thumbnail', { name: 'design_abc1234', ...fields }, await preview(width));
  assert.ok(reply.status, reply.message);
  assert.equal(reply.message, messages.imageSaved);
  return reply.data;
};
const shown = async (id: string) => (await server.ask('fetch-thumbnails', { id })).items[0];

test('designs can be listed by name', async () => {
  const made = [await save({ name: 'b', data: document() }), await save({ name: 'Äpfel', data: document() })];
  const names = async (sort: 'name' | '-name' | 'created') =>
    (await server.ask('fetch-thumbnails', { sort })).items.map(({ name }) => name);
  assert.deepEqual(await names('name'), ['Äpfel', 'b']);
  assert.deepEqual(await names('-name'), ['b', 'Äpfel']);
  assert.deepEqual(await names('created'), ['b', 'Äpfel']);
  for (const { id } of made) await server.ask('delete-thumbnail', { id });
});

test('a design is returned with its document, and its thumbnail fits into 700 x 394', async () => {
  const { id, revision } = await save({ data: document({ text: 'Grüße \\u0000 \u{1F98A}' }) });
  const design = await shown(id);
  assert.ok(design && design.thumbnail);
  assert.deepEqual([revision, design.revision, design.picture], [1, 1, null]);
  assert.partialDeepStrictEqual(JSON.parse(design.data ?? ''), { version: '7.4.0', text: 'Grüße \\u0000 \u{1F98A}' });
  const bytes = Buffer.from(await (await server.send(design.thumbnail)).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [700, 394]);
  assert.equal((await server.ask('fetch-thumbnails', {})).items[0]?.data, undefined);
  const before = design.thumbnail;
  await save({ id, data: document() }, 1300);
  assert.notEqual((await shown(id))?.thumbnail, before);
  assert.equal((await server.send(before)).status, 404, 'the previous thumbnail is deleted');
});

test('a finished picture belongs only to its revision', async () => {
  const { id } = await save({ data: document() });
  const upload = await server.upload('upload-file', { file_type: 'image' }, { ...(await preview(90)), field: 'file' });
  assert.ok(upload.status);
  const { id: fileId, url } = upload.data;
  const complete = (revision: number) =>
    db.asSystem((tx) => completeDesign(tx, { agencyId: owner.agencyId, id, revision, fileId }));
  assert.equal(await complete(2), false);
  assert.equal(await complete(1), true);
  assert.equal((await shown(id))?.picture, url);
  await save({ id, data: document() });
  assert.equal((await shown(id))?.picture, null);
});

test('the files in a document are recorded, and unknown ones are refused', async () => {
  const upload = await server.upload('upload-file', { file_type: 'image' }, { ...(await preview(91)), field: 'file' });
  assert.ok(upload.status);
  const { id } = await save({ data: document({ objects: [{ src: `https://agency.example${upload.data.url}` }] }) });
  const { rows } = await db.pool.query<{ file_id: string }>('select file_id from file_uses where design_id = $1', [id]);
  assert.deepEqual(rows, [{ file_id: upload.data.id }]);
  const reply = await server.call('save-thumbnail', {
    name: 'None',
    data: document({ src: '/files/0123456789abcdef.png' }),
  });
  assert.deepEqual([reply.code, reply.message], [422, messages.fileGone]);
});

test('an invalid document is refused with a message', async () => {
  const deep = `{"version":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const [data, code] of [
    ['', 422],
    ['{', 422],
    ['[]', 422],
    ['{"objects":[]}', 422],
    [deep, 422],
    [document({ x: 'y'.repeat(8_000_000) }), 422],
    [document({ x: 'y'.repeat(9_000_000) }), 413],
  ] as const) {
    const reply = await server.upload('save-thumbnail', { name: 'No', data }, await preview());
    assert.deepEqual([reply.status, reply.code], [false, code], data.slice(0, 40));
    const words: readonly string[] = [messages.documentUnreadable, messages.documentTooLarge];
    assert.ok(words.includes(reply.message), reply.message);
  }
  const { id } = await save({ data: document({ x: 'y'.repeat(7_900_000) }) });
  await server.ask('delete-thumbnail', { id });
  assert.equal((await server.call('fetch-thumbnails', { id })).code, 404);
});

test('a thumbnail that is not a picture is refused, and nothing is saved', async () => {
  const { total } = await server.ask('fetch-thumbnails', {});
  const file = { field: 'thumbnail', name: 'a.png', bytes: Buffer.from('<svg/>') };
  const reply = await server.upload('save-thumbnail', { name: 'No', data: document() }, file);
  assert.deepEqual([reply.code, reply.message], [422, messages.invalidFileType]);
  assert.equal((await server.ask('fetch-thumbnails', {})).total, total);
});
