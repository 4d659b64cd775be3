import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test, type TestContext } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask, keys, png, posted } from '../testing.ts';

const me = '15303d74c64f66366f00cb9b2a94f3251bf5sunrise';
const authorization = `Bearer ${keys.medium}`;
const story = {
  title: 'Rye',
  contentFormat: 'html',
  content: '<h1>Rye</h1><p>Dark.</p>',
  tags: ['bread'],
  publishStatus: 'public',
};

async function aWriter(t: TestContext) {
  const sandbox = await aSandbox(t);
  const publish = (value: unknown, path = `users/${me}`) =>
    ask(`${sandbox.mediumApiUrl}/v1/${path}/posts`, posted(value, { authorization }));
  return { sandbox, publish };
}

function data(answer: { body: Record<string, unknown> }): Record<string, unknown> {
  return isJson(answer.body['data']) ? answer.body['data'] : {};
}

test('a token reports its owner, and a dead one that it is dead', async (t) => {
  const { sandbox } = await aWriter(t);
  assert.equal(
    data(await ask(`${sandbox.mediumApiUrl}/v1/me`, { headers: { authorization } }))['username'],
    'sunrisebakery',
  );
  const dead = await ask(`${sandbox.mediumApiUrl}/v1/me`, { headers: { authorization: 'Bearer nope' } });
  assert.deepEqual([dead.status, dead.body], [401, { errors: [{ message: 'Token was invalid.', code: 6003 }] }]);
  assert.equal((await ask(`${sandbox.mediumApiUrl}/v1/me`)).status, 401);
});

test('a story has a page and an entry in the feed', async (t) => {
  const { sandbox, publish } = await aWriter(t);
  const made = await publish(story);
  assert.equal(made.status, 201);
  assert.match(String(data(made)['url']), /\/medium\/@sunrisebakery\/rye-[0-9a-f]{12}$/);
  assert.match((await ask(String(data(made)['url']))).text, /<p>Dark\.<\/p>/);
  const feed = await ask(`${sandbox.url}/medium/feed/@sunrisebakery`);
  assert.match(feed.text, /<title><!\[CDATA\[Rye\]\]><\/title>/);
});

test('drafts and unlisted stories stay out of the feed', async (t) => {
  const { sandbox, publish } = await aWriter(t);
  const draft = data(await publish({ ...story, title: 'Secret', publishStatus: 'draft' }));
  assert.equal('publishedAt' in draft, false);
  await publish({ ...story, title: 'Hidden', publishStatus: 'unlisted' });
  assert.doesNotMatch((await ask(`${sandbox.url}/medium/feed/@sunrisebakery`)).text, /Secret|Hidden/);
});

test('pictures of this machine are copied, others are left unchanged', async (t) => {
  const { sandbox, publish } = await aWriter(t);
  const server = createServer((_, response) => response.end(png(12, 12))).listen(0, '127.0.0.1');
  t.onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await publish({
    ...story,
    content: `<p>a</p><img src="http://127.0.0.1:${port}/a.png"><img src="https://pictures.example/b.png">`,
  });
  const post = [...sandbox.state.posts.values()][0];
  assert.equal(post?.media.length, 1);
  assert.match(
    post?.html ?? '',
    new RegExp(`<img src="${sandbox.url}/files/[0-9a-f]{64}\\.png"><img src="https://pictures\\.example/b\\.png">`),
  );
});

test('a picture can be uploaded by itself', async (t) => {
  const { sandbox } = await aWriter(t);
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png(3, 3))], { type: 'image/png' }), 'a.png');
  const answer = await ask(`${sandbox.mediumApiUrl}/v1/images`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  assert.equal(answer.status, 201);
  assert.equal((await fetch(String(data(answer)['url']))).status, 200);
});

test('publications are listed; an editor publishes there, a writer only makes drafts', async (t) => {
  const { sandbox, publish } = await aWriter(t);
  const list = await ask(`${sandbox.mediumApiUrl}/v1/users/${me}/publications`, { headers: { authorization } });
  assert.deepEqual(
    Array.isArray(list.body['data']) && list.body['data'].map((each: unknown) => isJson(each) && each['id']),
    ['b969ac62a46b', 'b45573563f5a'],
  );
  assert.equal(data(await publish(story, 'publications/b969ac62a46b'))['publicationId'], 'b969ac62a46b');
  assert.equal((await publish(story, 'publications/b45573563f5a')).status, 403);
  assert.equal((await publish({ ...story, publishStatus: 'draft' }, 'publications/b45573563f5a')).status, 201);
});

test('only three tags of at most 25 characters count, and a long title is replaced', async (t) => {
  const { publish } = await aWriter(t);
  const made = data(await publish({ ...story, title: 'x'.repeat(101), tags: ['a', 'b'.repeat(26), 'c', 'd', 'e'] }));
  assert.deepEqual([made['title'], made['tags']], ['Rye', ['a', 'c', 'd']]);
});

const refusals: [name: string, value: unknown, path: string, status: number][] = [
  ['no title', { ...story, title: '' }, `users/${me}`, 400],
  ['no content', { ...story, content: '' }, `users/${me}`, 400],
  ['an unknown format', { ...story, contentFormat: 'text' }, `users/${me}`, 400],
  ['an unknown status', { ...story, publishStatus: 'live' }, `users/${me}`, 400],
  ['an unknown field', { ...story, body: 'x' }, `users/${me}`, 400],
  ['another author', story, 'users/somebody', 403],
  ['another user’s publication', story, 'publications/ffffffffffff', 403],
];
for (const [name, value, path, status] of refusals) {
  test(`${name} is refused with ${status}`, async (t) => {
    const { sandbox, publish } = await aWriter(t);
    const answer = await publish(value, path);
    assert.equal(answer.status, status);
    assert.ok(Array.isArray(answer.body['errors']));
    assert.equal(sandbox.state.posts.size, 0);
  });
}
