/**
 * Files that a source should not send: each is refused with a message or handled correctly, and leaves neither a row
 * nor a file.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, test } from 'vitest';
import { until } from '#db/testing-until.ts';
import { messages } from '#contract/messages.ts';
import { startSources, type FileFault } from '../../../sandbox/sources/server.ts';
import { rightKey } from '../../../sandbox/sources/vendor.ts';
import { aBomb } from '../../base/media/testing-pictures.ts';
import { aPicture, aStream, aVideo } from '../streams/testing.ts';
import { anotherAgency, aServer } from '../../app/testing/server.ts';
import { copyClips } from '../videos/copy-clips.job.ts';

const [jpeg, png] = [await aPicture('jpeg', { width: 640, height: 360 }), await aPicture('png')];
const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
const [mp4, indexFirst] = [await aVideo(), await aVideo({ args: [...h264, '-movflags', '+faststart'] })];
const files: Record<string, Buffer | FileFault> = {};
beforeEach(() => Object.assign(files, { jpg: jpeg, jpeg, mp4 }));
const vendors = await startSources({ matching: 45, files });
afterAll(() => vendors.close());
const at = (id: 'pexels' | 'openverse') => ({ id, key: rightKey, baseUrl: `${vendors.url.origin}/${id}` });
const server = await aServer({
  config: { sources: [at('pexels'), at('openverse')], allowPrivateHosts: [vendors.url.host] },
});
const { db, services } = server;
const streams = { image: await aStream(server, 'image'), video: await aStream(server, 'video') };

/** The numbers of a WAV header: their values, offsets and sizes in bytes. */
const format = [
  [16, 16, 4],
  [1, 20, 2],
  [1, 22, 2],
  [44_100, 24, 4],
  [88_200, 28, 4],
  [2, 32, 2],
  [16, 34, 2],
] as const;

/** Rows of files and items, and the files in the download folder. */
async function left(): Promise<unknown[]> {
  const { rows } = await db.pool.query<{ rows: string }>(
    `select (select count(*) from files) + (select count(*) from items) + (select count(*) from file_licences)
       as rows`,
  );
  const { dataDir } = services.config;
  const lying = await Promise.all(
    ['tmp', 'found'].map((folder) => readdir(join(dataDir, folder)).catch((): string[] => [])),
  );
  return [rows[0]?.rows, lying.flat().filter((name) => !/^[0-9a-f]{40}$/.test(name))];
}

let words = 0;
/** The URL of a result that has not been viewed or copied. */
async function found(type: 'image' | 'video' | 'music', as = server.owner): Promise<string> {
  words += 1;
  const results = await server.ask('search-media', { keyword: `sky ${words}`, search_type: type }, { as });
  const result = results[words % results.length];
  assert.ok(result);
  return 'url' in result ? result.url : 'image' in result ? result.image : '';
}
async function push(type: 'image' | 'video', bytes: Buffer | FileFault) {
  const url = await found(type);
  Object.assign(files, type === 'image' ? { jpg: bytes, jpeg: bytes } : { mp4: bytes });
  return server.call('push-to-content-stream', { content_stream_id: streams[type].id, url });
}

