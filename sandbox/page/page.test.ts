import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isJson } from '../json.ts';
import { aSandbox, ask, keys, posted } from '../testing.ts';
import { sentinels } from '../faults/sentinels.ts';

test('the page shows every key and every sentinel, without inline script or style', async (t) => {
  const sandbox = await aSandbox(t);
  const page = await ask(sandbox.url);
  assert.equal(page.status, 200);
  for (const value of [
    keys.sunrise,
    keys.harbor,
    keys.maple,
    keys.medium,
    `${sandbox.url}/wordpress/harbor-blog`,
    ...sentinels.map((each) => each.text),
  ])
    assert.ok(page.text.includes(value), value);
  assert.match(page.text, /Nothing leaves this machine/);
  assert.doesNotMatch(page.text, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
});

test('the page’s own files are served with their types', async (t) => {
  const sandbox = await aSandbox(t);
  for (const [name, type] of [
    ['page.css', 'text/css'],
    ['feed.css', 'text/css'],
    ['keys.css', 'text/css'],
    ['post.css', 'text/css'],
    ['page.js', 'text/javascript'],
    ['render.js', 'text/javascript'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const file = await fetch(`${sandbox.url}/${name}`);
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-type') ?? '', new RegExp(`^${type.replace('+', '\\+')}`));
  }
});

test('news are reported once per change', async (t) => {
  const sandbox = await aSandbox(t);
  await ask(
    `${sandbox.telegramApiUrl}/bot${keys.sunrise}/sendMessage`,
    posted({ chat_id: '@sunrise_bakery', text: 'Fresh' }),
  );
  const news = await ask(`${sandbox.url}/news.json?tab=telegram`);
  assert.ok(
    Array.isArray(news.body['items']) && isJson(news.body['items'][0]) && news.body['items'][0]['text'] === 'Fresh',
  );
  assert.equal(
    (await ask(`${sandbox.url}/news.json?tab=telegram&version=${String(news.body['version'])}`)).status,
    204,
  );
});

test('the first tab has the newest posts of all networks', async (t) => {
  const sandbox = await aSandbox(t);
  await ask(
    `${sandbox.telegramApiUrl}/bot${keys.sunrise}/sendMessage`,
    posted({ chat_id: '@sunrise_bakery', text: 'On Telegram' }),
  );
  await ask(
    `${sandbox.wordpressUrl}/sunrise-blog/wp-json/wp/v2/posts`,
    posted({ title: 'On the blog', content: 'Words', status: 'publish' }, { authorization: keys.editor }),
  );
  const { body } = await ask(`${sandbox.url}/news.json?tab=newest`);
  assert.ok(Array.isArray(body['items']));
  assert.deepEqual(
    new Set(body['items'].map((each: unknown) => (isJson(each) ? each['network'] : ''))),
    new Set(['telegram', 'wordpress']),
  );
  assert.match((await ask(sandbox.url)).text, /role="tablist"[^>]*><a role="tab" id="tab-newest"/);
});

test('feeds are newest first and can be filtered by account', async (t) => {
  const sandbox = await aSandbox(t);
  const send = (token: string, chat: string | number, text: string) =>
    ask(`${sandbox.telegramApiUrl}/bot${token}/sendMessage`, posted({ chat_id: chat, text }));
  await send(keys.sunrise, '@sunrise_bakery', 'one');
  await send(keys.harbor, -1001000000002, 'two');
  await send(keys.sunrise, '@sunrise_bakery', 'three');
  const texts = async (query: string) => {
    const { body } = await ask(`${sandbox.controlUrl}/feeds${query}`);
    return Array.isArray(body['posts']) ? body['posts'].map((each: unknown) => (isJson(each) ? each['text'] : '')) : [];
  };
  assert.deepEqual(await texts(''), ['three', 'two', 'one']);
  assert.deepEqual(await texts('?network=telegram&account=-1001000000001'), ['three', 'one']);
});

test('a post’s page cannot run scripts, whatever its HTML contains', async (t) => {
  const sandbox = await aSandbox(t);
  const made = await ask(
    `${sandbox.wordpressUrl}/sunrise-blog/wp-json/wp/v2/posts`,
    posted({ title: 'X', content: '<script>alert(1)</script>', status: 'publish' }, { authorization: keys.editor }),
  );
  const page = await fetch(String(made.body['link']));
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
});

test('a post that becomes ready is reported as news', async (t) => {
  const sandbox = await aSandbox(t);
  const post = {
    key: 'facebook/1_2',
    network: 'facebook',
    account: '1',
    accountName: 'One',
    author: 'One',
    id: '1_2',
    url: '',
    path: '',
    title: '',
    text: 'x',
    html: '',
    entities: [],
    status: 'processing',
    slug: '',
    tags: [],
    media: [],
    featuredId: 0,
    createdAt: '',
    publishedAt: '',
    pending: { at: new Date(Date.now() + 60_000).toISOString(), becomes: 'published' },
  } as const;
  await sandbox.state.commit({ kind: 'post', post: { ...post, entities: [], tags: [], media: [] } });
  const first = await ask(`${sandbox.url}/news.json?tab=facebook`);
  const again = () => ask(`${sandbox.url}/news.json?tab=facebook&version=${String(first.body['version'])}`);
  assert.equal((await again()).status, 204);
  sandbox.clock.aheadMs = 61_000;
  const { body } = await again();
  assert.ok(Array.isArray(body['items']) && isJson(body['items'][0]) && body['items'][0]['status'] === 'published');
});
