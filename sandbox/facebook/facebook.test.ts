import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson, text, type Json } from '../json.ts';
import { ask, mp4, png } from '../testing.ts';
import { aPage, first, items, persona } from './testing.ts';

test('a text gets an id, a page at its permalink and an entry in the feed', async (t) => {
  const { sandbox, post, posts, read } = await aPage(t);
  const made = await post('feed', { message: 'Fresh bread at six', fields: 'id,permalink_url' });
  assert.equal(made.status, 200, made.text);
  const id = text(made.body['id']);
  assert.match(id, /^100200300400501_\d{15}$/);
  assert.equal(posts()[0]?.id, id);
  assert.match((await ask(text(made.body['permalink_url']))).text, /Fresh bread at six/);
  const listed = await read('100200300400501/published_posts', {
    fields: 'id,message,created_time,permalink_url',
    since: '0',
  });
  assert.partialDeepStrictEqual(first(listed.body), { id, message: 'Fresh bread at six' });
  assert.ok(sandbox.facebookGraphUrl);
});

test('the page’s last text cannot be posted again, an older one can', async (t) => {
  const { post, posts } = await aPage(t);
  await post('feed', { message: 'one' });
  const again = await post('feed', { message: 'one' });
  assert.deepEqual([again.status, error(again.body)['code']], [400, 506]);
  await post('feed', { message: 'two' });
  assert.equal((await post('feed', { message: 'one' })).status, 200);
  assert.equal(posts().length, 3);
});

test('a photo is a post at once, or stays unpublished for a post that shows several', async (t) => {
  const { upload, post, posts } = await aPage(t);
  const one = await upload('photos', { caption: 'Rolls' }, { source: png(30, 20) });
  assert.equal(one.body['post_id'], posts()[0]?.id);
  const waiting = await Promise.all(
    [10, 11].map((size) => upload('photos', { published: 'false' }, { source: png(size, size) })),
  );
  assert.equal(posts().length, 1);
  const attached = JSON.stringify(waiting.map(({ body }) => ({ media_fbid: body['id'] })));
  const both = await post('feed', { message: 'Both', attached_media: attached });
  assert.equal(both.status, 200, both.text);
  assert.equal(posts()[1]?.media.length, 2);
  assert.equal(
    error((await post('feed', { message: 'Both again', attached_media: attached })).body)['error_subcode'],
    1366051,
  );
  assert.equal(
    error(
      (await upload('photos', { caption: 'x' }, { source: Buffer.concat([png(9, 9), Buffer.alloc(4_000_000)]) })).body,
    )['error_subcode'],
    1366046,
  );
});

test('a video is accepted by either host, and its post has another id', async (t) => {
  const { upload, posts, read } = await aPage(t);
  assert.equal((await upload('videos', { description: 'Oven' }, { source: mp4() }, 'video')).status, 200);
  const made = await upload('videos', { description: 'Oven', title: 'Door' }, { source: mp4() });
  assert.equal(made.status, 200, made.text);
  const seen = await read(text(made.body['id']), { fields: 'status,permalink_url,post_id' });
  assert.partialDeepStrictEqual(seen.body, {
    status: { video_status: 'ready' },
    permalink_url: `/reel/${text(made.body['id'])}/`,
    post_id: posts()[1]?.id,
  });
  assert.equal((await read(text(made.body['id']), { fields: 'likes.summary(total_count)' })).status, 200);
  assert.equal(
    error((await read(text(made.body['id']), { fields: 'reactions.summary(total_count)' })).body)['code'],
    100,
  );
});

test('a video that fails reports it a moment later and never becomes a post', async (t) => {
  const { sandbox, upload, read } = await aPage(t);
  const { body } = await upload('videos', { description: 'sandbox-processing-fails' }, { source: mp4() }, 'video');
  const status = async () => (await read(text(body['id']), { fields: 'status' })).body['status'];
  assert.partialDeepStrictEqual(await status(), { video_status: 'processing' });
  sandbox.clock.aheadMs = 2000;
  assert.partialDeepStrictEqual(await status(), { video_status: 'error', processing_phase: { status: 'error' } });
  assert.deepEqual(items((await read('me/published_posts', {})).body), []);
});

