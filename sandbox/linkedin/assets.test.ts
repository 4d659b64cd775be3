import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { mp4, png, posted } from '../testing.ts';
import { aMember } from './testing.ts';

const video = (extra = ''): Buffer => Buffer.concat([mp4(), Buffer.from(extra), Buffer.alloc(100_000)]);

async function anUploader(t: TestContext) {
  const { sandbox, author, call, post } = await aMember(t);
  const value = (answer: { body: Json }): Json => (isJson(answer.body['value']) ? answer.body['value'] : {});
  const start = async (kind: 'images' | 'videos', fields: Json) =>
    value(
      await call(
        `/rest/${kind}?action=initializeUpload`,
        posted({ initializeUploadRequest: { owner: author, ...fields } }),
      ),
    );
  const put = (address: unknown, bytes: Buffer) =>
    fetch(text(address), {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const startVideo = async (bytes: Buffer) => {
    const begun = await start('videos', { fileSizeBytes: bytes.length, uploadCaptions: false, uploadThumbnail: false });
    const parts = Array.isArray(begun['uploadInstructions']) ? begun['uploadInstructions'].filter(isJson) : [];
    return { urn: text(begun['video']), token: begun['uploadToken'], parts };
  };
  const finalize = (urn: string, uploadedPartIds: string[]) =>
    call(
      '/rest/videos?action=finalizeUpload',
      posted({ finalizeUploadRequest: { video: urn, uploadToken: '', uploadedPartIds } }),
    );
  const upload = async (bytes: Buffer): Promise<string> => {
    const { urn, parts } = await startVideo(bytes);
    const etags: string[] = [];
    for (const { uploadUrl, firstByte, lastByte } of parts)
      etags.push(
        (await put(uploadUrl, bytes.subarray(Number(firstByte), Number(lastByte) + 1))).headers.get('etag') ?? '',
      );
    assert.equal((await finalize(urn, etags)).status, 200);
    return urn;
  };
  const state = async (urn: string): Promise<Json> => (await call(`/rest/videos/${encodeURIComponent(urn)}`)).body;
  return { sandbox, call, post, start, put, startVideo, finalize, upload, state };
}

test('a picture goes to its signed address and appears in a post', async (t) => {
  const { sandbox, post, start, put } = await anUploader(t);
  const { uploadUrl, image } = await start('images', {});
  assert.equal(
    (await post({ content: { media: { id: image, altText: 'A loaf' } } })).body['code'],
    'MEDIA_ASSET_WAITING_UPLOAD',
  );
  assert.equal((await put(uploadUrl, png(30, 20))).status, 201);
  assert.equal((await post({ content: { media: { id: image, altText: 'A loaf' } } })).status, 201);
  assert.equal([...sandbox.state.posts.values()][0]?.media[0]?.width, 30);
});

test('several pictures appear in one post', async (t) => {
  const { post, start, put } = await anUploader(t);
  const both = await Promise.all([start('images', {}), start('images', {})]);
  for (const { uploadUrl } of both) await put(uploadUrl, png(30, 20));
  assert.equal(
    (await post({ content: { multiImage: { images: both.map(({ image }) => ({ id: image, altText: '' })) } } })).status,
    201,
  );
});

test('a file that is not a picture fails and says so', async (t) => {
  const { post, start, put } = await anUploader(t);
  const { uploadUrl, image } = await start('images', {});
  await put(uploadUrl, Buffer.from('words'));
  assert.equal((await post({ content: { media: { id: image } } })).body['code'], 'MEDIA_ASSET_PROCESSING_FAILED');
});

test('a picture cannot be read back with a member’s token', async (t) => {
  const { call, start } = await anUploader(t);
  const { image } = await start('images', {});
  assert.equal((await call(`/rest/images/${encodeURIComponent(text(image))}`)).status, 403);
});

test('a video is uploaded in parts of 4 MiB, is processed, and gets a ugcPost', async (t) => {
  const { sandbox, post, startVideo, put, finalize, state } = await anUploader(t);
  const bytes = Buffer.concat([video(), Buffer.alloc(4_194_304)]);
  const { urn, parts } = await startVideo(bytes);
  assert.deepEqual(
    parts.map(({ firstByte, lastByte }) => [firstByte, lastByte]),
    [
      [0, 4_194_303],
      [4_194_304, bytes.length - 1],
    ],
  );
  assert.equal((await put(parts[0]?.['uploadUrl'], bytes.subarray(0, 100))).status, 400);
  const etags: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of parts)
    etags.push(
      (await put(uploadUrl, bytes.subarray(Number(firstByte), Number(lastByte) + 1))).headers.get('etag') ?? '',
    );
  assert.equal((await finalize(urn, etags.toReversed())).status, 400);
  assert.equal((await finalize(urn, etags)).status, 200);
  assert.equal((await state(urn))['status'], 'PROCESSING');
  assert.equal(
    (await post({ content: { media: { id: urn, title: 'Oven' } } })).body['code'],
    'MEDIA_ASSET_WAITING_UPLOAD',
  );
  sandbox.clock.aheadMs = 2000;
  assert.equal((await state(urn))['status'], 'AVAILABLE');
  const made = await post({ content: { media: { id: urn, title: 'Oven' } } });
  assert.match(made.headers.get('x-restli-id') ?? '', /^urn:li:ugcPost:/);
});

for (const [name, bytes, reason] of [
  ['the sentinel in its bytes', video('sandbox-processing-fails'), /Transcoding/],
  ['less than 75 KB', mp4(), /75 KB/],
  ['no video data', Buffer.alloc(100_000), /no MP4/],
] as const) {
  test(`a video with ${name} fails after a while`, async (t) => {
    const { sandbox, post, upload, state } = await anUploader(t);
    const urn = await upload(bytes);
    assert.equal((await state(urn))['status'], 'PROCESSING');
    sandbox.clock.aheadMs = 2000;
    const failed = await state(urn);
    assert.equal(failed['status'], 'PROCESSING_FAILED');
    assert.match(text(failed['processingFailureReason']), reason);
    assert.equal((await post({ content: { media: { id: urn } } })).body['code'], 'MEDIA_ASSET_PROCESSING_FAILED');
  });
}

test('a URN in a path must be encoded', async (t) => {
  const { call, upload } = await anUploader(t);
  assert.equal((await call(`/rest/videos/${await upload(video())}`)).status, 400);
});

test('an address with another signature accepts nothing', async (t) => {
  const { start, put } = await anUploader(t);
  const { uploadUrl } = await start('images', {});
  assert.equal((await put(text(uploadUrl).replace(/sau=.*/, 'sau=other'), png(5, 5))).status, 401);
});

test('an upload works with a valid token or without one', async (t) => {
  const { start, call, sandbox } = await anUploader(t);
  const send = async (headers: Record<string, string>): Promise<number> => {
    const { uploadUrl } = await start('images', {});
    return (await fetch(text(uploadUrl), { method: 'PUT', body: new Uint8Array(png(5, 5)), headers })).status;
  };
  assert.equal(await send({}), 201);
  assert.equal(await send({ authorization: 'Bearer other' }), 401);
  const { uploadUrl } = await start('images', {});
  assert.equal(
    (
      await call(text(uploadUrl).slice(sandbox.linkedinApiUrl.length), {
        method: 'PUT',
        body: new Uint8Array(png(5, 5)),
      })
    ).status,
    201,
  );
});

test('an upload refuses fields that its schema lacks', async (t) => {
  const { start, call } = await anUploader(t);
  assert.deepEqual(await start('images', { registerUploadRequest: {} }), {});
  assert.equal(
    (
      await call(
        '/rest/videos?action=initializeUpload',
        posted({ initializeUploadRequest: { owner: 'urn:li:person:hArBoR0002', fileSizeBytes: 5 } }),
      )
    ).status,
    403,
  );
});
