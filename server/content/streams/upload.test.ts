import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aServer, anotherAgency, type TestServer } from '../../app/testing/server.ts';
import { makeThumbnail } from '../../base/files/make-thumbnail.job.ts';
import { aCameraPicture, aPicture, aStream, aVideo } from './testing.ts';

const server = await aServer();
const pictures = await aStream(server, 'image', 'Pictures');
const videos = await aStream(server, 'video', 'Videos');
const [png, jpeg, mp4] = [await aPicture('png'), await aPicture('jpeg'), await aVideo()];

const upload = (
  streamId: string,
  name: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  caller?: Parameters<TestServer['upload']>[3],
) => server.upload('stream', { content_stream_id: streamId, ...fields }, { field: 'stream', name, bytes }, caller);

async function stored(address: string | null | undefined): Promise<Buffer> {
  const file = await server.services.storage.open((address ?? '').replace('/files/', ''));
  assert.ok(file, `${address} is stored`);
  return Buffer.from(await new Response(ReadableStream.from(file.body)).arrayBuffer());
}

async function uploaded(...given: Parameters<typeof upload>) {
  const reply = await upload(...given);
  assert.ok(reply.status, reply.message);
  return reply.data;
}

test('a picture is stored unchanged, with a thumbnail at once', async () => {
  const item = await uploaded(pictures.id, 'spring_offer-2.PNG', png, { description: 'Now 🌷' });
  assert.deepEqual([item.title, item.description, item.thumbnail_state], ['spring offer 2', 'Now 🌷', 'ready']);
  assert.deepEqual(await stored(item.stream), png);
  const thumbnail = await sharp(await stored(item.thumbnail)).metadata();
  assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['webp', 480, 360]);
  assert.ok((await server.ask('fetch-stream', { id: pictures.id })).stream.thumbnails.includes(item.thumbnail ?? ''));
});

test('camera metadata is removed from a picture, which is turned upright', async () => {
  const item = await uploaded(pictures.id, 'camera.jpg', await aCameraPicture());
  const { exif, width, height, orientation } = await sharp(await stored(item.stream)).metadata();
  assert.deepEqual(
    { exif, width, height, orientation },
    { exif: undefined, width: 600, height: 800, orientation: undefined },
  );
  const thumbnail = await sharp(await stored(item.thumbnail)).metadata();
  assert.deepEqual([thumbnail.width, thumbnail.height, thumbnail.exif], [360, 480, undefined]);
});

test('a video is stored with its size and length, and the job makes its thumbnail once', async () => {
  const item = await uploaded(videos.id, 'clip.mp4', mp4, { title: 'Clip' });
  assert.deepEqual([item.thumbnail, item.thumbnail_state, item.type], [null, 'waiting', 'video']);
  assert.deepEqual(await stored(item.stream), mp4);
  const fileOf = () =>
    server.db.asSystem((tx) =>
      tx
        .selectFrom('files')
        .selectAll()
        .where('name', '=', (item.stream ?? '').slice(7))
        .executeTakeFirstOrThrow(),
    );
  const { id, width, height, duration_ms } = await fileOf();
  assert.deepEqual({ width, height, duration_ms }, { width: 320, height: 240, duration_ms: 2000 });
  const run = () =>
    makeThumbnail(server.services)({ fileId: id }, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  await run();
  const { thumbnail_name } = await fileOf();
  await run();
  assert.equal((await fileOf()).thumbnail_name, thumbnail_name);
  const { items } = await server.ask('fetch-stream', { id: videos.id });
  const thumbnail = await sharp(await stored(items.at(-1)?.thumbnail)).metadata();
  assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['webp', 320, 240]);
});

const cases: readonly [title: string, stream: string, name: string, bytes: Buffer, code: number, message: string][] = [
  ['a picture with a wrong extension', pictures.id, 'photo.gif', png, 422, messages.invalidFileType],
  ['a picture named as a video', videos.id, 'photo.mp4', png, 422, messages.invalidFileType],
  [
    'a text named as a picture',
    pictures.id,
    'photo.jpg',
    Buffer.from('GIF89a, or so it says'),
    422,
    messages.invalidFileType,
  ],
  [
    'a drawing in SVG',
    pictures.id,
    'photo.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    422,
    messages.invalidFileType,
  ],
  ['a QuickTime video', videos.id, 'video.mp4', await aVideo({ format: 'mov' }), 422, messages.invalidFileType],
  ['an empty file', pictures.id, 'photo.png', Buffer.alloc(0), 422, messages.invalidFileType],
  ['a picture in a stream of videos', videos.id, 'photo.png', png, 422, messages.streamTypeMismatch],
  ['a video in a stream of pictures', pictures.id, 'clip.mp4', mp4, 422, messages.streamTypeMismatch],
  ['half a picture', pictures.id, 'photo.jpg', jpeg.subarray(0, jpeg.length / 2), 422, messages.unreadableImage],
  [
    'a broken video',
    videos.id,
    'clip.mp4',
    Buffer.concat([mp4.subarray(0, 40), Buffer.alloc(2000, 7)]),
    422,
    messages.unreadableVideo,
  ],
  [
    'a picture of 5,000,000 bytes',
    pictures.id,
    'photo.png',
    Buffer.concat([png, Buffer.alloc(5_000_000 - png.length)]),
    413,
    messages.streamFileTooLarge,
  ],
  [
    'a video of 20,000,000 bytes',
    videos.id,
    'clip.mp4',
    Buffer.concat([mp4, Buffer.alloc(20_000_000 - mp4.length)]),
    413,
    messages.streamFileTooLarge,
  ],
];
for (const [title, streamId, name, bytes, code, message] of cases) {
  test(`${title} is refused and leaves nothing`, async () => {
    const before = await server.ask('fetch-stream', { id: streamId });
    const reply = await upload(streamId, name, bytes);
    assert.deepEqual([reply.code, reply.message], [code, message]);
    assert.deepEqual(await server.ask('fetch-stream', { id: streamId }), before);
  });
}

test('a file whose name says nothing still gets a title', async () => {
  for (const name of ['.png', '___.png', '-.png', '\u200b.png'])
    assert.equal((await uploaded(pictures.id, name, png)).title, 'Untitled', name);
  assert.equal((await uploaded(pictures.id, 'a.png', png)).title, 'a');
});

test('a JPEG that is called .png is stored as a JPEG', async () => {
  const item = await uploaded(pictures.id, 'renamed.png', jpeg);
  assert.match(item.stream ?? '', /\.jpg$/);
});

test('files sent concurrently keep the order in which they were chosen', async () => {
  const stream = await aStream(server, 'image');
  await Promise.all([3, 1, 4, 2].map((n) => uploaded(stream.id, `${n}.png`, png, { sequence: String(n) })));
  const { items } = await server.ask('fetch-stream', { id: stream.id });
  assert.deepEqual(
    items.map((item) => item.title),
    ['1', '2', '3', '4'],
  );
  const late = await uploaded(stream.id, 'late.png', png, { sequence: '2' });
  assert.equal(late.sequence, 5);
});

test('an upload into a stream of another agency is refused', async () => {
  const reply = await upload(pictures.id, 'photo.png', png, {}, { as: await anotherAgency(server.db) });
  assert.deepEqual([reply.code, reply.message], [404, messages.notFound]);
});
