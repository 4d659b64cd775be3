import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { ask, mp4, png, posted } from '../testing.ts';
import { aRedditor, children, data, firstError } from './testing.ts';

/** Gets a lease and uploads a file with it; returns the address to submit. */
async function upload(
  { send }: { send: Awaited<ReturnType<typeof aRedditor>>['send'] },
  bytes: Buffer,
  mimetype: string,
  spoil: (form: FormData) => void = () => undefined,
) {
  const leased = await send('/api/media/asset', { filepath: 'a.bin', mimetype });
  const args = isJson(leased.body['args']) ? leased.body['args'] : {};
  const form = new FormData();
  for (const each of Array.isArray(args['fields']) ? args['fields'] : [])
    if (isJson(each)) form.append(text(each['name']), text(each['value']));
  spoil(form);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
  const stored = await ask(`http:${text(args['action'])}`, { method: 'POST', body: form });
  return { stored, location: decodeURIComponent(/<Location>(.*)<\/Location>/.exec(stored.text)?.[1] ?? '') };
}

/** The first message of a websocket, or how it ended. */
function heard(url: string): Promise<Json | 'closed'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.addEventListener('message', (event) => {
      const value: unknown = JSON.parse(String(event.data));
      resolve(isJson(value) ? value : {});
    });
    socket.addEventListener('close', () => resolve('closed'));
  });
}

test('a picture is posted by lease, bucket and websocket', async (t) => {
  const reddit = await aRedditor(t);
  const { stored, location } = await upload(reddit, png(40, 30), 'image/png');
  assert.equal(stored.status, 201);
  const made = data(await reddit.submit({ kind: 'image', url: location }));
  assert.equal(made['id'], undefined);
  const message = await heard(text(made['websocket_url']));
  assert.ok(message !== 'closed' && isJson(message['payload']));
  assert.equal(message['type'], 'success');
  assert.match(text(message['payload']['redirect']), /\/user\/sunrise_bakery\/comments\/[0-9a-z]+\/morning_news\/$/);
  assert.equal(children(await reddit.get('/user/sunrise_bakery/submitted'))[0]?.['post_hint'], 'image');
});

test('a video needs a poster, and does not exist until it is ready', async (t) => {
  const reddit = await aRedditor(t);
  const video = await upload(reddit, mp4(), 'video/mp4');
  assert.equal(firstError(await reddit.submit({ kind: 'video', url: video.location })), 'MISSING_VIDEO_URLS');
  const poster = await upload(reddit, png(40, 30), 'image/png');
  const made = data(
    await reddit.submit({
      kind: 'video',
      url: video.location,
      video_poster_url: poster.location,
      title: 'sandbox-processing-30',
    }),
  );
  assert.deepEqual(children(await reddit.get('/user/sunrise_bakery/submitted')), []);
  await ask(`${reddit.sandbox.controlUrl}/clock`, posted({ aheadSeconds: 31 }));
  const message = await heard(text(made['websocket_url']));
  assert.ok(message !== 'closed' && message['type'] === 'success');
  assert.equal(children(await reddit.get('/user/sunrise_bakery/submitted'))[0]?.['is_video'], true);
});

test('processing can fail, and the websocket can break although the post exists', async (t) => {
  const reddit = await aRedditor(t);
  const { location } = await upload(reddit, png(40, 30), 'image/png');
  const failing = await heard(
    text(
      data(await reddit.submit({ kind: 'image', url: location, title: 'sandbox-processing-fails' }))['websocket_url'],
    ),
  );
  assert.ok(failing !== 'closed' && failing['type'] === 'failed');
  assert.equal(
    await heard(
      text(
        data(await reddit.submit({ kind: 'image', url: location, title: 'sandbox-processing-cut' }))['websocket_url'],
      ),
    ),
    'closed',
  );
  assert.deepEqual(
    children(await reddit.get('/user/sunrise_bakery/submitted')).map((each) => each['title']),
    ['sandbox-processing-cut'],
  );
});

test('a picture can be posted without a websocket, and is listed anyway', async (t) => {
  const reddit = await aRedditor(t);
  const { location } = await upload(reddit, png(40, 30), 'image/png');
  const made = data(await reddit.submit({ kind: 'image', url: location, title: 'sandbox-processing-silent' }));
  assert.equal(made['websocket_url'], null);
  await ask(`${reddit.sandbox.controlUrl}/clock`, posted({ aheadSeconds: 1 }));
  assert.deepEqual(
    children(await reddit.get('/user/sunrise_bakery/submitted')).map((each) => each['title']),
    ['sandbox-processing-silent'],
  );
});

test('the bucket requires every field as leased and the file last', async (t) => {
  const reddit = await aRedditor(t);
  const wrong = await upload(reddit, png(4, 4), 'image/png', (form) => form.set('policy', 'mine'));
  assert.deepEqual([wrong.stored.status, /AccessDenied/.test(wrong.stored.text)], [403, true]);
  const late = await upload(reddit, png(4, 4), 'image/png', (form) => form.append('more', 'x'));
  assert.equal(late.stored.status, 403);
  assert.equal((await reddit.send('/api/media/asset', { filepath: 'a.txt', mimetype: 'text/plain' })).status, 400);
  assert.equal(firstError(await reddit.submit({ kind: 'image', url: 'https://example.org/a.png' })), 'BAD_URL');
});
