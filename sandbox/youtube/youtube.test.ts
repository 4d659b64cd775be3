import assert from 'node:assert/strict';
import { test } from 'vitest';
import { text, type Json } from '../json.ts';
import { aSandbox, ask, mp4 } from '../testing.ts';
import { secondsToMidnight } from './caller.ts';
import { aChannel, aConsent, askToken, aVideo, first, reason } from './testing.ts';

test('a whole file in one PUT becomes a video with a page', async (t) => {
  const { sandbox, upload, get, posts } = await aChannel(t);
  const made = await upload(aVideo('Opening the oven'), mp4());
  assert.equal(made.status, 200, made.text);
  const id = text(made.body['id']);
  assert.match(id, /^[\w-]{11}$/);
  assert.partialDeepStrictEqual(made.body, {
    snippet: { title: 'Opening the oven' },
    status: { uploadStatus: 'uploaded', privacyStatus: 'public' },
  });
  assert.equal(posts()[0]?.id, id);
  const read = first((await get('videos', { part: 'status,statistics', id })).body);
  assert.partialDeepStrictEqual(read, {
    status: { uploadStatus: 'processed' },
    statistics: { viewCount: '0', likeCount: '0' },
  });
  assert.match((await ask(`${sandbox.youtubeWebUrl}/watch?v=${id}`)).text, /Opening the oven/);
});

test('pieces are multiples of 256 KiB and continue each other, and a probe reports the progress', async (t) => {
  const { open, put, probe, posts } = await aChannel(t);
  const bytes = Buffer.concat([mp4(), Buffer.alloc(600_000)]);
  const total = bytes.length;
  const session = (await open(aVideo('In pieces'), total)).headers.get('location') ?? '';
  assert.deepEqual(
    [(await probe(session, total)).status, (await probe(session, total)).headers.get('range')],
    [308, null],
  );
  assert.equal((await put(session, bytes.subarray(0, 1000), `bytes 0-999/${total}`)).status, 400);
  const one = await put(session, bytes.subarray(0, 262_144), `bytes 0-262143/${total}`);
  assert.deepEqual([one.status, one.headers.get('range')], [308, 'bytes=0-262143']);
  assert.equal((await put(session, bytes.subarray(0, 262_144), `bytes 0-262143/${total}`)).status, 400);
  assert.equal((await probe(session, total)).headers.get('range'), 'bytes=0-262143');
  const done = await put(session, bytes.subarray(262_144), `bytes 262144-${total - 1}/${total}`);
  assert.equal(done.status, 200, done.text);
  assert.equal(text((await probe(session, total)).body['id']), text(done.body['id']));
  assert.equal(posts().length, 1);
});

test('a session is valid for a week', async (t) => {
  const { sandbox, open, probe } = await aChannel(t);
  const session = (await open(aVideo('Late'), 100)).headers.get('location') ?? '';
  sandbox.clock.aheadMs = 8 * 86_400_000;
  assert.equal((await probe(session, 100)).status, 410);
  assert.equal((await probe(`${session}x`, 100)).status, 404);
});

test('a connection cut after the last byte leaves a video that the probe names', async (t) => {
  const { open, put, probe, posts } = await aChannel(t);
  const session = (await open(aVideo('sandbox-cut-after'), mp4().length)).headers.get('location') ?? '';
  await assert.rejects(put(session, mp4()));
  assert.equal(text((await probe(session, mp4().length)).body['id']), posts()[0]?.id);
});

test('a connection cut before leaves a session without the bytes', async (t) => {
  const { open, put, probe, posts } = await aChannel(t);
  const session = (await open(aVideo('sandbox-cut-before-1'), mp4().length)).headers.get('location') ?? '';
  await assert.rejects(put(session, mp4()));
  assert.equal((await probe(session, mp4().length)).status, 308);
  assert.equal((await put(session, mp4())).status, 200);
  assert.equal(posts().length, 1);
});

for (const [why, title, status] of [
  ['the same video again', 'Twice', { uploadStatus: 'rejected', rejectionReason: 'duplicate' }],
  ['sandbox-duplicate', 'sandbox-duplicate', { uploadStatus: 'rejected', rejectionReason: 'duplicate' }],
  ['sandbox-processing-fails', 'sandbox-processing-fails', { uploadStatus: 'failed', failureReason: 'codec' }],
  ['sandbox-processing-1', 'sandbox-processing-1', { uploadStatus: 'processed' }],
] as const) {
  test(`${why} is accepted and later ${status.uploadStatus}`, async (t) => {
    const { sandbox, upload, get } = await aChannel(t);
    if (title === 'Twice') await upload(aVideo(title), mp4());
    const id = text((await upload(aVideo(title), mp4())).body['id']);
    const read = async () => first((await get('videos', { part: 'status', id })).body)['status'];
    assert.partialDeepStrictEqual(await read(), { uploadStatus: 'uploaded' });
    sandbox.clock.aheadMs = 2000;
    assert.partialDeepStrictEqual(await read(), status);
  });
}

