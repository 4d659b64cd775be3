import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { aSandbox, ask, basic, mp4, posted } from '../testing.ts';

const accept = 'application/vnd.vimeo.*+json;version=3.4';
const redirectUri = 'http://localhost:9/vimeo-callback';

/** A sandbox in which the person has allowed the app. */
async function aVimeoUser(
  t: TestContext,
  {
    persona = 'sunrise',
    scope = 'public private upload edit delete',
    app = 'sandbox-app',
    secret = 'sandbox-secret',
  } = {},
) {
  const sandbox = await aSandbox(t);
  const query = { response_type: 'code', client_id: app, redirect_uri: redirectUri, state: 's1', scope };
  const page = `${sandbox.vimeoAuthUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`;
  const decide = (decision: string) =>
    fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `persona=${persona}&decision=${decision}`,
    });
  const code = new URL((await decide('allow')).headers.get('location') ?? '').searchParams.get('code') ?? '';
  const exchange = (body: unknown, given = secret) =>
    ask(`${sandbox.vimeoApiUrl}/oauth/access_token`, posted(body, { authorization: basic(app, given), accept }));
  const granted = (await exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body;
  const headers = { authorization: `Bearer ${text(granted['access_token'])}`, accept };
  const get = (path: string) => ask(`${sandbox.vimeoApiUrl}${path}`, { headers });
  const call = (method: string, path: string, body?: unknown) =>
    ask(`${sandbox.vimeoApiUrl}${path}`, { ...posted(body, headers), method });
  const create = (given: Json = {}, size = mp4().length) =>
    call('POST', '/me/videos', {
      upload: { approach: 'tus', size: String(size) },
      name: 'Oven',
      description: 'Six in the morning',
      privacy: { view: 'anybody' },
      ...given,
    });
  const patch = (link: string, offset: number, bytes: Buffer, other: Record<string, string> = {}) =>
    ask(link, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...other,
      },
      body: new Uint8Array(bytes),
    });
  const head = (link: string) => ask(link, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  const ahead = (seconds: number) => ask(`${sandbox.controlUrl}/clock`, posted({ aheadSeconds: seconds }));
  return { sandbox, page, decide, exchange, granted, get, call, create, patch, head, ahead };
}

const at = (value: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((held, name) => (isJson(held) ? held[name] : undefined), value);
const linkOf = (answer: { body: Json }) => text(at(answer.body, 'upload.upload_link'));

test('a person connects, also through their own app', async (t) => {
  const { granted, get, exchange, decide } = await aVimeoUser(t, {
    app: 'sunrise-films-app',
    secret: 'sunrise-films-secret',
  });
  assert.deepEqual(
    [granted['token_type'], at(granted, 'user.name'), at(granted, 'app.name')],
    ['bearer', 'Sunrise Bakery', 'Sunrise Films'],
  );
  assert.equal((await get('/oauth/verify')).status, 200);
  assert.equal(
    at((await get('/me?fields=upload_quota.space.free,account')).body, 'upload_quota.space.free'),
    5_000_000_000_000,
  );
  assert.equal(
    (await exchange({ grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }, 'wrong')).body['error'],
    'invalid_client',
  );
  assert.equal(
    (await exchange({ grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri })).body['error'],
    'invalid_grant',
  );
  assert.equal(
    new URL((await decide('cancel')).headers.get('location') ?? '').searchParams.get('error'),
    'access_denied',
  );
});

test('a video is uploaded in parts, is transcoded, has a page and figures', async (t) => {
  const { sandbox, create, patch, head, get, ahead } = await aVimeoUser(t);
  const bytes = mp4();
  const made = await create();
  assert.equal(made.status, 201);
  const uri = text(made.body['uri']);
  const first = await patch(linkOf(made), 0, bytes.subarray(0, 50));
  assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '50']);
  const middle = await head(linkOf(made));
  assert.deepEqual(
    [middle.headers.get('upload-offset'), middle.headers.get('upload-length')],
    ['50', String(bytes.length)],
  );
  assert.equal(at((await get(uri)).body, 'upload.status'), 'in_progress');
  assert.equal((await patch(linkOf(made), 50, bytes.subarray(50))).headers.get('upload-offset'), String(bytes.length));
  const { body } = await get(`${uri}?fields=uri,upload.status,transcode.status`);
  assert.deepEqual(body, { uri, upload: { status: 'complete' }, transcode: { status: 'in_progress' } });
  await ahead(1);
  assert.equal(at((await get(uri)).body, 'transcode.status'), 'complete');
  assert.equal((await ask(text(made.body['link']))).status, 200);
  await ask(
    `${sandbox.controlUrl}/figures`,
    posted({ network: 'vimeo', id: uri.slice('/videos/'.length), likes: 7, comments: 2, views: 90 }),
  );
  const { list, body: batch } = await get(
    `/videos?query=oven&uris=${uri},/videos/1&fields=uri,stats.plays,` +
      'metadata.connections.likes.total,metadata.connections.comments.total',
  );
  assert.deepEqual(
    [list, batch['data']],
    [[], [{ uri, stats: { plays: 90 }, metadata: { connections: { likes: { total: 7 }, comments: { total: 2 } } } }]],
  );
});

