/** Video projects: saved, shown, followed and deleted, with their files. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aPicture } from '../streams/testing.ts';
import { aClient, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';
import { copyClips } from './copy-clips.job.ts';
import { completeVideo } from './index.ts';

const server = await aServer();
const { db } = server;

let shade = 0;
/** A different picture each time, in the library. */
async function aFile(as: TestPerson = server.owner) {
  shade += 1;
  const bytes = await aPicture('png', { width: 40 + shade, height: 30 });
  const reply = await server.upload(
    'upload-file',
    { file_type: 'image' },
    { field: 'file', name: 'a.png', bytes },
    { as },
  );
  assert.ok(reply.status);
  return reply.data;
}
const usedBy = async (id: string): Promise<string[]> =>
  (
    await db.pool.query<{ file_id: string }>('select file_id from file_uses where video_id = $1 order by file_id', [id])
  ).rows.map((row) => row.file_id);

test('a project is returned as saved, with defaults, and its files are recorded', async () => {
  const [first, second] = [await aFile(), await aFile()];
  const { id, revision } = await server.ask('save-video', {
    name: 'agencyreel_abc1234',
    tiles: [
      { file_url: first.url, poster: first.thumb ?? '', text: 'Hello \u{1F98A} \ud800', blur: 'true' },
      { file_url: second.url, duration: '7', tts_gen: 'yes' },
    ],
    keyword: 'cat',
  });
  assert.equal(revision, 1);
  const {
    items: [video],
    total,
  } = await server.ask('fetch-videos', {});
  assert.ok(video && total === 1);
  assert.deepEqual(
    [video.id, video.name, video.status, video.failed, video.video_path, video.poster],
    [id, 'agencyreel_abc1234', '3', '0', null, first.thumb],
  );
  const project: unknown = JSON.parse(video.all_data);
  assert.ok(typeof project === 'object' && project !== null && 'tiles' in project && Array.isArray(project.tiles));
  assert.partialDeepStrictEqual(project, {
    ratio: '16:9',
    logo: { status: false, url: '', position: 'top-left' },
    watermark: { position: 'bottom-right' },
    tiles: [
      { blur: true, text: 'Hello \u{1F98A} \ufffd', transition: 'fade', text_position: 'bottom-center', text_size: 20 },
      { duration: 7, tts_gen: true, start_time: 1, text_color: '#ffffff' },
    ],
  });
  assert.deepEqual(await usedBy(id), [first.id, second.id]);
  await server.ask('save-video', { id, name: 'Renamed', tiles: [{ file_url: second.url }] });
  assert.deepEqual(await usedBy(id), [second.id]);
});

