import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { isJson, type Json } from '../json.ts';
import { mp4, png, posted } from '../testing.ts';
import { aUser } from './testing.ts';

async function aUploader(t: TestContext) {
  const { sandbox, call: ask, tweet } = await aUser(t);
  const call = (path: string, init?: RequestInit) => ask(`/2${path}`, init);
  const data = (answer: { body: Json }): Json => (isJson(answer.body['data']) ? answer.body['data'] : {});
  const start = async (fields: Json) => data(await call('/media/upload/initialize', posted(fields)));
  const append = (id: unknown, index: number, bytes: Buffer, extra: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ segment_index: String(index), ...extra })) form.set(name, value);
    form.set('media', new Blob([new Uint8Array(bytes)]), 'part');
    return call(`/media/upload/${String(id)}/append`, { method: 'POST', body: form });
  };
  const finalize = (id: unknown) => call(`/media/upload/${String(id)}/finalize`, { method: 'POST' });
  const status = async (id: unknown): Promise<Json> => {
    const info = data(await call(`/media/upload?command=STATUS&media_id=${String(id)}`))['processing_info'];
    return isJson(info) ? info : {};
  };
  return { sandbox, call, data, start, append, finalize, status, tweet };
}

test('a picture is uploaded in parts and appears in a post', async (t) => {
  const { sandbox, data, start, append, finalize, tweet } = await aUploader(t);
  const picture = png(40, 30);
  const { id } = await start({ media_type: 'image/png', total_bytes: picture.length, media_category: 'tweet_image' });
  assert.equal((await append(id, 1, picture.subarray(50))).status, 200);
  assert.equal((await append(id, 0, picture.subarray(0, 50))).status, 200);
  const done = data(await finalize(id));
  assert.equal(done['processing_info'], undefined);
  assert.deepEqual(done['image'], { image_type: 'image/png', w: 40, h: 30 });
  assert.equal((await tweet({ text: 'Look', media: { media_ids: [id] } })).status, 201);
  assert.deepEqual(
    [...sandbox.state.posts.values()].map((each) => each.media[0]?.width),
    [40],
  );
});

test('a video is processed before it can be posted', async (t) => {
  const { sandbox, data, start, append, finalize, status, tweet } = await aUploader(t);
  const { id } = await start({ media_type: 'video/mp4', total_bytes: mp4().length, media_category: 'tweet_video' });
  await append(id, 0, mp4());
  assert.deepEqual(data(await finalize(id))['processing_info'], { state: 'pending', check_after_secs: 1 });
  assert.equal((await status(id))['state'], 'in_progress');
  assert.equal((await tweet({ media: { media_ids: [id] } })).status, 400);
  sandbox.clock.aheadMs = 2000;
  assert.equal((await status(id))['state'], 'succeeded');
  assert.equal((await tweet({ media: { media_ids: [id] } })).status, 201);
});

test('a video with the sentinel in its bytes fails after a while', async (t) => {
  const { sandbox, start, append, finalize, status, tweet } = await aUploader(t);
  const bytes = Buffer.concat([mp4(), Buffer.from('sandbox-processing-fails')]);
  const { id } = await start({ media_type: 'video/mp4', total_bytes: bytes.length, media_category: 'tweet_video' });
  await append(id, 0, bytes);
  await finalize(id);
  assert.equal((await status(id))['state'], 'in_progress');
  sandbox.clock.aheadMs = 2000;
  const failed = await status(id);
  assert.equal(failed['state'], 'failed');
  assert.ok(isJson(failed['error']) && failed['error']['message'] === 'Unsupported video format.');
  assert.equal((await tweet({ media: { media_ids: [id] } })).status, 400);
});

test('parts that do not add up to the whole are refused', async (t) => {
  const { start, append, finalize } = await aUploader(t);
  const { id } = await start({ media_type: 'image/png', total_bytes: 100, media_category: 'tweet_image' });
  await append(id, 0, Buffer.alloc(50));
  assert.match((await finalize(id)).text, /Segments do not add up/);
});

test('initialize and append refuse fields that their schemas lack', async (t) => {
  const { call, start, append } = await aUploader(t);
  for (const fields of [
    { media_type: 'image/png', total_bytes: 1, command: 'INIT' },
    { media_type: 'image/heic', total_bytes: 1 },
    { media_type: 'image/png', total_bytes: 0 },
    { media_type: 'image/png', total_bytes: 6_000_000, media_category: 'tweet_image' },
  ]) {
    assert.equal((await call('/media/upload/initialize', posted(fields))).status, 400, JSON.stringify(fields));
  }
  const { id } = await start({ media_type: 'image/png', total_bytes: 10 });
  assert.equal((await append(id, 0, Buffer.alloc(10), { command: 'APPEND' })).status, 400);
  assert.equal((await append('999', 0, Buffer.alloc(10))).status, 400);
});

test('the upload of another user cannot be posted', async (t) => {
  const { sandbox, start, append, finalize } = await aUploader(t);
  const { id } = await start({ media_type: 'image/png', total_bytes: png(5, 5).length });
  await append(id, 0, png(5, 5));
  await finalize(id);
  const other = await aUser(t, { sandbox, persona: '1510000000000000003' });
  assert.equal((await other.tweet({ media: { media_ids: [id] } })).status, 400);
});

test('alt text is stored with the picture', async (t) => {
  const { call, start, append, finalize } = await aUploader(t);
  const { id } = await start({ media_type: 'image/png', total_bytes: png(5, 5).length });
  await append(id, 0, png(5, 5));
  await finalize(id);
  const answer = await call('/media/metadata', posted({ id, metadata: { alt_text: { text: 'A loaf' } } }));
  assert.equal(answer.status, 200);
});