const html = Buffer.from('<!doctype html><title>Too many requests</title><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const notSent = 'The source did not send this file.';
const otherKind = 'The source sent a different kind of file than it announced.';

const refused: readonly [title: string, type: 'image' | 'video', bytes: Buffer | FileFault, message: string][] = [
  ['a page in place of a picture', 'image', html, otherKind],
  ['a page in place of a video', 'video', html, otherKind],
  ['an SVG', 'image', svg, otherKind],
  ['a video in place of a picture', 'image', mp4, otherKind],
  ['nothing', 'image', Buffer.alloc(0), otherKind],
  ['half a picture', 'image', jpeg.subarray(0, jpeg.length / 2), messages.unreadableImage],
  ['a picture of 100 million pixels', 'image', aBomb(10_000, 10_000), messages.tooManyPixels],
  ['a video without its index', 'video', mp4.subarray(0, mp4.length - 300), messages.incompleteVideo],
  ['a video without its end', 'video', indexFirst.subarray(0, indexFirst.length - 300), messages.incompleteVideo],
  ['a picture that never ends', 'image', 'endless', notSent],
  ['a video that never ends', 'video', 'endless', notSent],
  ['a picture with a stated length of 4 GB', 'image', 'long', notSent],
  ['a video with a stated length of 4 GB', 'video', 'long', notSent],
  ['a picture whose connection breaks', 'image', 'half', notSent],
  ['a picture without an answer', 'image', 'cut', notSent],
];
describe('a bad file is refused with a message and leaves neither a row nor a file', () => {
  for (const [title, type, bytes, message] of refused)
    test(title, async () => {
      const before = await left();
      const reply = await push(type, bytes);
      assert.deepEqual([reply.message, reply.code >= 400 && reply.code < 500], [message, true], String(reply.code));
      assert.deepEqual(await left(), before);
    });

  for (const fault of ['endless', 'long', 'half', 'cut', html] as const)
    test(`a preview that is ${typeof fault === 'string' ? fault : 'a page'} is not shown`, async () => {
      const url = await found('image');
      const before = await left();
      Object.assign(files, { jpg: fault, jpeg: fault });
      const reply = await server.send(url);
      assert.deepEqual([reply.status, reply.headers.get('content-type')?.split(';')[0]], [502, 'application/json']);
      assert.deepEqual(await left(), before);
    });
});

describe('an unusual file is handled correctly', () => {
  test('only the picture is kept of a file that is a picture and a page', async () => {
    const reply = await push('image', Buffer.concat([jpeg, html, png]));
    assert.ok(reply.status, reply.message);
    const stored = await services.storage.open((reply.data.stream ?? '').replace('/files/', ''));
    assert.deepEqual(await buffer(stored?.body ?? assert.fail('nothing is stored')), jpeg);
  });

  test('a preview that is also a page is served only as the picture that it begins with', async () => {
    const url = await found('image');
    Object.assign(files, { jpg: Buffer.concat([jpeg, html]), jpeg: Buffer.concat([jpeg, html]) });
    const { status, headers } = await server.send(url);
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('x-content-type-options')],
      [200, 'image/jpeg', 'nosniff'],
    );
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/);
  });

  test('a video with 40 audio tracks is accepted', async () => {
    const sounds = ['-f', 'lavfi', '-i', 'sine=duration=2', '-map', '0:v'];
    const tracks = Array.from({ length: 40 }, () => ['-map', '1:a']).flat();
    const reply = await push('video', await aVideo({ args: [...sounds, ...tracks, ...h264, '-c:a', 'aac'] }));
    assert.ok(reply.status, reply.message);
  });

  test('a WAV that claims 4 GB counts by its real size', async () => {
    const url = await found('music');
    const sound = Buffer.alloc(44 + 88_200);
    sound.write('RIFF', 0);
    sound.writeUInt32LE(0xffffffff, 4);
    sound.write('WAVEfmt ', 8);
    // PCM, one channel, 44,100 samples a second of two bytes each.
    for (const [value, offset, size] of format) sound.writeUIntLE(value, offset, size);
    sound.write('data', 36);
    sound.writeUInt32LE(0xfffffff0, 40);
    Object.assign(files, { jpg: sound });
    const reply = await server.call('save-video', { name: 'Clip', tiles: [{ id: 'a' }], audio: { url } });
    assert.ok(reply.status, reply.message);
    const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };
    await copyClips(services)({ videoId: reply.data.id }, job);
    const { items } = await server.ask('fetch-library', { kind: 'audio' });
    assert.deepEqual(
      items.map(({ duration_ms: length }) => length),
      [1000],
    );
  });
});

test('a caller who disconnects from a silent source leaves nothing, and others are served meanwhile', async () => {
  const other = await anotherAgency(db);
  const [theirs] = await server.ask('content-stream', { type: 'image', title: 'T', description: 'D' }, { as: other });
  const urls: string[] = [];
  while (urls.length < 6) urls.push(await found('image'));
  const before = await left();
  Object.assign(files, { jpg: 'silent', jpeg: 'silent' });
  const asked = vendors.requests.length;
  const waiting = urls.map((url) => {
    const headers = { authorization: server.owner.token, 'content-type': 'application/json' };
    const leaver = request(`${server.url}/api/push-to-content-stream`, { method: 'POST', headers, agent: false });
    leaver.on('error', () => {}).end(JSON.stringify({ content_stream_id: streams.image.id, url }));
    return leaver;
  });
  await until(() => vendors.requests.length >= asked + 3);
  Object.assign(files, { jpg: jpeg, jpeg });
  const url = await found('image', other);
  const reply = await server.call(
    'push-to-content-stream',
    { content_stream_id: theirs?.id ?? '', url },
    { as: other },
  );
  assert.ok(reply.status, reply.message);
  const fetched = vendors.requests.slice(asked).filter((path) => path.startsWith('/files/'));
  assert.equal(fetched.length, 3 + 1, 'one person has three at once');
  for (const leaver of waiting) leaver.destroy();
  await until(async () => String((await left()).at(-1)) === String(before.at(-1)), { what: 'nothing lies there' });
});
