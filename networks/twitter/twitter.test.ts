import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { jsonBody } from '#outbound/body.ts';
import type { Http } from '#outbound/request.ts';
import { mp4 } from '../../sandbox/testing.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';
import { twitter } from './twitter.ts';

const signal = new AbortController().signal;
const bakery = '1510000000000000001';
const { sandbox, http, stage } = await onSandbox(aStage);

const anAccount = (persona = bakery) => joined(stage.network.consent, persona);
const publish = async (content: PostContent, account?: Account): Promise<Outcome> =>
  stage.network.publish(content, account ?? (await anAccount()), aContext());
const { lost } = stage;
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('a text is posted once, with title and description, and its address opens', async () => {
  const outcome = await publish(aContent({ title: 'Sourdough', text: 'A & B <b> 🥖 https://example.org/menu' }));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const [post, ...others] = await stage.feed();
  assert.deepEqual([others.length, post?.id], [0, outcome.postId]);
  assert.match(String(post?.text), /^Sourdough\n\nA & B <b> 🥖 https:\/\/example\.org\/menu$/);
  assert.match(String(outcome.postUrl), /\/sunrise_bakery\/status\/\d+$/);
  assert.equal((await fetch(String(outcome.postUrl))).status, 200);
});

test('a picture with its alt text and a video are posted byte for byte', async () => {
  const picture = aContent({ type: 'image', alt: 'A loaf of rye', media: aMedia('image') });
  assert.equal((await publish(picture)).kind, 'published');
  const video = Buffer.concat([mp4(), Buffer.alloc(2_500_000, 7)]);
  const outcome = await publish(
    aContent({ type: 'video', text: 'In three parts', media: aMedia('video', { bytes: video }) }),
  );
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  const [second, first] = await stage.feed();
  assert.deepEqual([first?.media[0]?.sha256, first?.media[0]?.alt], [sha(aPng()), 'A loaf of rye']);
  assert.equal(second?.media[0]?.sha256, sha(video));
});

test('a long text is cut to 280 of X’s weight, where an emoji counts two and an address 23', async () => {
  assert.equal((await publish(aContent({ title: '', text: '🥐 bread '.repeat(60) }))).kind, 'published');
  assert.equal(
    (await publish(aContent({ title: '', text: `https://example.org/${'long/'.repeat(100)} ${'日本'.repeat(64)}` })))
      .kind,
    'published',
  );
  const [cjk, bread] = await stage.feed();
  assert.match(String(bread?.text), /…$/);
  assert.ok(cjk?.text.endsWith('日本'), 'what fits is not cut');
});

test('an empty post is rejected before the fence, but a file without text is not empty', async () => {
  const context = aContext();
  assert.equal(
    (await stage.network.publish(aContent({ title: ' ', text: '' }), await anAccount(), context)).kind,
    'rejected',
  );
  assert.equal(context.fences.length, 0);
  assert.equal(
    (await publish(aContent({ type: 'image', title: '', text: '', media: aMedia('image') }))).kind,
    'published',
  );
});

test('a refused fence is passed on and nothing is posted', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(stage.network.publish(aContent(), await anAccount(), aContext({ refuseFence: gone })), gone);
  assert.equal((await stage.feed()).length, 0);
});

