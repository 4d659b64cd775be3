/** Projects made of streams, and the built-in looks. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { videoProject } from '#contract/content/videos.ts';
import { aPicture } from '../streams/testing.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { looks } from './looks.ts';

const server = await aServer();

async function aStream(type: 'image' | 'text' | 'video' | 'formatted'): Promise<string> {
  const [stream] = await server.ask('content-stream', { type, title: 'Spring', description: 'Words' });
  return stream?.id ?? '';
}
async function made(streamId: string, more: object = {}) {
  const { id } = await server.ask('video-from-stream', { content_stream_id: streamId, ...more });
  const { items } = await server.ask('fetch-videos', { id });
  const project: unknown = JSON.parse(items[0]?.all_data ?? '');
  return { id, name: items[0]?.name, project: videoProject.parse(project) };
}

test('a stream of texts becomes a project in a look, with one slide and one speech per text', async () => {
  const streamId = await aStream('formatted');
  const long = 'Grow your agency. '.repeat(30).trim();
  const description = JSON.stringify([{ value: `<p>${long} <b>Now</b></p>` }, { title: 'Second', value: '<p>Go</p>' }]);
  await server.ask('text-stream', { content_stream_id: streamId, description });
  const { name, project } = await made(streamId, { look: 'headline', ratio: '9:16' });
  const [first, second] = project.tiles;
  assert.ok(first && second && project.tiles.length === 2);
  assert.deepEqual([name, project.ratio, first.font_name, first.transition], ['Spring', '9:16', 'Anton', 'slide-left']);
  assert.ok(first.text.length <= 180 && first.text.endsWith('…') && !first.text.includes('<'));
  assert.equal(first.tts_text, `${long} Now`);
  assert.deepEqual([second.text, second.tts_text], ['Second', 'Go']);
});

test('a stream of images becomes a project, and the library keeps equal pictures once', async () => {
  const streamId = await aStream('image');
  const bytes = await aPicture('png', { width: 90, height: 60 });
  for (const title of ['One', 'Two']) {
    const file = { field: 'stream', name: 'a.png', bytes };
    assert.ok((await server.upload('stream', { content_stream_id: streamId, title }, file)).status);
  }
  const { project } = await made(streamId);
  const [first, second] = project.tiles;
  assert.deepEqual([first?.text, second?.text], ['One', 'Two']);
  assert.match(first?.file_url ?? '', /^\/files\//);
  assert.equal(first?.file_url, second?.file_url);
  const { items } = await server.ask('fetch-library', { kind: 'image' });
  assert.equal(items.filter(({ url }) => url === first?.file_url).length, 1);
  assert.deepEqual((await made(streamId)).project.tiles[0]?.file_url, first?.file_url);
});

test('an article with pictures becomes a slide that shows the first of them', async () => {
  const streamId = await aStream('formatted');
  const addresses: string[] = [];
  for (const width of [91, 92]) {
    const bytes = await aPicture('png', { width, height: 60 });
    const file = { field: 'file', name: 'a.png', bytes };
    const reply = await server.upload('upload-file', { file_type: 'image' }, file);
    assert.ok(reply.status);
    addresses.push(reply.data.url);
  }
  const pictures = addresses.map((address) => `<p>Words</p><img src="${address}" alt="A view" />`).join('');
  const description = JSON.stringify([{ title: 'Article', value: pictures }, { value: '<p>Without one</p>' }]);
  await server.ask('text-stream', { content_stream_id: streamId, description });
  const { id, project } = await made(streamId);
  const [article, bare] = project.tiles;
  assert.deepEqual([article?.file_url, bare?.file_url, bare?.text_position], [addresses[0], '', 'center']);
  assert.notEqual(article?.text_position, 'center');
  assert.match(article?.poster ?? '', /^\/files\//);
  assert.equal(article?.tts_text, 'Words\n\nWords');
  const { items } = await server.ask('fetch-library', { used_in: 'video' });
  assert.ok(items.some(({ url, uses }) => url === addresses[0] && uses.some((use) => use.id === id)));
});

test('the credit in a caption is not spoken on its slide', async () => {
  const streamId = await aStream('image');
  const bytes = await aPicture('png', { width: 93, height: 60 });
  const file = { field: 'file', name: 'a.png', bytes };
  const reply = await server.upload('upload-file', { file_type: 'image' }, file);
  assert.ok(reply.status);
  const { id, url } = reply.data;
  await server.db.pool.query(
    `insert into file_licences (agency_id, file_id, source, title, licence, attribution, taken_at)
     values ($1, $2, 's', 'Sky', 'L', 'Photo by Ana on Pexels', now())`,
    [server.owner.agencyId, id],
  );
  const push = { content_stream_id: streamId, url, title: 'Sky', description: 'Blue all day' };
  const item = await server.ask('push-to-content-stream', push);
  assert.equal(item.description, 'Blue all day\nPhoto by Ana on Pexels');
  assert.equal((await made(streamId)).project.tiles[0]?.tts_text, 'Blue all day');
});

test('an empty stream, a stream of videos and another agency’s stream are refused', async () => {
  const codeFor = async (streamId: string, as = server.owner) => {
    const { code, message } = await server.call('video-from-stream', { content_stream_id: streamId }, { as });
    return { code, message };
  };
  assert.deepEqual(await codeFor(await aStream('text')), { code: 422, message: messages.streamWithoutSlides });
  assert.deepEqual(await codeFor(await aStream('video')), { code: 422, message: messages.streamTypeMismatch });
  assert.equal((await codeFor(await aStream('text'), await anotherAgency(server.db))).code, 404);
});

test('at least twelve looks are bundled, each with its own name and font', () => {
  assert.ok(looks.length >= 12);
  for (const values of [looks.map(({ id }) => id), looks.map(({ name }) => name), looks.map(({ tile }) => tile.font)])
    assert.equal(new Set(values).size, looks.length);
});