test('saving an old revision is answered with 409 and the latest one', async () => {
  const { id } = await server.ask('save-video', { name: 'One', tiles: [{}] });
  await server.ask('save-video', { id, name: 'Two', tiles: [{}], revision: 1 });
  const reply = await server.send('/api/save-video', {
    method: 'POST',
    body: JSON.stringify({ id, name: 'Three', tiles: [{}], revision: 1 }),
    headers: { authorization: server.owner.token, 'content-type': 'application/json' },
  });
  assert.equal(reply.status, 409);
  assert.match(await reply.text(), /"current":\{.*"name":"Two"/);
  const again = await server.ask('save-video', { id, name: 'Three', tiles: [{}] });
  assert.equal(again.revision, 3, 'without a revision the last save counts');
});

test('a video is not saved while it is rendered; saving a finished one resets it and keeps its file', async () => {
  const file = await aFile();
  const { id } = await server.ask('save-video', { name: 'One', tiles: [{}] });
  await db.pool.query(`update videos set status = '5', percent = 40, seconds_left = 9 where id = $1`, [id]);
  const refused = await server.call('save-video', { id, name: 'Two', tiles: [{}] });
  assert.deepEqual([refused.status, refused.code, refused.message], [false, 409, messages.videoRenders]);
  assert.deepEqual(await server.ask('get-video-progress', { id }), {
    id,
    status: '5',
    failed: '0',
    percent: 40,
    seconds_left: 9,
    message: '',
  });
  const key = { agencyId: server.owner.agencyId, id };
  await db.asSystem((tx) => completeVideo(tx, { ...key, fileId: file.id, now: new Date() }));
  const shown = async () => (await server.ask('fetch-videos', { id })).items[0];
  assert.deepEqual([(await shown())?.status, (await shown())?.video_path], ['6', file.url]);
  const { content_created: created, recent } = await server.ask('fetch-dashboard', {});
  assert.deepEqual([created, recent.videos.some((video) => video.id === id)], [1, true]);
  await server.ask('save-video', { id, name: 'Two', tiles: [{}] });
  assert.deepEqual([(await shown())?.status, (await shown())?.video_path], ['3', null]);
  assert.equal((await server.send(file.url)).status, 200);
  await server.ask('delete-video', { id });
  assert.equal((await server.call('fetch-videos', { id })).code, 404);
  assert.equal((await server.send(file.url)).status, 200);
});

test('another agency’s files and clients, and URLs elsewhere, are refused', async () => {
  const other = await anotherAgency(db);
  const theirs = await aFile(other);
  const client = await aClient(db, other);
  for (const tile of [{ file_url: theirs.url }, { audio: 'http://127.0.0.1/x.mp3' }, { poster: '/files/none.png' }]) {
    const reply = await server.call('save-video', { name: 'Theirs', tiles: [tile] });
    assert.deepEqual([reply.code, reply.message], [422, messages.fileGone]);
  }
  const reply = await server.call('save-video', { name: 'Theirs', tiles: [{}], client_id: client.id });
  assert.equal(reply.code, 404);
});

test('the list is paged, newest first, and can be searched by name', async () => {
  const agency = await anotherAgency(db);
  const as = { as: agency };
  for (let at = 0; at < 27; at += 1) await server.ask('save-video', { name: `Video ${at}%`, tiles: [{}] }, as);
  const first = await server.ask('fetch-videos', {}, as);
  const second = await server.ask('fetch-videos', { cursor: first.next ?? '' }, as);
  assert.deepEqual([first.items.length, first.items[0]?.name, first.total], [25, 'Video 26%', 27]);
  assert.deepEqual([second.items.length, second.items.at(-1)?.name, second.next], [2, 'Video 0%', null]);
  assert.equal((await server.ask('fetch-videos', { search: '3%' }, as)).total, 3);
});

test('the list can be sorted by name, page by page', async () => {
  const as = { as: await anotherAgency(db) };
  for (const name of ['b', 'Äpfel', 'a', ...Array.from({ length: 24 }, (_none, at) => `z${100 + at}`)])
    await server.ask('save-video', { name, tiles: [{}] }, as);
  const first = await server.ask('fetch-videos', { sort: 'name' }, as);
  assert.deepEqual(
    first.items.slice(0, 3).map(({ name }) => name),
    ['a', 'Äpfel', 'b'],
  );
  const rest = await server.ask('fetch-videos', { sort: 'name', cursor: first.next ?? '' }, as);
  assert.deepEqual(
    rest.items.map(({ name }) => name),
    ['z122', 'z123'],
  );
  assert.equal((await server.ask('fetch-videos', { sort: '-name' }, as)).items[0]?.name, 'z123');
  assert.equal((await server.call('fetch-videos', { sort: '-name', cursor: first.next ?? '' }, as)).code, 422);
});

describe('search results in a project', () => {
  const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
  const waiting = async (name: string): Promise<unknown[]> => {
    const { rows } = await server.db.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = $1 and state = 'created'`,
      [name],
    );
    return rows.map(({ data }) => data);
  };
  const aClip = async () => {
    const [found] = await server.ask('search-media', { keyword: 'meadow', search_type: 'image' });
    assert.ok(found && 'thumb' in found);
    return { id: 'a', file_url: found.image, poster: found.thumb, duration: 1 };
  };
  const progressOf = async (id: string) => {
    const progress = await server.ask('get-video-progress', { id });
    assert.ok(!Array.isArray(progress));
    return progress;
  };

  test('are stored at once, copied by a job, and a render waits for the copies', async () => {
    const tile = await aClip();
    const { id, copied } = await server.ask('save-video', { name: 'Found', tiles: [tile], type: 'render' });
    assert.deepEqual(copied, {});
    assert.deepEqual([(await progressOf(id)).status, (await progressOf(id)).message], ['4', 'Fetching clips']);
    assert.equal((await server.ask('fetch-videos', { id })).items[0]?.poster, tile.poster);
    assert.deepEqual(await waiting('copy-clips'), [{ videoId: id }]);
    const rendersBefore = await waiting('render-video');

    await copyClips(server.services)({ videoId: id }, job);
    assert.deepEqual(await waiting('render-video'), [...rendersBefore, { videoId: id }]);
    const [video] = (await server.ask('fetch-videos', { id })).items;
    assert.equal(video?.revision, 1);
    assert.match(video.poster ?? '', /^\/files\//);
    assert.doesNotMatch(video.all_data, /\/found\//);
    await server.ask('cancel-video', { id });

    const again = await server.ask('save-video', { id, revision: 1, name: 'Found', tiles: [tile] });
    assert.deepEqual(Object.keys(again.copied).toSorted(), [tile.file_url, tile.poster].toSorted());
    assert.doesNotMatch((await server.ask('fetch-videos', { id })).items[0]?.all_data ?? '', /\/found\//);
  });

  test('a result that its source no longer has fails the render with the reason, and leaves the project', async () => {
    const tile = await aClip();
    const { id } = await server.ask('save-video', { name: 'Gone', tiles: [tile], type: 'render' });
    const { sources } = server.services;
    server.services.sources = { ...sources, of: () => Promise.resolve([]) };
    await server.db.pool.query(`update videos set project = replace(project::text, $2, $3)::jsonb where id = $1`, [
      id,
      tile.file_url,
      '/found/forged',
    ]);
    await copyClips(server.services)({ videoId: id }, job);
    server.services.sources = sources;
    const { failed, message } = await progressOf(id);
    assert.deepEqual([failed, message], ['1', messages.foundGone]);
  });

  test('a forged address is refused at once', async () => {
    const tile = { ...(await aClip()), file_url: '/found/forged' };
    assert.equal((await server.call('save-video', { name: 'Forged', tiles: [tile] })).code, 422);
  });
});