test('a file whose length differs from its stated length is never posted', async () => {
  const outcome = await publish(
    aContent({ type: 'video', media: aMedia('video', { bytes: mp4(), lengthSaid: 5000 }) }),
  );
  assert.equal(outcome.kind, 'unreachable', JSON.stringify(outcome));
  assert.equal((await stage.feed()).length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', scope: 'account' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-expired', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-app-refused', outcome: { kind: 'rateLimited', scope: 'app' }, posts: 0 },
  { text: 'sandbox-duplicate', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-half', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-gzip', outcome: { kind: 'published' }, posts: 1 },
] as const) {
  test(`${text} gives ${outcome.kind}`, async () => {
    const account = await anAccount();
    const got = await publish(aContent({ text }), account);
    assert.partialDeepStrictEqual(got, outcome);
    assert.equal((await stage.feed()).length, posts);
    if (got.kind === 'rateLimited' && got.scope === 'account')
      assert.ok(got.retryAfterSeconds >= 5 && got.retryAfterSeconds <= 8, String(got.retryAfterSeconds));
    assert.ok(!JSON.stringify(got).includes(account.credentials['accessToken'] ?? '?'), 'no outcome shows the token');
  });
}

test('a duplicate is not ours if every earlier try was refused', async () => {
  const account = await anAccount();
  const content = aContent({ text: 'Fresh rolls' });
  const context = aContext();
  await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'rate-limit' });
  assert.equal((await stage.network.publish(content, account, context)).kind, 'rateLimited');
  await publish(content, account);
  assert.equal(
    (await stage.network.publish(content, account, aContext({ remembered: context.remembered }))).kind,
    'rejected',
  );
});

test('the same text twice is refused with a message, and does not count as the earlier post', async () => {
  const account = await anAccount();
  await publish(aContent({ text: 'Once' }), account);
  const again = await publish(aContent({ text: 'Once' }), account);
  assert.equal(again.kind, 'rejected');
  assert.match('message' in again ? again.message : '', /second time/);
});

for (const text of ['sandbox-cut-after', 'sandbox-cut-half', 'sandbox-created-500'] as const) {
  test(`a post whose answer was lost by ${text} is found in the timeline`, async () => {
    const account = await anAccount();
    const content = aContent({ title: 'News & more', text: `${text} https://example.org/${'x'.repeat(60)}` });
    assert.equal((await publish(content, account)).kind, 'unknown');
    const found = await stage.network.find(content, account, lost(), { signal });
    const [post] = await stage.feed();
    assert.deepEqual(found, { kind: 'found', postId: post?.id, postUrl: post?.url });
  });
}

test('a lost post with a picture is recognised by its file', async () => {
  const account = await anAccount();
  await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'cut', after: 'commit' });
  const content = aContent({ type: 'image', title: '', text: '', media: aMedia('image') });
  const context = aContext();
  assert.equal((await stage.network.publish(content, account, context)).kind, 'unknown');
  const remoteIds = context.fences[0]?.remoteIds ?? {};
  assert.equal((await stage.network.find(content, account, { ...lost(), remoteIds }, { signal })).kind, 'found');
  assert.equal(
    (await stage.network.find(content, account, { ...lost(), remoteIds: { mediaId: '1' } }, { signal })).kind,
    'absent',
  );
});

for (const { words, typed } of [
  { words: 'a bare domain', typed: 'New rolls: bakery.com/menu' },
  { words: 'a bare domain and an address', typed: 'bakery.com or https://bakery.com/menu?a=1&b=2' },
  { words: 'the same bare domain twice', typed: 'bakery.com, really: bakery.com!' },
]) {
  test(`a lost post with ${words} is found, although X turns it into links`, async () => {
    const account = await anAccount();
    const content = aContent({ title: '', text: typed });
    await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'cut', after: 'commit' });
    assert.equal((await publish(content, account)).kind, 'unknown');
    const found = await stage.network.find(content, account, lost(), { signal });
    assert.deepEqual([found.kind, (await stage.feed()).map(({ text }) => text)], ['found', [typed]]);
  });
}

test('a lost post followed by eleven others is undecided: the list does not reach back to it', async () => {
  const account = await anAccount();
  const content = aContent({ title: '', text: 'The first of many' });
  await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'cut', after: 'commit' });
  assert.equal((await publish(content, account)).kind, 'unknown');
  for (let n = 1; n <= 11; n += 1)
    assert.equal((await publish(aContent({ text: `Another ${n}` }), account)).kind, 'published');
  const found = await stage.network.find(content, account, lost(), { signal });
  assert.deepEqual(found, { kind: 'undecided', message: 'The post is not among the ten newest of the account' });
});

