import assert from 'node:assert/strict';
import { test, type TestContext } from 'vitest';
import { aSandbox, ask, png } from '../testing.ts';
import { readMethodCall } from './xml.ts';

const login = ['captain', 'Harbor-login-1!'];

async function aSite(t: TestContext, name = 'harbor-blog') {
  const sandbox = await aSandbox(t);
  const call = async (method: string, ...params: string[]) =>
    (
      await ask(`${sandbox.wordpressUrl}/${name}/xmlrpc.php`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: request(method, params),
      })
    ).text;
  return { sandbox, call };
}

function request(method: string, values: string[]): string {
  const params = values.map((each) => `<param><value>${each}</value></param>`).join('');
  return `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${params}</params></methodCall>`;
}

function struct(members: Record<string, string>): string {
  return `<struct>${Object.entries(members)
    .map(([name, value]) => `<member><name>${name}</name><value>${value}</value></member>`)
    .join('')}</struct>`;
}

function str(value: string): string {
  return `<string>${value}</string>`;
}

const [user = '', password = ''] = login.map(str);

test('the login password opens XML-RPC and names the blog', async (t) => {
  const { call } = await aSite(t);
  assert.match(
    await call('wp.getUsersBlogs', user, password),
    /<name>blogName<\/name><value><string>Harbor Coffee<\/string>/,
  );
});

