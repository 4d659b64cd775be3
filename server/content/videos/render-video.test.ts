/** Videos from a saved project to a file, with the messages for what can go wrong. */
import assert from 'node:assert/strict';
import { until } from '#db/testing-until.ts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { probeMedia } from '#render/ffmpeg/media.ts';
import { rendersOf, untilGone } from '#render/testing-processes.ts';
import { jobs } from '../../base/jobs.ts';
import { aPicture } from '../streams/testing.ts';
import { aServer, anotherAgency, type TestPerson } from '../../app/testing/server.ts';
import { renderVideo } from './render-video.job.ts';
import { tidyVideos } from './tidy-videos.job.ts';

const server = await aServer();
const { services } = server;
const dir = await mkdtemp(join(tmpdir(), 'render-job-test-'));
afterAll(() => rm(dir, { recursive: true }));

const context = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
const run = (id: string, over: Partial<typeof context> = {}) =>
  renderVideo(services)({ videoId: id }, { ...context, ...over });

async function anUpload(): Promise<string> {
  const bytes = await aPicture('png', { width: 320, height: 240 });
  const file = { field: 'file', name: 'a.png', bytes };
  const reply = await server.upload('upload-file', { file_type: 'image' }, file);
  assert.ok(reply.status);
  return reply.data.url;
}
const aVideo = (tiles: object[], type: 'save' | 'render' = 'render') =>
  server.ask('save-video', { name: 'Spring', tiles, type });
async function standing(id: string): Promise<{ status: string; failed: string; percent: number; message: string }> {
  const found = await server.ask('get-video-progress', { id });
  assert.ok(!Array.isArray(found));
  return found;
}

/** The finished video on this disk. */
async function finished(id: string): Promise<string> {
  const { items } = await server.ask('fetch-videos', { id });
  const stored = await services.storage.open(items[0]?.video_path?.replace('/files/', '') ?? '');
  assert.ok(stored);
  const path = join(dir, `${id}.mp4`);
  await writeFile(path, await buffer(stored.body));
  return path;
}
const leftOvers = async (): Promise<string[]> =>
  (await readdir(join(services.config.dataDir, 'tmp'))).filter((name) => name.startsWith('video-'));

/** Waits until a video is being rendered; returns the processes that render it. */
async function untilRendering(id: string): Promise<number[]> {
  let pids: number[] = [];
  await until(async () => {
    const { status } = await standing(id);
    pids = rendersOf(process.pid);
    return status === '5' && pids.length > 0;
  });
  return pids;
}

async function countFinished(): Promise<number> {
  const { rows } = await server.db.pool.query(`select from files where kind = 'video'`);
  return rows.length;
}

test('a project becomes a video with picture and speech, as long as its slides', async () => {
  const speech = await server.ask('generate-tts', {
    text: 'Grow 10% with us.',
    language_id: 'en-US',
    voice_id: 'flite:kal16',
  });
  const { id } = await aVideo([
    { id: 'a', file_url: await anUpload(), text: `It's 100 %: "c:\\x" 'q' \u{1F680} مرحبا สวัสดี`, duration: 2 },
    { id: 'b', duration: 1, audio: speech.file_url, audio_ms: 1 },
  ]);
  assert.equal((await standing(id)).status, '4');
  await run(id);
  const { status, failed, percent, message } = await standing(id);
  assert.deepEqual([status, failed, percent, message], ['6', '0', 100, '']);
  const facts = await probeMedia(await findFfmpeg(null), await finished(id));
  assert.ok('video' in facts, JSON.stringify(facts));
  assert.deepEqual([facts.video?.width, facts.video?.height, facts.video?.codec, facts.sounds], [1280, 720, 'h264', 1]);
  // The speech's own length counts, not what the project says of it.
  const seconds = 2 + Math.max(1, speech.duration_ms / 1000 + 0.4);
  assert.ok(Math.abs((facts.seconds ?? 0) - seconds) < 0.1, `${facts.seconds} s instead of ${seconds} s`);
  assert.deepEqual(await leftOvers(), []);
});

test('a job that runs twice, or for a cancelled video, changes nothing', async () => {
  const { id } = await aVideo([{ id: 'a', duration: 1 }], 'save');
  await run(id);
  assert.equal((await standing(id)).status, '3');
  await run('999999');
});

test('a missing file fails the video with a message, and a retry succeeds once it is replaced', async () => {
  const file = await anUpload();
  const { id } = await aVideo([{ id: 'a', file_url: file, duration: 1 }]);
  await services.storage.delete(file.replace('/files/', ''));
  await run(id);
  assert.partialDeepStrictEqual(await standing(id), { status: '5', failed: '1', message: messages.fileGone });
  await server.ask('save-video', { id, name: 'Spring', tiles: [{ id: 'a', duration: 1 }] });
  await server.ask('render-video', { id });
  await run(id);
  assert.equal((await standing(id)).status, '6');
  assert.deepEqual(await leftOvers(), []);
});

