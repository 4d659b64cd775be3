/** Files uploaded in pieces: what they become, what is refused, and that abandoned ones leave nothing. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { mostOpen } from '#rules/pieces.ts';
import { aPicture, aStream, aVideo } from '../streams/testing.ts';
import { aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { deleteUpload } from './queries.ts';
import { removePieces } from './remove-pieces.job.ts';
import { announced, begun, endlessWav, madeLonger, sendPiece } from './testing.ts';

let now = new Date();
const server = await aServer({ clock: () => now });
const { db, services } = server;
const videos = await aStream(server, 'video', 'Videos');
const target = { content_stream_id: videos.id };
const video = madeLonger(await aVideo(), 9_000_000);
const name = 'spring video.mp4';

const rows = async (table: 'uploads' | 'upload_pieces' | 'files' | 'items'): Promise<number> =>
  (await db.pool.query(`select from ${table}`)).rows.length;
const namesOfPieces = async (): Promise<string[]> =>
  (await db.pool.query<{ name: string }>('select name from upload_pieces order by number')).rows.map((row) => row.name);
const isStored = async (object: string): Promise<boolean> => {
  const file = await services.storage.open(object);
  file?.body.destroy();
  return file !== null;
};
async function allPieces(bytes: Buffer, order: readonly number[] = [0, 1, 2]): Promise<string> {
  const id = await begun(server, { target, name, bytes });
  for (const number of order) assert.equal((await sendPiece(server, { id, bytes, number })).code, 200);
  return id;
}

test('pieces in any order, one of them twice, become the sent file and leave nothing behind', async () => {
  const id = await begun(server, { target, name, bytes: video });
  for (const number of [2, 0, 2]) await sendPiece(server, { id, bytes: video, number });
  const { uploads } = await server.ask('fetch-uploads', target);
  assert.deepEqual(
    uploads.map((upload) => [upload.id, upload.file_name, upload.size_bytes, upload.pieces]),
    [[id, name, 9_000_000, [0, 2]]],
  );
  const early = await server.call('finish-upload', { id });
  assert.deepEqual([early.code, early.message], [409, messages.uploadNotWhole]);
  await sendPiece(server, { id, bytes: video, number: 1 });
  const stored = await namesOfPieces();
  assert.equal(stored.length, 3);
  const { item } = await server.ask('finish-upload', { id });
  assert.deepEqual([item?.title, item?.type], ['spring video', 'video']);
  const file = await services.storage.open((item?.stream ?? '').replace('/files/', ''));
  assert.ok(file && (await buffer(file.body)).equals(video));
  assert.deepEqual(await Promise.all(stored.map(isStored)), [false, false, false]);
  assert.equal(await rows('upload_pieces'), 0);
  assert.deepEqual((await server.ask('fetch-uploads', target)).uploads, []);

  const before = await rows('items');
  assert.deepEqual(
    (await server.ask('finish-upload', { id })).item?.id,
    item?.id,
    'a repeated call gives the same item',
  );
  assert.equal(await rows('items'), before);
});

test('two concurrent finishes of an upload make one item', async () => {
  const id = await allPieces(madeLonger(await aVideo(), 9_000_100));
  const before = [await rows('items'), await rows('files')];
  const made = await Promise.all([1, 2, 3].map(() => server.ask('finish-upload', { id })));
  assert.equal(new Set(made.map(({ item }) => item?.id)).size, 1);
  assert.deepEqual(
    [await rows('items'), await rows('files')],
    before.map((count) => count + 1),
  );
});

test('a finish right after another one gets the same item', async () => {
  const id = await allPieces(video);
  const { open } = services.storage;
  let first: Promise<{ item: { id: string } | null }> | undefined;
  services.storage.open = async (...asked) => {
    services.storage.open = open;
    first = server.ask('finish-upload', { id });
    await first;
    return open(...asked);
  };
  const second = await server.ask('finish-upload', { id });
  assert.equal(second.item?.id, (await first)?.item?.id);
});

test('a file for the library is stored once, and the answer has its known facts', async () => {
  const picture = await aPicture('png', { width: 300, height: 200 });
  const both = [];
  for (const file of ['one.png', 'two.png']) {
    const id = await begun(server, { target: { file_type: 'image' }, name: file, bytes: picture });
    await sendPiece(server, { id, bytes: picture, number: 0 });
    both.push((await server.ask('finish-upload', { id })).file);
  }
  assert.deepEqual([both[0]?.kind, both[0]?.width, both[0]?.height], ['image', 300, 200]);
  assert.equal(both[0]?.id, both[1]?.id);
});

test('a file that differs from the announced one is refused with a message, its pieces deleted', async () => {
  const other = Buffer.from(video);
  other[5_000_000] = 1;
  const id = await begun(server, { target, name, bytes: video });
  for (const number of [0, 1, 2]) await sendPiece(server, { id, bytes: other, number });
  const names = await namesOfPieces();
  const reply = await server.call('finish-upload', { id });
  assert.deepEqual([reply.code, reply.message], [422, messages.uploadOther]);
  assert.deepEqual(await Promise.all(names.map(isStored)), [false, false, false]);
  assert.equal((await server.call('finish-upload', { id })).code, 404);
});

test('a file that is not a video is refused like any other upload, and leaves nothing', async () => {
  const words = Buffer.alloc(4_500_000, 'words ');
  const before = await rows('files');
  const id = await allPieces(words, [0, 1]);
  const reply = await server.call('finish-upload', { id });
  assert.deepEqual([reply.code, reply.message], [422, messages.invalidFileType]);
  assert.deepEqual([await rows('files'), await rows('upload_pieces')], [before, 0]);
});

test('damaged and lying files get the same results in pieces as in one upload', async () => {
  const before = await rows('files');
  const sent = async (bytes: Buffer, to: Parameters<typeof begun>[1]['target'], file: string) => {
    const id = await begun(server, { target: to, name: file, bytes });
    await sendPiece(server, { id, bytes, number: 0 });
    return server.call('finish-upload', { id });
  };
  const cut = (await aVideo()).subarray(0, -300);
  const broken = await sent(cut, target, 'clip.mp4');
  assert.deepEqual([broken.code, broken.message], [422, messages.incompleteVideo]);
  const noPicture = await sent(Buffer.from('<svg onload="alert(1)"/>'), { file_type: 'logo' }, 'logo.png');
  assert.deepEqual([noPicture.code, noPicture.message], [422, messages.invalidFileType]);
  assert.deepEqual([await rows('files'), await rows('upload_pieces')], [before, 0]);
  const sound = await sent(endlessWav(), { file_type: 'music' }, 'endless.wav');
  assert.ok(sound.status, sound.message);
  assert.equal(sound.data.file?.duration_ms, 1_000);
});

for (const [what, number, bytes, whole = video] of [
  ['a piece that is too short', 0, video.subarray(0, 3_999_999)],
  ['a piece that is too long', 2, video.subarray(0, 1_000_001)],
  ['an empty piece', 1, Buffer.alloc(0)],
  ['a piece beyond the end', 3, video.subarray(0, 4_000_000)],
  ['an empty piece right behind the last one', 2, Buffer.alloc(0), video.subarray(0, 8_000_000)],
] as const)
  test(`${what} is refused`, async () => {
    const id = await begun(server, { target, name, bytes: whole });
    const reply = await server.upload('upload-piece', { id, number: String(number) }, { field: 'piece', name, bytes });
    assert.deepEqual([reply.code, reply.message], [422, messages.pieceWrong]);
    await server.ask('drop-upload', { id });
  });

test('a file with a forbidden name or size is refused before any byte is sent', async () => {
  const picture = { ...announced('photo.png', video), size_bytes: 5_000_001 };
  const texts = await aStream(server, 'text', 'Texts');
  const nowhere = 'Please say where the file goes';
  for (const [input, code, message] of [
    [{ ...target, ...announced('video.mov', video) }, 422, messages.invalidFileType],
    [{ ...target, ...announced('video.mp4', video), size_bytes: 20_000_000 }, 413, messages.streamFileTooLarge],
    [{ file_type: 'logo' as const, ...picture }, 413, messages.imageTooLarge],
    [{ file_type: 'music' as const, ...announced('a.png', video) }, 422, messages.invalidMusicType],
    [
      { file_type: 'music' as const, ...picture, file_name: 'a.wav', size_bytes: 10_000_000 },
      413,
      messages.musicTooLarge,
    ],
    [{ content_stream_id: texts.id, ...announced('a.mp4', video) }, 422, messages.streamTypeMismatch],
    [{ ...announced('a.mp4', video) }, 422, nowhere],
    [{ ...target, file_type: 'logo' as const, ...announced('a.mp4', video) }, 422, nowhere],
    [{ ...target, ...announced('video.mp4', video), size_bytes: 0 }, 422, messages.invalidFileType],
  ] as const) {
    const reply = await server.call('begin-upload', input);
    assert.deepEqual([reply.code, reply.message], [code, message]);
  }
  assert.deepEqual((await server.ask('fetch-uploads', target)).uploads, []);
});

test('an upload of another agency or a colleague is not found and not changed', async () => {
  const id = await begun(server, { target, name, bytes: video });
  const member = await aMember(db, server.owner);
  for (const as of [await anotherAgency(db), member]) {
    assert.equal((await sendPiece(server, { id, bytes: video, number: 0, as })).code, 404);
    assert.equal((await server.call('finish-upload', { id }, { as })).code, 404);
    assert.equal((await server.call('drop-upload', { id }, { as })).code, 404);
    assert.deepEqual((await server.ask('fetch-uploads', target, { as })).uploads, []);
  }
  assert.deepEqual((await server.ask('fetch-uploads', target)).uploads[0]?.pieces, []);
  const otherAgency = await anotherAgency(db);
  const input = { ...target, ...announced(name, video) };
  assert.equal((await server.call('begin-upload', input, { as: otherAgency })).code, 404);
  await server.ask('drop-upload', { id });
});

test('unfinished uploads count towards the quota, and their number is limited', async () => {
  const as = await anotherAgency(db);
  const stream = await aStream({ ...server, ask: (call, input) => server.ask(call, input, { as }) }, 'video');
  const begin = () => server.call('begin-upload', { content_stream_id: stream.id, ...announced(name, video) }, { as });
  const quota = services.config.uploadQuotaBytes;
  services.config.uploadQuotaBytes = 2 * video.length;
  assert.deepEqual([(await begin()).code, (await begin()).code], [200, 200]);
  const third = await begin();
  assert.deepEqual([third.code, third.message], [413, messages.quotaReached]);
  services.config.uploadQuotaBytes = quota;
  for (let open = 2; open < mostOpen; open += 1) assert.equal((await begin()).code, 200);
  const last = await begin();
  assert.deepEqual([last.code, last.message], [409, messages.uploadsOpen]);
});

test('uploads that are made or too old count no more towards the number of open ones', async () => {
  const as = await anotherAgency(db);
  const stream = await aStream({ ...server, ask: (call, input) => server.ask(call, input, { as }) }, 'video');
  const begin = () => server.call('begin-upload', { content_stream_id: stream.id, ...announced(name, video) }, { as });
  for (const change of ['made_id = 1', "created_at = created_at - interval '2 days'"]) {
    for (let open = 0; open < mostOpen; open += 1) assert.equal((await begin()).code, 200, change);
    assert.equal((await begin()).message, messages.uploadsOpen);
    await db.pool.query(`update uploads set ${change} where agency_id = $1 and made_id is null`, [as.agencyId]);
  }
  assert.equal((await begin()).code, 200);
  await db.pool.query('delete from uploads where agency_id = $1', [as.agencyId]);
});

test('what happens to one upload leaves the others of the person as they are', async () => {
  const others = await aStream(server, 'video', 'Others');
  const [mine, other] = [madeLonger(await aVideo(), 5_000_000), madeLonger(await aVideo(), 5_000_001)];
  const id = await begun(server, { target, name, bytes: mine });
  const otherId = await begun(server, { target: { content_stream_id: others.id }, name, bytes: other });
  const emptyId = await begun(server, { target: { content_stream_id: others.id }, name, bytes: other });
  const picture = await aPicture('png', { width: 30, height: 20 });
  const libraryId = await begun(server, { target: { file_type: 'image' }, name: 'a.png', bytes: picture });
  for (const number of [0, 1]) {
    await sendPiece(server, { id: otherId, bytes: other, number });
    await sendPiece(server, { id, bytes: mine, number });
  }
  const open = async (of: { content_stream_id?: string }) =>
    (await server.ask('fetch-uploads', of)).uploads.map((upload) => [upload.id, upload.pieces]);
  assert.deepEqual(
    [await open(target), await open({ content_stream_id: others.id }), await open({})],
    [
      [[id, [0, 1]]],
      [
        [otherId, [0, 1]],
        [emptyId, []],
      ],
      [[libraryId, []]],
    ],
  );
  const { item } = await server.ask('finish-upload', { id });
  const file = await services.storage.open((item?.stream ?? '').replace('/files/', ''));
  assert.ok(file && (await buffer(file.body)).equals(mine));
  await db.asAgency(server.owner.agencyId, (tx) => deleteUpload(tx, { agencyId: server.owner.agencyId, id: otherId }));
  const last = await begun(server, { target, name, bytes: mine });
  await server.ask('drop-upload', { id: last });
  assert.deepEqual(
    [await open(target), await open({ content_stream_id: others.id }), await open({})],
    [
      [],
      [
        [otherId, [0, 1]],
        [emptyId, []],
      ],
      [[libraryId, []]],
    ],
  );
  for (const each of [otherId, emptyId, libraryId]) await server.ask('drop-upload', { id: each });
});

test('an abandoned upload is gone after a day and cannot be continued', async () => {
  const id = await begun(server, { target, name, bytes: video });
  await sendPiece(server, { id, bytes: video, number: 0 });
  const [piece = ''] = await namesOfPieces();
  assert.equal((await server.send(`/files/${piece}`)).status, 404, 'pieces are not served');
  const run = () => removePieces(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  now = new Date(now.getTime() + 23 * 3_600_000);
  await run();
  assert.equal(await isStored(piece), true);
  now = new Date(now.getTime() + 3_600_001);
  assert.equal((await sendPiece(server, { id, bytes: video, number: 1 })).code, 404);
  const late = await server.call('finish-upload', { id });
  assert.deepEqual([late.code, late.message], [404, messages.uploadGone]);
  await run();
  assert.equal(await isStored(piece), false);
  assert.deepEqual([await rows('uploads'), await rows('upload_pieces')], [0, 0]);
});

test('a stream that was deleted meanwhile refuses the upload with a message', async () => {
  const stream = await aStream(server, 'video', 'Short');
  const bytes = await aVideo();
  const id = await begun(server, { target: { content_stream_id: stream.id }, name, bytes });
  await sendPiece(server, { id, bytes, number: 0 });
  await server.ask('delete-stream', { id: stream.id });
  const reply = await server.call('finish-upload', { id });
  assert.deepEqual([reply.code, reply.message], [404, messages.notFound]);
  await db.pool.query('update streams set deleted_at = null where id = $1', [stream.id]);
  assert.equal((await server.call('finish-upload', { id })).code, 200, 'its pieces are still there');
});