test('a post that was never made is absent, once X has had a moment', async () => {
  const account = await anAccount();
  const content = aContent({ text: 'sandbox-cut-before' });
  await publish(content, account);
  assert.equal((await stage.network.find(content, account, lost(5), { signal })).kind, 'undecided');
  assert.equal((await stage.network.find(content, account, lost(30), { signal })).kind, 'absent');
});

test('a second send whose duplicate exists counts as that post', async () => {
  const account = await anAccount();
  const content = aContent({ text: 'sandbox-cut-after-1' });
  const context = aContext();
  assert.equal((await stage.network.publish(content, account, context)).kind, 'unknown');
  const again = await stage.network.publish(content, account, aContext({ remembered: context.remembered }));
  const posts = await stage.feed();
  assert.deepEqual([again.kind, posts.length], ['published', 1]);
  assert.equal('postId' in again && again.postId, posts[0]?.id);
});

test('figures of many posts come with one request, and a deleted post is reported as gone', async () => {
  const account = await anAccount();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const outcome = await publish(aContent({ text: `Post ${n}` }), account);
    if (outcome.kind === 'published') ids.push(outcome.postId);
  }
  await stage.control('figures', { network: 'twitter', id: ids[0], likes: 12, retweets: 3, views: 400 });
  const read = await stage.network.engagement([...ids, '1799999999999999999'], account, { signal });
  assert.ok(read.kind === 'read', JSON.stringify(read));
  assert.deepEqual(read.figures.get(ids[0] ?? ''), {
    likes: 12,
    comments: null,
    shares: null,
    views: null,
    retweets: 3,
  });
  assert.deepEqual([read.figures.size, read.gone], [3, ['1799999999999999999']]);
});

for (const fields of ['tweet.fields', 'post.fields'] as const) {
  test(`posts are found and counted with ${fields}`, async () => {
    const asked: URL[] = [];
    const watched: Http = {
      ...http,
      send: (request) => {
        asked.push(request.url);
        return http.send(request);
      },
    };
    const network = twitter({ http: watched, apiUrl: sandbox.twitterApiUrl, authUrl: sandbox.twitterAuthUrl, fields });
    const account = await anAccount();
    const outcome = await publish(aContent({ text: 'See bakery.com' }), account);
    assert.ok(outcome.kind === 'published');
    await stage.control('figures', { network: 'twitter', id: outcome.postId, likes: 2, retweets: 3 });
    assert.equal(
      (await network.find?.(aContent({ text: 'See bakery.com' }), account, lost(), { signal }))?.kind,
      'found',
    );
    const read = await network.engagement?.([outcome.postId], account, { signal });
    assert.equal(read?.kind === 'read' && read.figures.get(outcome.postId)?.retweets, 3);
    assert.deepEqual(
      asked.map((url) => [...url.searchParams.keys()].filter((name) => name.endsWith('.fields'))),
      [[fields], [fields]],
    );
  });
}

test('alt text that X refuses is noted beside the post, which is published anyway', async () => {
  const metadata: string[] = [];
  const refusing: Http = {
    ...http,
    send: (request) => {
      if (!request.url.pathname.endsWith('/2/media/metadata')) return http.send(request);
      metadata.push(request.url.pathname);
      return http.send({ ...request, body: jsonBody({ id: 'nobody', metadata: { alt_text: { text: '' } } }) });
    },
  };
  const network = twitter({ http: refusing, apiUrl: sandbox.twitterApiUrl, authUrl: sandbox.twitterAuthUrl });
  const content = aContent({ type: 'image', text: 'Rye', alt: 'A loaf of rye', media: aMedia('image') });
  const outcome = await network.publish(content, await anAccount(), aContext());
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.match(outcome.note ?? '', /^X did not take the alt text\. \(.+\)$/);
  assert.equal(metadata.length, 1);
});

test('a locked account cannot post', async () => {
  const outcome = await publish(aContent(), await anAccount('1510000000000000004'));
  assert.ok(outcome.kind === 'rejected' || outcome.kind === 'unauthorized', JSON.stringify(outcome));
});