test('a video may be uploaded in pieces through an upload session', async (t) => {
  const { sandbox, userToken, post } = await aPage(t);
  const file = mp4();
  const opened = await ask(
    `${sandbox.facebookGraphUrl}/v26.0/sandbox-app/uploads?file_name=a.mp4&file_length=${file.length}` +
      `&file_type=video/mp4&access_token=${userToken}`,
    { method: 'POST' },
  );
  const piece = (offset: number, bytes: Buffer) =>
    ask(`${sandbox.facebookGraphUrl}/v26.0/${text(opened.body['id'])}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { authorization: `OAuth ${userToken}`, file_offset: String(offset) },
    });
  assert.equal((await piece(0, file.subarray(0, 50))).body['file_offset'], 50);
  assert.equal((await piece(0, file.subarray(50))).status, 400);
  const whole = await piece(50, file.subarray(50));
  const made = await post(
    'videos',
    { fbuploader_video_file_chunk: text(whole.body['h']), description: 'In pieces' },
    'video',
  );
  assert.equal(made.status, 200, made.text);
});

test('figures are read for up to fifty ids at once, and `shares` is omitted without shares', async (t) => {
  const { sandbox, post, read } = await aPage(t);
  const ids = [
    text((await post('feed', { message: 'one' })).body['id']),
    text((await post('feed', { message: 'two' })).body['id']),
  ];
  await fetch(`${sandbox.controlUrl}/figures`, {
    method: 'POST',
    body: JSON.stringify({ network: 'facebook', id: ids[0], likes: 5, comments: 2, shares: 3, views: 90 }),
  });
  const fields =
    'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),' +
    'insights.metric(post_media_view)';
  const { body } = await read('', { ids: ids.join(','), fields });
  assert.partialDeepStrictEqual(body[ids[0] ?? ''], {
    shares: { count: 3 },
    reactions: { summary: { total_count: 5 } },
    comments: { summary: { total_count: 2 } },
    insights: { data: [{ values: [{ value: 90 }] }] },
  });
  assert.ok(isJson(body[ids[1] ?? '']) && !('shares' in Object(body[ids[1] ?? ''])));
  const missing = await read('', { ids: `${ids[0]},100200300400501_1`, fields: 'shares' });
  assert.deepEqual([missing.status, error(missing.body)['code']], [404, 803]);
  assert.equal(error((await read(`${ids[0]}/insights`, { metric: 'post_impressions' })).body)['code'], 100);
});

const refusals: [name: string, fields: Record<string, string>, code: number][] = [
  ['a misspelt parameter', { mesage: 'x' }, 100],
  ['an empty post', {}, 100],
  ['a text over 63,206 characters', { message: 'x'.repeat(63_207) }, 100],
  ['an unknown photo', { message: 'x', attached_media: '[{"media_fbid":"1"}]' }, 100],
  ['sandbox-rate-limit', { message: 'sandbox-rate-limit-90' }, 32],
  ['sandbox-expired', { message: 'sandbox-expired' }, 190],
  ['sandbox-forbidden', { message: 'sandbox-forbidden' }, 200],
  ['sandbox-error-500', { message: 'sandbox-error-500' }, 2],
];
for (const [name, fields, code] of refusals) {
  test(`${name} is refused with code ${code}`, async (t) => {
    const { post, posts } = await aPage(t);
    const answer = await post('feed', fields);
    assert.equal(error(answer.body)['code'], code, answer.text);
    assert.equal(posts().length, 0);
    if (code === 32)
      assert.match(answer.headers.get('x-business-use-case-usage') ?? '', /"estimated_time_to_regain_access":2/);
  });
}

test('a page without the task to create content accepts nothing', async (t) => {
  const { post } = await aPage(t, { page: 'Maple Studio' });
  const answer = await post('feed', { message: 'x' });
  assert.deepEqual([answer.status, error(answer.body)['code']], [403, 200]);
});

test('groups are listed with their administrators and accept no posts', async (t) => {
  const { sandbox, read, userToken } = await aPage(t);
  const { body } = await read('me/groups', { fields: 'id,name,administrator' }, userToken);
  assert.deepEqual(
    items(body).map((each) => each['administrator']),
    [true, false],
  );
  const sent = await ask(`${sandbox.facebookGraphUrl}/v26.0/200300400500601/feed?access_token=${userToken}&message=x`, {
    method: 'POST',
  });
  assert.equal(error(sent.body)['code'], 3);
});

test('a long list is paged, and repeats one of its pages', async (t) => {
  const { read, userToken } = await aPage(t, { who: persona.many, page: 'Branch 001' });
  const names: string[] = [];
  for (let after = ''; ;) {
    const { body } = await read(
      'me/accounts',
      { fields: 'id,name', limit: '25', ...(after ? { after } : {}) },
      userToken,
    );
    names.push(...items(body).map((each) => text(each['id'])));
    const paging = isJson(body['paging']) ? body['paging'] : {};
    if (paging['next'] === undefined) break;
    after = isJson(paging['cursors']) ? text(paging['cursors']['after']) : '';
  }
  assert.deepEqual([names.length, new Set(names).size], [62, 61]);
});

function error(body: Json): Json {
  return isJson(body['error']) ? body['error'] : {};
}