test('a video cannot be saved while it is rendered; cancelling restores it and stops its job', async () => {
  const { id } = await aVideo([{ id: 'a', duration: 1 }]);
  const refused = await server.call('save-video', { id, name: 'Other', tiles: [{ id: 'a' }] });
  assert.deepEqual([refused.code, refused.message], [409, messages.videoRenders]);
  await server.ask('cancel-video', { id });
  assert.partialDeepStrictEqual(await standing(id), { status: '3', failed: '0' });
  await run(id);
  assert.equal((await standing(id)).status, '3');
});

test('cancelling ends a running render and leaves nothing behind', async () => {
  const { id } = await aVideo(Array.from({ length: 6 }, (_, at) => ({ id: `${at}`, text: `${at}`, duration: 30 })));
  const making = run(id);
  const pids = await untilRendering(id);
  await server.ask('cancel-video', { id });
  await making;
  await untilGone(pids);
  assert.partialDeepStrictEqual(await standing(id), { status: '3', failed: '0' });
  assert.deepEqual(await leftOvers(), []);
});

test('a stopping worker returns the job, and the next worker renders the video', async () => {
  const { id } = await aVideo([{ id: 'a', duration: 1 }]);
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(run(id, { signal: stop.signal }));
  assert.equal((await standing(id)).failed, '0');
  await run(id);
  assert.equal((await standing(id)).status, '6');
});

test('a killed render starts again and leaves one finished file and no remains', async () => {
  const { id } = await aVideo(Array.from({ length: 4 }, (_, at) => ({ id: `${at}`, text: `Kill ${at}`, duration: 4 })));
  const before = await countFinished();
  const making = run(id);
  const broken = assert.rejects(making, /the render ended by itself \(SIGKILL\)/);
  for (const pid of await untilRendering(id)) process.kill(pid, 'SIGKILL');
  await broken;
  assert.partialDeepStrictEqual(await standing(id), { status: '5', failed: '0' });
  assert.deepEqual(await leftOvers(), []);
  await run(id, { retryCount: 1 });
  assert.partialDeepStrictEqual(await standing(id), { status: '6', failed: '0' });
  assert.equal(await countFinished(), before + 1);
  assert.deepEqual(await leftOvers(), []);
});

test('agencies take turns: a video waits only behind those of its own agency', async () => {
  const other = await anotherAgency(server.db);
  const add = async (as: TestPerson) =>
    (await server.ask('save-video', { name: 'Turn', tiles: [{ id: 'a' }], type: 'render' }, { as })).id;
  const third = await anotherAgency(server.db);
  const ids = [await add(other), await add(other), await add(other), await add(third)];
  const { rows } = await server.db.pool.query<{ id: string; owner: string; priority: number }>(
    `select data ->> 'videoId' as id, group_id as owner, priority from pgboss.job where name = $1`,
    [jobs.renderVideo.name],
  );
  assert.deepEqual(
    ids.map((id) => rows.find((row) => row.id === id)).map((row) => [row?.owner, row?.priority]),
    [
      [other.agencyId, 0],
      [other.agencyId, -1],
      [other.agencyId, -2],
      [third.agencyId, 0],
    ],
  );
});

test('a video whose job was given up fails with a message, unlike one that waits or runs', async () => {
  const [waiting, lost] = [await aVideo([{ id: 'a' }]), await aVideo([{ id: 'a' }])];
  await server.db.pool.query(`delete from pgboss.job where data ->> 'videoId' = $1`, [lost.id]);
  const later = { ...services, clock: () => new Date(Date.now() + 120_000) };
  const tidy = (with_: typeof services) => tidyVideos(with_)({}, context);
  await tidy(services);
  assert.equal((await standing(lost.id)).failed, '0');
  await tidy(later);
  assert.partialDeepStrictEqual(await standing(lost.id), { status: '5', failed: '1', message: messages.renderFailed });
  assert.partialDeepStrictEqual(await standing(waiting.id), { status: '4', failed: '0' });
});

test('another agency can neither render nor cancel a video', async () => {
  const { id } = await aVideo([{ id: 'a', duration: 1 }]);
  const other = await anotherAgency(server.db);
  for (const name of ['render-video', 'cancel-video'] as const)
    assert.equal((await server.call(name, { id }, { as: other })).code, 404);
  assert.equal((await standing(id)).status, '4');
});