test('a search without a query is refused, and a person’s own videos are listed without one', async (t) => {
  const { create, get } = await aVimeoUser(t);
  const { body } = await create();
  const bare = await get(`/videos?uris=${text(body['uri'])}`);
  assert.deepEqual(
    [bare.status, bare.body['error_code'], bare.body['developer_message']],
    [400, 2204, 'query is required.'],
  );
  assert.equal((await get('/me/videos?sort=date&direction=desc&per_page=100&page=1')).body['total'], 1);
});

test('an upload enforces its offset, its type and its length', async (t) => {
  const { create, patch, head } = await aVimeoUser(t);
  const link = linkOf(await create({}, 10));
  assert.equal((await patch(link, 3, Buffer.alloc(3))).status, 409);
  assert.equal((await patch(link, 0, Buffer.alloc(3), { 'content-type': 'video/mp4' })).status, 415);
  assert.equal((await patch(link, 0, Buffer.alloc(3), { 'tus-resumable': '0.2' })).status, 412);
  assert.equal((await patch(link, 0, Buffer.alloc(11))).status, 413);
  assert.equal((await head(`${link}0`)).status, 404);
});

test('an upload address expires after a day, its empty video does not', async (t) => {
  const { create, head, get, ahead } = await aVimeoUser(t);
  const made = await create({}, 10);
  await ahead(86_400);
  assert.equal((await head(linkOf(made))).status, 410);
  assert.equal(at((await get(text(made.body['uri']))).body, 'upload.status'), 'in_progress');
});

test('a connection cut in the middle of the bytes has delivered half of them', async (t) => {
  const { sandbox, create, patch, head } = await aVimeoUser(t);
  const link = linkOf(await create());
  await ask(`${sandbox.controlUrl}/faults`, posted({ network: 'vimeo', operation: 'upload', kind: 'cut' }));
  await assert.rejects(patch(link, 0, mp4()));
  const offset = Number((await head(link)).headers.get('upload-offset'));
  assert.equal(offset, Math.floor(mp4().length / 2));
  assert.equal((await patch(link, offset, mp4().subarray(offset))).status, 204);
  assert.equal(sandbox.state.posts.size, 1);
});

test('a connection cut after the video was made leaves an empty video that can be found', async (t) => {
  const { create, get } = await aVimeoUser(t);
  await assert.rejects(create({ description: 'sandbox-cut-after' }));
  const listed = await get('/me/videos?sort=date&direction=desc&filter=app_only&per_page=10');
  assert.deepEqual(
    [
      listed.body['total'],
      Array.isArray(listed.body['data']) &&
        at(isJson(listed.body['data'][0]) ? listed.body['data'][0] : {}, 'upload.status'),
    ],
    [1, 'in_progress'],
  );
});

