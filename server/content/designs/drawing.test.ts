/**
 * Finished pictures of designs: drawn by the job, once for each size of a revision, only from the agency's own files.
 */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { emptyDesign, type Design } from '#rules/design/design.ts';
import { newBackground, newShape, newIcon, newText } from '#rules/design/layers.ts';
import { aPicture } from '../streams/testing.ts';
import { aServer } from '../../app/testing/server.ts';
import { copyPictures } from './copy-pictures.job.ts';
import { drawDesign } from './draw-design.job.ts';

const server = await aServer();
const run = (drawingId: string) =>
  drawDesign(server.services)({ drawingId }, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });

async function uploaded(): Promise<string> {
  const file = { field: 'file', name: 'photo.png', bytes: await aPicture('png', { width: 700, height: 394 }) };
  const reply = await server.upload('upload-file', { file_type: 'image' }, file);
  assert.ok(reply.status, reply.message);
  return reply.data.url;
}
const save = (design: Design, id?: string) =>
  server.ask('save-thumbnail', { name: 'Offer', data: JSON.stringify(design), ...(id === undefined ? {} : { id }) });

async function aDesign(source: string): Promise<Design> {
  const size = { width: 700, height: 394 };
  return {
    ...emptyDesign,
    background: '#ff0000',
    layers: [
      { ...newBackground('a', size, { source, size, name: 'photo' }), width: 350 },
      { ...newText('b', { text: 'Grüße 🚀 مرحبا', size: 40 }), x: 10, y: 10 },
      newShape('c', size, { shape: 'star', isBorder: true }),
      newIcon('d', size, { set: 'icon', sign: 'heart', name: 'heart' }),
    ],
  };
}