const refusals: [name: string, video: Json, headers: Record<string, string>, status: number, reason: string][] = [
  ['no title', aVideo(' '), {}, 400, 'invalidTitle'],
  ['a title over 100 characters', aVideo('x'.repeat(101)), {}, 400, 'invalidTitle'],
  ['a title with a bracket', aVideo('a <b>'), {}, 400, 'invalidTitle'],
  ['a description over 5,000 bytes', aVideo('x', 'ü'.repeat(2501)), {}, 400, 'invalidDescription'],
  ['a misspelt field', { snippet: { titel: 'x' } }, {}, 400, 'badRequest'],
  ['an unknown category', { snippet: { title: 'x', categoryId: '99' } }, {}, 400, 'invalidCategoryId'],
  ['a type other than video', aVideo('x'), { 'x-upload-content-type': 'image/png' }, 400, 'badContent'],
  ['sandbox-rate-limit-5', aVideo('sandbox-rate-limit-5'), {}, 403, 'rateLimitExceeded'],
  ['sandbox-rate-limit-7200', aVideo('sandbox-rate-limit-7200'), {}, 429, 'rateLimitExceeded'],
  ['sandbox-app-refused', aVideo('sandbox-app-refused'), {}, 403, 'accessNotConfigured'],
  ['sandbox-forbidden', aVideo('sandbox-forbidden'), {}, 403, 'forbidden'],
];
for (const [name, video, headers, status, why] of refusals) {
  test(`${name} is refused with ${why}`, async (t) => {
    const { open, posts } = await aChannel(t);
    const answer = await open(video, 100, headers);
    assert.deepEqual([answer.status, reason(answer.body)], [status, why]);
    assert.equal(posts().length, 0);
  });
}

test('a day has 100 uploads and begins at midnight in California', async (t) => {
  const { sandbox, open } = await aChannel(t);
  for (let n = 0; n < 100; n++) assert.equal((await open(aVideo(`Video ${n}`), 100)).status, 200);
  const refused = await open(aVideo('One more'), 100);
  assert.deepEqual([refused.status, reason(refused.body)], [429, 'rateLimitExceeded']);
  sandbox.clock.aheadMs = secondsToMidnight(new Date()) * 1000;
  // By then the access token has expired, which shows only once the quota allows a request.
  assert.notEqual((await open(aVideo('Next day'), 100)).status, 429);
  assert.equal(secondsToMidnight(new Date('2026-11-21T07:59:00Z')), 60);
});

test('an expired token is renewed with the refresh token, which stays', async (t) => {
  const { sandbox, open, refresh, get } = await aChannel(t);
  const answer = await open(aVideo('sandbox-expired'), 100);
  assert.deepEqual([answer.status, reason(answer.body)], [401, 'authError']);
  const renewed = await askToken(sandbox, { grant_type: 'refresh_token', refresh_token: refresh });
  assert.deepEqual([renewed.body['refresh_token'], renewed.body['expires_in']], [undefined, 3599]);
  const authorization = `Bearer ${text(renewed.body['access_token'])}`;
  assert.equal((await open(aVideo('sandbox-expired'), 100, { authorization })).status, 200);
  assert.equal(
    first((await get('channels', { part: 'snippet', mine: 'true' }, authorization)).body)['id'],
    'UCsunriseBakery000000001',
  );
  assert.equal(
    (await askToken(sandbox, { grant_type: 'refresh_token', refresh_token: 'gone' })).body['error'],
    'invalid_grant',
  );
});

test('a refresh token comes with offline access, and again only when consent is requested', async (t) => {
  const sandbox = await aSandbox(t);
  const refresh = async (more: Record<string, string>) => {
    const back = await aConsent(sandbox, { more });
    return typeof (await askToken(sandbox, { code: back.get('code') ?? '' })).body['refresh_token'];
  };
  assert.equal(await refresh({}), 'undefined');
  assert.equal(await refresh({ access_type: 'offline' }), 'string');
  assert.equal(await refresh({ access_type: 'offline' }), 'undefined');
  assert.equal(await refresh({ access_type: 'offline', prompt: 'consent' }), 'string');
  assert.equal((await aConsent(sandbox, { decision: 'cancel' })).get('error'), 'access_denied');
});

test('accounts can have no channel, a suspended one, private uploads or hidden likes', async (t) => {
  const nobody = await aChannel(t, 'yt-nina');
  assert.deepEqual((await nobody.get('channels', { part: 'snippet', mine: 'true' })).body['items'], []);
  assert.equal(reason((await nobody.open(aVideo('x'), 100)).body), 'youtubeSignupRequired');
  const suspended = await aChannel(t, 'yt-sam');
  assert.equal((await suspended.open(aVideo('x'), 100)).status, 403);
  const ownPrivate = await aChannel(t, 'yt-maple');
  assert.partialDeepStrictEqual((await ownPrivate.upload(aVideo('Mine'), mp4())).body, {
    status: { privacyStatus: 'private' },
  });
  const shy = await aChannel(t, 'yt-harbor');
  const id = text((await shy.upload(aVideo('Shy'), mp4())).body['id']);
  const { statistics } = first((await shy.get('videos', { part: 'statistics', id })).body);
  assert.deepEqual(statistics, { viewCount: '0', favoriteCount: '0', commentCount: '0' });
});

test('uploads are listed newest first, page by page', async (t) => {
  const { upload, get } = await aChannel(t);
  for (const title of ['one', 'two', 'three']) await upload(aVideo(title), mp4());
  const page = await get('playlistItems', { part: 'snippet', playlistId: 'UUsunriseBakery000000001', maxResults: '2' });
  assert.partialDeepStrictEqual(first(page.body), { snippet: { title: 'three' } });
  const next = await get('playlistItems', {
    part: 'snippet',
    playlistId: 'UUsunriseBakery000000001',
    maxResults: '2',
    pageToken: text(page.body['nextPageToken']),
  });
  assert.partialDeepStrictEqual(first(next.body), { snippet: { title: 'one' } });
});