test('transcoding takes the requested time, and fails on request or for a file that is not a video', async (t) => {
  const { create, patch, get, ahead } = await aVimeoUser(t);
  const status = async (description: string, bytes: Buffer) => {
    const made = await create({ description }, bytes.length);
    await patch(linkOf(made), 0, bytes);
    return async () => at((await get(text(made.body['uri']))).body, 'transcode.status');
  };
  const slow = await status('sandbox-processing-60', mp4());
  const failing = await status('sandbox-processing-fails', mp4());
  const broken = await status('x', Buffer.alloc(100));
  assert.deepEqual([await slow(), await failing(), await broken()], ['in_progress', 'in_progress', 'error']);
  await ahead(5);
  assert.deepEqual([await slow(), await failing()], ['in_progress', 'error']);
  await ahead(61);
  assert.equal(await slow(), 'complete');
});

const refusals: [name: string, body: Json, status: number, code: number][] = [
  ['an unknown field', { titel: 'x' }, 400, 2204],
  ['a long name', { name: 'x'.repeat(129) }, 400, 2204],
  ['an unknown privacy', { privacy: { view: 'friends' } }, 400, 2204],
  ['another approach', { upload: { approach: 'post', size: '5' } }, 400, 2230],
  ['no size', { upload: { approach: 'tus' } }, 400, 2204],
  ['the field of older versions', { type: 'streaming' }, 400, 3116],
];
for (const [name, body, status, code] of refusals) {
  test(`${name} is refused with ${code}`, async (t) => {
    const { create } = await aVimeoUser(t);
    const answer = await create(body);
    assert.deepEqual([answer.status, answer.body['error_code']], [status, code]);
  });
}

test('quota, upload access, scopes and the version are enforced', async (t) => {
  const harbor = await aVimeoUser(t, { persona: 'harbor' });
  assert.equal((await harbor.create({}, 900_000)).status, 201);
  assert.deepEqual((await harbor.create({}, 200_000)).body['error_code'], 4102);
  const maple = await aVimeoUser(t, { persona: 'maple' });
  assert.deepEqual((await maple.create()).body['error_code'], 3200);
  const narrow = await aVimeoUser(t, { scope: 'public' });
  assert.equal((await narrow.create()).status, 403);
  assert.equal(
    (
      await ask(`${narrow.sandbox.vimeoApiUrl}/me`, {
        headers: { authorization: `Bearer ${text(narrow.granted['access_token'])}` },
      })
    ).status,
    400,
  );
});

test('too many requests get 429 with the date of the next window', async (t) => {
  const { get, ahead } = await aVimeoUser(t, { persona: 'harbor' });
  for (let n = 0; n < 50; n++) await get('/me?fields=uri');
  const over = await get('/me?fields=uri');
  assert.deepEqual([over.status, over.body['error_code'], over.headers.get('x-ratelimit-remaining')], [429, 9000, '0']);
  assert.match(over.headers.get('x-ratelimit-reset') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  await ahead(61);
  assert.equal((await get('/me?fields=uri')).status, 200);
});

test('a revoked token is dead, and a deleted video is gone', async (t) => {
  const { create, call, get, sandbox } = await aVimeoUser(t);
  const made = await create();
  assert.equal((await call('PUT', `${text(made.body['uri'])}/tags`, [{ name: 'bread' }])).status, 200);
  assert.equal((await call('DELETE', text(made.body['uri']))).status, 204);
  assert.equal((await get(text(made.body['uri']))).body['error_code'], 5000);
  assert.equal((await create({ name: 'sandbox-revoked' })).status, 401);
  assert.deepEqual((await get('/me')).body['error_code'], 8003);
  assert.equal(sandbox.state.tables.vimeoVideos.size, 0);
});
