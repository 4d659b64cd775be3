import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask, basic, keys, png, posted } from '../testing.ts';

async function aSite(
  t: TestContext,
  { name = 'sunrise-blog', auth = keys.editor }: { name?: string; auth?: string } = {},
) {
  const sandbox = await aSandbox(t);
  const site = `${sandbox.wordpressUrl}/${name}`;
  const get = (route: string, authorization = auth) =>
    ask(`${site}/wp-json${route}`, { headers: authorization ? { authorization } : {} });
  const post = (route: string, value: unknown, authorization = auth) =>
    ask(`${site}/wp-json${route}`, posted(value, authorization ? { authorization } : {}));
  const upload = (data: Buffer, headers: Record<string, string>) =>
    ask(`${site}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: { authorization: auth, ...headers },
      body: new Uint8Array(data),
    });
  return { sandbox, site, get, post, upload };
}

function inner(value: unknown, key: string): unknown {
  return isJson(value) ? value[key] : undefined;
}

test('the home page links to the REST API, whose root offers application passwords', async (t) => {
  const { site, get } = await aSite(t);
  const home = await fetch(site, { method: 'HEAD' });
  assert.equal(home.headers.get('link'), `<${site}/wp-json/>; rel="https://api.w.org/"`);
  const root = (await get('/')).body;
  assert.equal(root['name'], 'Sunrise Bakery');
  assert.match(JSON.stringify(root['authentication']), /application-passwords.*authorize-application\.php/);
});

test('behind a proxy the API is named under the public address', async (t) => {
  const sandbox = await aSandbox(t, { publicUrl: 'http://localhost:3000/sandbox' });
  const home = await fetch(`${sandbox.wordpressUrl}/sunrise-blog/`, {
    headers: { 'x-forwarded-host': 'localhost:3000' },
  });
  assert.equal(
    home.headers.get('link'),
    '<http://localhost:3000/sandbox/wordpress/sunrise-blog/wp-json/>; rel="https://api.w.org/"',
  );
});

test('the application password identifies the user, with capabilities', async (t) => {
  const { get } = await aSite(t);
  const me = (await get('/wp/v2/users/me?context=edit')).body;
  assert.equal(me['name'], 'Emma Editor');
  assert.equal(inner(me['capabilities'], 'publish_posts'), true);
});

test('a picture, a draft and its publication make a post with a page', async (t) => {
  const { sandbox, post, upload } = await aSite(t);
  const media = await upload(png(30, 20), {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="Fresh Rolls.png"',
  });
  assert.equal(media.status, 201);
  assert.match(
    String(media.body['source_url']),
    /\/wordpress\/sunrise-blog\/wp-content\/uploads\/\d{4}\/\d\d\/fresh-rolls\.png$/,
  );
  const picture = await fetch(String(media.body['source_url']));
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  const draft = await post('/wp/v2/posts', {
    title: 'Rolls',
    content: `<p>Hot</p><img src="${String(media.body['source_url'])}">`,
    status: 'draft',
    slug: 'rolls-ab12',
    featured_media: media.body['id'],
  });
  assert.deepEqual([draft.status, draft.body['status'], draft.body['slug']], [201, 'draft', 'rolls-ab12']);
  const live = await post(`/wp/v2/posts/${String(draft.body['id'])}`, { status: 'publish' });
  assert.equal(live.status, 200);
  assert.equal(live.body['link'], `${sandbox.url}/wordpress/sunrise-blog/rolls-ab12/`);
  const page = await ask(String(live.body['link']));
  assert.match(page.text, /<h1>Rolls<\/h1>/);
  assert.equal(sandbox.state.posts.size, 1);
  assert.equal([...sandbox.state.posts.values()][0]?.media.length, 1);
});

test('any caller finds an upload by its name after its answer was lost', async (t) => {
  const { get, upload } = await aSite(t);
  for (const name of ['rolls-ab12.png', 'rolls-cd34.png']) {
    await upload(png(3, 2), { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` });
  }
  const slugsOf = async (query: string) =>
    (await get(`/wp/v2/media${query}`)).list.map((each) => (isJson(each) ? each['slug'] : each));
  assert.deepEqual(await slugsOf('?slug=rolls-ab12'), ['rolls-ab12']);
  assert.deepEqual(await slugsOf('?slug=rolls-ef56'), []);
  assert.deepEqual(await slugsOf(''), ['rolls-cd34', 'rolls-ab12']);
  assert.deepEqual(await slugsOf('?per_page=1&page=2'), ['rolls-ab12']);
});