test('an upload, a draft and its publication make a post', async (t) => {
  const { sandbox, call } = await aSite(t);
  const file = await call(
    'wp.uploadFile',
    '<int>1</int>',
    user,
    password,
    struct({ name: str('cup.png'), type: str('image/png'), bits: `<base64>${png(8, 8).toString('base64')}</base64>` }),
  );
  const thumbnail = /<name>id<\/name><value><string>(\d+)/.exec(file)?.[1] ?? '';
  const made = await call(
    'wp.newPost',
    '<int>1</int>',
    user,
    password,
    struct({
      post_type: str('post'),
      post_status: str('draft'),
      post_title: str('Beans &amp; cups'),
      post_content: str('&lt;p&gt;New&lt;/p&gt;'),
      post_name: str('beans'),
      post_thumbnail: `<int>${thumbnail}</int>`,
      terms_names: struct({ post_tag: `<array><data><value>${str('coffee')}</value></data></array>` }),
    }),
  );
  const id = /<value><string>(\d+)<\/string>/.exec(made)?.[1] ?? '';
  assert.match(
    await call(
      'wp.editPost',
      '<int>1</int>',
      user,
      password,
      `<int>${id}</int>`,
      struct({ post_status: str('publish') }),
    ),
    /<boolean>1<\/boolean>/,
  );
  const post = sandbox.state.posts.get(`wordpress/harbor-blog/${id}`);
  assert.deepEqual(
    [post?.title, post?.html, post?.status, post?.slug, post?.tags, post?.media.length],
    ['Beans & cups', '<p>New</p>', 'publish', 'beans', ['coffee'], 1],
  );
  const read = await call(
    'wp.getPost',
    '<int>1</int>',
    user,
    password,
    `<int>${id}</int>`,
    `<array><data><value>${str('link')}</value><value>${str('post_status')}</value></data></array>`,
  );
  assert.match(read, /harbor-blog\/beans\//);
  assert.doesNotMatch(read, /post_content/);
  assert.match(
    await call(
      'wp.getPosts',
      '<int>1</int>',
      user,
      password,
      struct({ number: '<int>5</int>', orderby: str('date'), order: str('desc') }),
    ),
    /<name>post_title<\/name><value><string>Beans &amp; cups/,
  );
});

test('drafts share a slug until they are published', async (t) => {
  const { sandbox, call } = await aSite(t);
  for (const title of ['One', 'Two'])
    await call(
      'wp.newPost',
      '<int>1</int>',
      user,
      password,
      struct({ post_title: str(title), post_name: str('same') }),
    );
  assert.deepEqual(
    sandbox.state.postsOf('wordpress', 'harbor-blog').map((each) => each.slug),
    ['same', 'same'],
  );
  await call('wp.editPost', '<int>1</int>', user, password, '<int>2</int>', struct({ post_status: str('publish') }));
  assert.equal(sandbox.state.posts.get('wordpress/harbor-blog/2')?.slug, 'same-2');
});

const faults: [name: string, site: string, method: string, params: string[], code: number][] = [
  ['a wrong password', 'harbor-blog', 'wp.getUsersBlogs', [user, str('x')], 403],
  ['an unknown method', 'harbor-blog', 'wp.fly', [], -32601],
  ['too few arguments', 'harbor-blog', 'wp.newPost', [user, password], 400],
  [
    'a missing post',
    'harbor-blog',
    'wp.editPost',
    ['<int>1</int>', user, password, '<int>99</int>', struct({ post_status: str('publish') })],
    404,
  ],
  [
    'an unknown picture',
    'harbor-blog',
    'wp.newPost',
    ['<int>1</int>', user, password, struct({ post_title: str('A'), post_thumbnail: '<int>99</int>' })],
    404,
  ],
  [
    'a contributor publishing',
    'sunrise-blog',
    'wp.newPost',
    [
      '<int>1</int>',
      str('contributor'),
      str('Contributor-login-1!'),
      struct({ post_title: str('A'), post_status: str('publish') }),
    ],
    401,
  ],
  [
    'a contributor uploading',
    'sunrise-blog',
    'wp.uploadFile',
    ['<int>1</int>', str('contributor'), str('Contributor-login-1!'), struct({ name: str('a.png') })],
    401,
  ],
  ['a site without XML-RPC', 'plain-blog', 'wp.getUsersBlogs', [str('penny'), str('Plain-login-1!')], 405],
];
for (const [name, site, method, params, code] of faults) {
  test(`${name} is fault ${code}`, async (t) => {
    const { call } = await aSite(t, site);
    assert.match(await call(method, ...params), new RegExp(`<name>faultCode</name><value><int>${code}</int>`));
  });
}

test('a cut newPost leaves a draft that can be listed; a revoked password is fault 403', async (t) => {
  const { call } = await aSite(t);
  await assert.rejects(
    call(
      'wp.newPost',
      '<int>1</int>',
      user,
      password,
      struct({ post_title: str('Lost one'), post_content: str('sandbox-cut-after') }),
    ),
  );
  assert.match(
    await call('wp.getPosts', '<int>1</int>', user, password, struct({ post_status: str('draft') })),
    /Lost one/,
  );
  assert.match(
    await call('wp.newPost', '<int>1</int>', user, password, struct({ post_title: str('sandbox-revoked') })),
    /<int>403<\/int>/,
  );
});

test('broken XML is fault -32700, GET is 405, a blocked site 403', async (t) => {
  const { sandbox } = await aSite(t);
  assert.match(
    (await ask(`${sandbox.wordpressUrl}/harbor-blog/xmlrpc.php`, { method: 'POST', body: '<methodCall><methodName>x' }))
      .text,
    /-32700/,
  );
  assert.equal((await ask(`${sandbox.wordpressUrl}/harbor-blog/xmlrpc.php`)).status, 405);
  assert.equal(
    (await ask(`${sandbox.wordpressUrl}/closed-blog/xmlrpc.php`, { method: 'POST', body: 'x' })).status,
    403,
  );
});

test('values are read with their types, references and CDATA', () => {
  const read = readMethodCall(
    request('m', [
      'bare &amp; text',
      '<i4>4</i4>',
      '<boolean>1</boolean>',
      '<string/>',
      '<string><![CDATA[<b>&]]></string>',
      '<array><data><value><int>1</int></value></data></array>',
    ]),
  );
  assert.deepEqual(read, { method: 'm', params: ['bare & text', 4, true, '', '<b>&', [1]] });
});
