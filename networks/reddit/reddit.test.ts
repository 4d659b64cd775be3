import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { openHttp, type Http } from '#outbound/request.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import type { Account, Outcome } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { secondsIn } from './api.ts';
import { reddit } from './reddit.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
let http: Http;
let network: ReturnType<typeof reddit>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  http = openHttp({ allowPrivateHosts: [] });
  network = reddit({
    http,
    apiUrl: sandbox.redditApiUrl,
    authUrl: sandbox.redditAuthUrl,
    tokenUrl: sandbox.redditTokenUrl,
  });
});
afterAll(async () => {
  await http.close();
  await sandbox.stop();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      account: z.string(),
      title: z.string(),
      text: z.string(),
      status: z.string(),
      media: z.array(z.object({ type: z.string(), sizeBytes: z.number() })),
    }),
  ),
});
const feed = async () =>
  feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=reddit`)).json()).posts;

/** Polls until the network has reported the outcome of a post. */
async function settled(outcome: Outcome, account: Account): Promise<Outcome> {
  for (let looks = 0; outcome.kind === 'processing' && looks < 5; looks += 1)
    outcome = await network.check(outcome.ticket, account, { signal });
  return outcome;
}

test('a text is posted to the account’s own profile, with its characters as typed', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  const outcome = await network.publish(
    aContent({ title: 'Rye *today*', text: '2 * 3 loaves\nand https://example.org/a_b' }),
    account,
    context,
  );
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.equal(context.fences.length, 1);
  const [post] = await feed();
  assert.equal(outcome.postId, (await feed())[0]?.id);
  assert.deepEqual(
    [post?.title, post?.text, post?.url],
    ['Rye *today*', '2 \\* 3 loaves  \nand https://example.org/a_b', outcome.postUrl],
  );
  assert.match(post?.url ?? '', /\/comments\//);
});

test('a title is counted in code points, as Reddit counts it, and cut if it is too long', async () => {
  const account = await joined(network.consent, 'sunrise');
  for (const characters of [300, 301])
    await network.publish(
      aContent({ title: '🥐'.repeat(characters), text: `${characters} of them` }),
      account,
      aContext(),
    );
  assert.deepEqual(
    (await feed()).map(({ title }) => Array.from(title).length),
    [300, 300],
  );
  assert.deepEqual(
    (await feed()).filter(({ title }) => title.endsWith('…')).map(({ text }) => text),
    ['301 of them'],
  );
});

test('a text without a title gets its first line as the title', async () => {
  await network.publish(
    aContent({ title: '', text: 'Only this' }),
    await joined(network.consent, 'sunrise'),
    aContext(),
  );
  const [post] = await feed();
  assert.deepEqual([post?.title, post?.text], ['Only this', '']);
});

test('an empty post is refused without a request', async () => {
  const context = aContext();
  const outcome = await network.publish(
    aContent({ title: ' ', text: '' }),
    await joined(network.consent, 'sunrise'),
    context,
  );
  assert.deepEqual([outcome.kind, context.fences.length], ['rejected', 0]);
});

for (const kind of ['image', 'video'] as const) {
  test(`${kind === 'image' ? 'an' : 'a'} ${kind} is uploaded with a lease, and the post waits for it`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const media = aMedia(kind);
    const outcome = await settled(
      await network.publish(
        aContent({ type: kind, title: `A ${kind}`, text: 'With words', media }),
        account,
        aContext(),
      ),
      account,
    );
    assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
    const [post] = await feed();
    assert.deepEqual(
      [post?.id, post?.title, post?.text, post?.url],
      [outcome.postId, `A ${kind}`, 'With words', outcome.postUrl],
    );
    assert.ok(post?.media.some(({ sizeBytes }) => sizeBytes === media.sizeBytes));
  });
}

test('a post goes to the subreddit that the account names', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(
    aContent({ title: 'Rye' }),
    { ...account, profile: { subreddit: 'breadmaking' } },
    aContext(),
  );
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.match(outcome.postUrl ?? '', /\/r\/breadmaking\//i);
});

for (const [subreddit, why] of [
  ['textless', /exist/i],
  ['linksonly', /text posts/i],
  ['trusted', /trusted/i],
  ['flairplease', /flair/i],
  ['hidden', /Reddit/],
] as const) {
  test(`a post to r/${subreddit} is rejected with Reddit’s reason`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const outcome = await network.publish(
      aContent({ title: 'Rye' }),
      { ...account, profile: { subreddit } },
      aContext(),
    );
    assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
    assert.match('message' in outcome ? outcome.message : '', why);
    assert.equal((await feed()).length, 0);
  });
}

test('a video in a text-only subreddit is rejected, whichever error code Reddit uses', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(
    aContent({ type: 'video', media: aMedia('video') }),
    { ...account, profile: { subreddit: 'textonly' } },
    aContext(),
  );
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
});

test('a new account that posts too fast learns how long to wait', async () => {
  const account = await joined(network.consent, 'fresh');
  assert.equal((await network.publish(aContent(), account, aContext())).kind, 'published');
  const second = await network.publish(aContent({ title: 'Second' }), account, aContext());
  assert.ok(second.kind === 'rateLimited', JSON.stringify(second));
  assert.ok(second.retryAfterSeconds > 500 && second.retryAfterSeconds <= 660, String(second.retryAfterSeconds));
  assert.equal(second.scope, 'account');
});

for (const [text, seconds] of [
  ['Take a break for 9 minutes before trying again.', 540],
  ['you are doing that too much. try again in 30 seconds.', 30],
  ['try again in 1 hour', 3600],
  ['try again later', null],
] as const) {
  test(`"${text}" is a wait of ${seconds} seconds`, () => assert.equal(secondsIn(text), seconds));
}

test('a title and a text that exceed Reddit’s lengths are cut', async () => {
  await network.publish(
    aContent({ title: 'word '.repeat(100), text: 'w*rd '.repeat(9000) }),
    await joined(network.consent, 'sunrise'),
    aContext(),
  );
  const [post] = await feed();
  assert.ok((post?.title.length ?? 0) <= 300 && (post?.title.length ?? 0) > 280);
  assert.ok((post?.text.length ?? 0) <= 40_000 && (post?.text.length ?? 0) > 30_000);
});

test('a refused fence is passed on and nothing is posted', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(
    network.publish(aContent(), await joined(network.consent, 'sunrise'), aContext({ refuseFence: gone })),
    gone,
  );
  assert.equal((await feed()).length, 0);
});

for (const { text, kind, posts } of [
  { text: 'sandbox-rate-limit-7', kind: 'rateLimited', posts: 0 },
  { text: 'sandbox-revoked', kind: 'unauthorized', posts: 0 },
  { text: 'sandbox-expired', kind: 'unauthorized', posts: 0 },
  { text: 'sandbox-forbidden', kind: 'rejected', posts: 0 },
  { text: 'sandbox-duplicate', kind: 'rejected', posts: 0 },
  { text: 'sandbox-blocked', kind: 'rateLimited', posts: 0 },
  { text: 'sandbox-error-500', kind: 'unknown', posts: 0 },
  { text: 'sandbox-created-500', kind: 'unknown', posts: 1 },
  { text: 'sandbox-cut-before', kind: 'unknown', posts: 0 },
  { text: 'sandbox-cut-after', kind: 'unknown', posts: 1 },
  { text: 'sandbox-cut-half', kind: 'unknown', posts: 1 },
  { text: 'sandbox-html-200', kind: 'unknown', posts: 0 },
  { text: 'sandbox-created-html', kind: 'unknown', posts: 1 },
  { text: 'sandbox-gzip', kind: 'published', posts: 1 },
]) {
  test(`${text} gives ${kind}`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const outcome = await network.publish(aContent({ text }), account, aContext());
    assert.equal(outcome.kind, kind, JSON.stringify(outcome));
    if (outcome.kind === 'rateLimited' && outcome.scope === 'account')
      assert.ok(outcome.retryAfterSeconds >= 6 && outcome.retryAfterSeconds <= 8, String(outcome.retryAfterSeconds));
    assert.equal((await feed()).length, posts);
    assert.ok(
      !JSON.stringify(outcome).includes(account.credentials['accessToken'] ?? '-'),
      'no outcome shows the token',
    );
  });
}

test('a post whose answer was lost is found by title and time', async () => {
  const account = await joined(network.consent, 'sunrise');
  const fencedAt = new Date();
  const content = aContent({ title: 'Lost  and found', text: 'sandbox-cut-after' });
  await network.publish(content, account, aContext());
  const found = await network.find(content, account, { fencedAt, remoteIds: {} }, { signal });
  assert.ok(found.kind === 'found', JSON.stringify(found));
  const [post] = await feed();
  assert.deepEqual([found.postId, found.postUrl], [post?.id, post?.url]);
});

test('an unlisted post is absent only after a while, and last round’s post is not mistaken for it', async () => {
  const account = await joined(network.consent, 'sunrise');
  const content = aContent({ title: 'Every week' });
  await network.publish(content, account, aContext());
  const later = (minutes: number) => ({ fencedAt: new Date(Date.now() + minutes * 60_000), remoteIds: {} });
  assert.equal((await network.find(content, account, later(5), { signal })).kind, 'undecided');
  const before = { fencedAt: new Date(Date.now() - 120_000), remoteIds: {} };
  assert.equal((await network.find(aContent({ title: 'Never sent' }), account, before, { signal })).kind, 'absent');
});

test('after the last request of a window everything waits for the next window', async () => {
  const account = await joined(network.consent, 'sunrise');
  const attempt = { fencedAt: new Date(), remoteIds: {} };
  const looks = await Promise.all(
    Array.from({ length: 1001 }, () => network.find(aContent(), account, attempt, { signal })),
  );
  assert.ok(looks.some((found) => found.kind === 'undecided' && /too many requests/.test(found.message)));
  const outcome = await network.publish(aContent(), account, aContext());
  assert.ok(outcome.kind === 'rateLimited', JSON.stringify(outcome));
  assert.deepEqual([outcome.scope, outcome.retryAfterSeconds > 500 && outcome.retryAfterSeconds <= 600], ['app', true]);
});