test('publishing twice makes one post; the same slug twice ends in -2', async (t) => {
  const { sandbox, post } = await aSite(t);
  const first = await post('/wp/v2/posts', { title: 'A', slug: 'same', status: 'publish' });
  await post(`/wp/v2/posts/${String(first.body['id'])}`, { status: 'publish' });
  const second = await post('/wp/v2/posts', { title: 'A', slug: 'same' });
  assert.equal(second.body['slug'], 'same-2');
  assert.equal(sandbox.state.posts.size, 2);
});

test('a draft is found by its slug in any status, and counted in the headers', async (t) => {
  const { get, post } = await aSite(t);
  await post('/wp/v2/posts', { title: 'A', slug: 'find-me', status: 'draft' });
  await post('/wp/v2/posts', { title: 'Other one', status: 'publish' });
  const found = await get('/wp/v2/posts?slug=find-me&status=any&context=edit');
  assert.deepEqual(
    [found.list.length, found.headers.get('x-wp-total'), found.headers.get('x-wp-totalpages')],
    [1, '1', '1'],
  );
  assert.equal((await get('/wp/v2/posts?search=other&status=any')).list.length, 1);
  assert.equal((await get('/wp/v2/posts', '')).list.length, 1);
});

test('tags are created once and used by id', async (t) => {
  const { sandbox, get, post } = await aSite(t);
  const tag = await post('/wp/v2/tags', { name: 'Bread' });
  const again = await post('/wp/v2/tags', { name: 'Bread' });
  assert.deepEqual(
    [again.status, again.body['code'], inner(again.body['data'], 'term_id')],
    [400, 'term_exists', tag.body['id']],
  );
  assert.equal((await get('/wp/v2/tags?search=bre')).list.length, 1);
  await post('/wp/v2/posts', { title: 'A', tags: [tag.body['id']] });
  assert.deepEqual([...sandbox.state.posts.values()][0]?.tags, ['Bread']);
});

test('an author’s scripts are removed, an editor’s stay', async (t) => {
  const { post } = await aSite(t);
  const content = '<p onclick="x()">Hi<script>y</script><iframe src="z"></iframe></p>';
  const plain = await post('/wp/v2/posts', { title: 'A', content }, keys.author);
  assert.equal(inner(plain.body['content'], 'raw'), '<p>Hiy</p>');
  assert.equal(inner((await post('/wp/v2/posts', { title: 'A', content })).body['content'], 'raw'), content);
});

test('an application password names itself and revokes itself', async (t) => {
  const { site, get } = await aSite(t);
  const { body } = await get('/wp/v2/users/me/application-passwords/introspect');
  const end = (uuid: unknown) =>
    ask(`${site}/wp-json/wp/v2/users/me/application-passwords/${String(uuid)}`, {
      method: 'DELETE',
      headers: { authorization: keys.editor },
    });
  assert.equal((await end('00000000-0000-4000-8000-000000000000')).body['code'], 'rest_application_password_not_found');
  assert.equal((await end(body['uuid'])).body['deleted'], true);
  assert.equal((await get('/wp/v2/users/me')).body['code'], 'incorrect_password');
});

test('a bare-core site treats a call with a wrong password as anonymous', async (t) => {
  const { sandbox } = await aSite(t);
  const answer = (route: string, init: RequestInit = {}) =>
    ask(`${sandbox.wordpressUrl}/plain-blog/?rest_route=${route}`, {
      ...init,
      headers: { authorization: basic('penny', 'wrong'), 'content-type': 'application/json' },
    });
  assert.equal((await answer('/wp/v2/users/me/application-passwords/introspect')).body['code'], 'rest_not_logged_in');
  assert.equal(
    (await answer('/wp/v2/posts', { method: 'POST', body: '{"title":"A"}' })).body['code'],
    'rest_cannot_create',
  );
});