test('a design is drawn in the requested size, once per revision, and is in the library', async () => {
  const { id } = await save(await aDesign(await uploaded()));
  const wanted = await server.ask('draw-design', { id, width: 1279, height: 720 });
  assert.deepEqual([wanted.state, wanted.url], ['waiting', null]);
  await run(wanted.id);
  const drawn = await server.ask('fetch-drawing', { id: wanted.id });
  assert.deepEqual([drawn.state, drawn.message], ['ready', '']);
  const bytes = Buffer.from(await (await server.send(drawn.url ?? '')).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [1279, 720]);
  const { data } = await sharp(bytes)
    .extract({ left: 1270, top: 710, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([...data], [255, 0, 0], 'the background beside the picture');
  assert.equal((await server.ask('draw-design', { id, width: 1279, height: 720 })).url, drawn.url);
  assert.equal((await server.ask('fetch-thumbnails', { id })).items[0]?.picture, drawn.url);
  await save(emptyDesign, id);
  assert.equal((await server.ask('draw-design', { id, width: 1279, height: 720 })).state, 'waiting');
});

test('a design that is saved as finished is drawn without a further request', async () => {
  const data = JSON.stringify({ ...emptyDesign, background: '#0000ff' });
  const { id } = await server.ask('save-thumbnail', { name: 'Finished', data, finish: 'now' });
  const { rows } = await server.db.pool.query<{ id: string; width: number }>(
    'select id, width from drawings where design_id = $1',
    [id],
  );
  assert.equal(rows.length, 1);
  await run(rows[0]?.id ?? '');
  const picture = (await server.ask('fetch-thumbnails', { id })).items[0]?.picture;
  assert.equal(
    (await sharp(Buffer.from(await (await server.send(picture ?? '')).arrayBuffer())).metadata()).width,
    1279,
  );
  const story = await server.ask('draw-design', { id, width: 1080, height: 1920 });
  await run(story.id);
  assert.equal((await server.ask('fetch-thumbnails', { id })).items[0]?.picture, picture);
});

test('a finished picture whose file was deleted is drawn again', async () => {
  const { id } = await save({ ...emptyDesign, background: '#00ffff' });
  const first = await server.ask('draw-design', { id, width: 64, height: 64 });
  await run(first.id);
  await server.db.pool.query('update drawings set file_id = null where id = $1', [first.id]);
  const again = await server.ask('draw-design', { id, width: 64, height: 64 });
  assert.equal(again.state, 'waiting');
  await run(again.id);
  const { state, url } = await server.ask('fetch-drawing', { id: again.id });
  assert.deepEqual([state, (await server.send(url ?? '')).status], ['ready', 200]);
});

test('a design that is saved again before it is drawn is not drawn in its old revision', async () => {
  const { id } = await save(emptyDesign);
  const wanted = await server.ask('draw-design', { id, width: 64, height: 64 });
  await save({ ...emptyDesign, background: '#00ff00' }, id);
  await run(wanted.id);
  assert.equal((await server.ask('fetch-drawing', { id: wanted.id })).state, 'failed');
});

test('a broken document is drawn as far as it can be read', async () => {
  const data = JSON.stringify({
    version: 1,
    width: 'x',
    layers: [{ kind: 'text' }, 7, null, newText('a', { text: 'a', size: 9 })],
  });
  const { id } = await server.ask('save-thumbnail', { name: 'Broken', data });
  const wanted = await server.ask('draw-design', { id, width: 64, height: 64 });
  await run(wanted.id);
  assert.equal((await server.ask('fetch-drawing', { id: wanted.id })).state, 'ready');
});

describe('the search results in a design', () => {
  const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
  const copy = (designId: string) => copyPictures(server.services)({ designId }, job);
  const waiting = async (name: string): Promise<object[]> => {
    const { rows } = await server.db.pool.query<{ data: object }>(
      `select data from pgboss.job where name = $1 and state = 'created' order by created_on`,
      [name],
    );
    return rows.map(({ data }) => data);
  };
  const aResult = async (keyword: string): Promise<string> => {
    const [found] = await server.ask('search-media', { keyword, search_type: 'image' });
    assert.ok(found && 'image' in found);
    return found.image;
  };
  const stored = async (id: string) => (await server.ask('fetch-thumbnails', { id })).items[0];
  const send = (design: Design, more: object = {}) =>
    server.ask('save-thumbnail', { name: 'Found', data: JSON.stringify(design), ...more });

  test('are stored at once, copied by a job, and the finished picture waits for the copies', async () => {
    const design = await aDesign(await aResult('meadow'));
    const drawsBefore = await waiting('draw-design');
    const { id } = await send(design, { finish: 'now' });
    assert.match((await stored(id))?.data ?? '', /\/found\//);
    assert.deepEqual(await waiting('copy-pictures'), [{ designId: id }]);
    const story = await server.ask('draw-design', { id, width: 1080, height: 1920 });
    assert.deepEqual(await waiting('draw-design'), drawsBefore);

    await copy(id);
    const copied = await stored(id);
    assert.deepEqual([copied?.revision, /\/found\//.test(copied?.data ?? '')], [1, false]);
    const draws = (await waiting('draw-design')).slice(drawsBefore.length);
    assert.deepEqual([draws.length, draws.at(-1)], [2, { drawingId: story.id }]);
    await run(story.id);
    assert.equal((await server.ask('fetch-drawing', { id: story.id })).state, 'ready');

    await send(design, { id, revision: 1 });
    assert.doesNotMatch((await stored(id))?.data ?? '', /\/found\//, 'the next save of the open editor');
    assert.equal((await waiting('copy-pictures')).length, 1, 'has nothing to copy');
  });

  test('a result that its source no longer has fails the picture with the reason, and leaves the design', async () => {
    const source = await aResult('harbour');
    const { id } = await send(await aDesign(source));
    const wanted = await server.ask('draw-design', { id, width: 700, height: 394 });
    await server.db.pool.query(`update designs set document = replace(document::text, $2, $3)::jsonb where id = $1`, [
      id,
      source,
      '/found/forged',
    ]);
    await copy(id);
    const { state, message } = await server.ask('fetch-drawing', { id: wanted.id });
    assert.deepEqual([state, message], ['failed', messages.foundGone]);
  });

  test('a forged address is refused at once', async () => {
    const data = JSON.stringify(await aDesign('/found/forged'));
    assert.equal((await server.call('save-thumbnail', { name: 'Forged', data })).code, 422);
  });
});