const refusals: [name: string, auth: string, route: string, value: unknown, status: number, code: string][] = [
  ['an anonymous caller creating', '', '/wp/v2/posts', { title: 'A' }, 401, 'rest_cannot_create'],
  ['a wrong application password', basic('editor', 'wrong'), '/wp/v2/posts', { title: 'A' }, 401, 'incorrect_password'],
  [
    'the login password',
    basic('editor', 'Sunrise-login-1!'),
    '/wp/v2/posts',
    { title: 'A' },
    401,
    'incorrect_password',
  ],
  ['an unknown user', basic('nobody', 'x'), '/wp/v2/posts', { title: 'A' }, 401, 'invalid_username'],
  [
    'a contributor publishing',
    keys.contributor,
    '/wp/v2/posts',
    { title: 'A', status: 'publish' },
    403,
    'rest_cannot_publish',
  ],
  ['an empty post', keys.editor, '/wp/v2/posts', { status: 'draft' }, 400, 'empty_content'],
  ['an unknown status', keys.editor, '/wp/v2/posts', { title: 'A', status: 'live' }, 400, 'rest_invalid_param'],
  ['an unknown field', keys.editor, '/wp/v2/posts', { title: 'A', post_content: 'x' }, 400, 'rest_invalid_param'],
  [
    'an unknown featured picture',
    keys.editor,
    '/wp/v2/posts',
    { title: 'A', featured_media: 99 },
    400,
    'rest_invalid_featured_media',
  ],
  ['a missing post', keys.editor, '/wp/v2/posts/99', { status: 'publish' }, 404, 'rest_post_invalid_id'],
  ['an unknown route', keys.editor, '/wp/v2/pigeons', {}, 404, 'rest_no_route'],
  ['a tag without a name', keys.editor, '/wp/v2/tags', {}, 400, 'rest_missing_callback_param'],
];
for (const [name, auth, route, value, status, code] of refusals) {
  test(`${name} is refused with ${status} ${code}`, async (t) => {
    const { post } = await aSite(t);
    const answer = await post(route, value, auth);
    assert.deepEqual(
      [answer.status, answer.body['code'], inner(answer.body['data'], 'status')],
      [status, code, status],
    );
  });
}

test('uploads need a disposition, a permission, and real picture or video bytes', async (t) => {
  const { site, upload } = await aSite(t);
  assert.equal(
    (await upload(png(2, 2), { 'content-type': 'image/png' })).body['code'],
    'rest_upload_no_content_disposition',
  );
  const fake = await upload(Buffer.from('<?php echo 1;'), {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="a.png"',
  });
  assert.deepEqual([fake.status, fake.body['code']], [500, 'rest_upload_sideload_error']);
  const contributor = await ask(`${site}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: keys.contributor,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
    },
    body: new Uint8Array(png(2, 2)),
  });
  assert.deepEqual([contributor.status, contributor.body['code']], [403, 'rest_cannot_create']);
});

test('a site with plain permalinks is called through ?rest_route=', async (t) => {
  const { sandbox, site } = await aSite(t, { name: 'plain-blog' });
  const link = (await fetch(`${site}/`, { method: 'HEAD' })).headers.get('link') ?? '';
  assert.match(link, /index\.php\?rest_route=\/>/);
  const made = await ask(
    `${site}/index.php?rest_route=/wp/v2/posts`,
    posted({ title: 'Plain', status: 'publish' }, { authorization: keys.penny }),
  );
  assert.equal(made.body['link'], `${sandbox.url}/wordpress/plain-blog/?p=${String(made.body['id'])}`);
  assert.match((await ask(String(made.body['link']))).text, /<h1>Plain<\/h1>/);
  assert.equal((await fetch(`${site}/wp-json/`)).status, 404);
});

test('a site whose REST is blocked or off names no API', async (t) => {
  const { sandbox } = await aSite(t);
  for (const [name, status] of [
    ['harbor-blog', 403],
    ['closed-blog', 404],
  ] as const) {
    assert.equal((await fetch(`${sandbox.wordpressUrl}/${name}/`)).headers.get('link'), null);
    assert.equal((await fetch(`${sandbox.wordpressUrl}/${name}/wp-json/`)).status, status);
  }
});

test('a publish call that is cut after the action leaves the post published', async (t) => {
  const { sandbox, post } = await aSite(t);
  const draft = await post('/wp/v2/posts', { title: 'A', content: 'sandbox-publish-cut-after-1', status: 'draft' });
  await assert.rejects(post(`/wp/v2/posts/${String(draft.body['id'])}`, { status: 'publish' }));
  assert.equal([...sandbox.state.posts.values()][0]?.status, 'publish');
  assert.equal((await post(`/wp/v2/posts/${String(draft.body['id'])}`, { status: 'publish' })).status, 200);
  assert.equal(sandbox.state.posts.size, 1);
});

test('a publish call that fails leaves the draft unpublished', async (t) => {
  const { sandbox, post } = await aSite(t);
  const draft = await post('/wp/v2/posts', { title: 'A', content: 'sandbox-publish-error-500' });
  assert.equal(
    (await post(`/wp/v2/posts/${String(draft.body['id'])}`, { status: 'publish' })).body['code'],
    'internal_server_error',
  );
  assert.equal([...sandbox.state.posts.values()][0]?.status, 'draft');
});

test('an upload can fail after the file was stored', async (t) => {
  const { sandbox, upload } = await aSite(t);
  const answer = await upload(png(2, 2), {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="sandbox-media-created-500.png"',
  });
  assert.deepEqual([answer.status, sandbox.state.attachments.size], [500, 1]);
});
