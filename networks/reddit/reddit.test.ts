import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openHttp, type Http } from '../request.ts';
import type { Account, Outcome } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { aVisit, decide, joined, signIn } from '../testing-consent.ts';
import { secondsIn } from './api.ts';
import { reddit } from './reddit.ts';

const signal = new AbortController().signal;
const app = aVisit().app;
let sandbox: Sandbox;
let http: Http;
let network: ReturnType<typeof reddit>;

before(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  http = openHttp({ allowPrivateHosts: [] });
  network = reddit({ http, apiUrl: sandbox.redditApiUrl, authUrl: sandbox.redditAuthUrl, tokenUrl: sandbox.redditTokenUrl });
});
after(async () => {
  await http.close();
  await sandbox.stop();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

const feedShape = z.object({ posts: z.array(z.object({ id: z.string(), url: z.string(), account: z.string(), title: z.string(), text: z.string(), status: z.string(), media: z.array(z.object({ type: z.string(), sizeBytes: z.number() })) })) });
const feed = async () => feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=reddit`)).json()).posts;
const control = (call: string, body: unknown) => fetch(`${sandbox.controlUrl}/${call}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Checks until the network has said what became of a post. */
async function settled(outcome: Outcome, account: Account): Promise<Outcome> {
  for (let looks = 0; outcome.kind === 'processing' && looks < 5; looks += 1) outcome = await network.check(outcome.ticket, account, { signal });
  return outcome;
}

/** The state of the post of that title once the sandbox has worked its file up. */
async function appeared(title: string): Promise<string> {
  sandbox.clock.aheadMs += 1000;
  return (await feed()).find((post) => post.title === title)?.status ?? 'missing';
}

test('joining asks who it is and keeps what renews the connection', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal(account.username, 'sunrise_bakery');
  assert.deepEqual(Object.keys(account.credentials), ['accessToken', 'refreshToken']);
  assert.ok((account.expiresAt?.getTime() ?? 0) > Date.now() + 3_000_000);
});

test('an app whose secret holds all kinds of signs joins', async () => {
  const given = await signIn(network.consent, 'sunrise', aVisit({ app: { clientId: 'sandbox-signs', clientSecret: 'a+b/c=%20d:é' } }));
  assert.equal(given.kind, 'connected', JSON.stringify(given));
});

test('a denial, a used code and a wrong secret are refused in words', async () => {
  const visit = aVisit();
  assert.equal((await decide(network.consent, visit, { persona: 'sunrise', decision: 'cancel' })).get('error'), 'access_denied');
  const code = (await decide(network.consent, visit, { persona: 'sunrise' })).get('code') ?? '';
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'connected');
  assert.equal((await network.consent.complete({ ...visit, code }, { signal })).kind, 'refused');
  const wrong = await signIn(network.consent, 'sunrise', aVisit({ app: { clientId: 'sandbox-app', clientSecret: 'wrong' } }));
  assert.match('message' in wrong ? wrong.message : '', /does not accept the id and secret/);
});

test('a text goes to the account’s own profile, its signs as they were typed', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  const outcome = await network.publish(aContent({ title: 'Rye *today*', text: '2 * 3 loaves\nand https://example.org/a_b' }), account, context);
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.equal(context.fences.length, 1);
  const [post] = await feed();
  assert.equal(outcome.postId, (await feed())[0]?.id);
  assert.deepEqual([post?.title, post?.text, post?.url], ['Rye *today*', '2 \\* 3 loaves  \nand https://example.org/a_b', outcome.postUrl]);
  assert.match(post?.url ?? '', /\/comments\//);
});

test('a title is counted in code points, as Reddit counts it, and cut where it is longer', async () => {
  const account = await joined(network.consent, 'sunrise');
  for (const signs of [300, 301]) await network.publish(aContent({ title: '🥐'.repeat(signs), text: `${signs} of them` }), account, aContext());
  assert.deepEqual((await feed()).map(({ title }) => Array.from(title).length), [300, 300]);
  assert.deepEqual((await feed()).filter(({ title }) => title.endsWith('…')).map(({ text }) => text), ['301 of them']);
});

test('a text without a title has its first line as title', async () => {
  await network.publish(aContent({ title: '', text: 'Only this' }), await joined(network.consent, 'sunrise'), aContext());
  const [post] = await feed();
  assert.deepEqual([post?.title, post?.text], ['Only this', '']);
});

test('nothing at all is refused without a request', async () => {
  const context = aContext();
  const outcome = await network.publish(aContent({ title: ' ', text: '' }), await joined(network.consent, 'sunrise'), context);
  assert.deepEqual([outcome.kind, context.fences.length], ['rejected', 0]);
});

for (const kind of ['image', 'video'] as const) {
  test(`${kind === 'image' ? 'an' : 'a'} ${kind} goes up by a lease and is waited for`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const media = aMedia(kind);
    const outcome = await settled(await network.publish(aContent({ type: kind, title: `A ${kind}`, text: 'With words', media }), account, aContext()), account);
    assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
    const [post] = await feed();
    assert.deepEqual([post?.id, post?.title, post?.text, post?.url], [outcome.postId, `A ${kind}`, 'With words', outcome.postUrl]);
    assert.ok(post?.media.some(({ sizeBytes }) => sizeBytes === media.sizeBytes));
  });
}

test('a subreddit that the account names is posted to', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aContent({ title: 'Rye' }), { ...account, profile: { subreddit: 'breadmaking' } }, aContext());
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.match(outcome.postUrl ?? '', /\/r\/breadmaking\//i);
});

for (const [subreddit, why] of [['textless', /exist/i], ['linksonly', /text posts/i], ['trusted', /trusted/i], ['flairplease', /flair/i], ['hidden', /Reddit/]] as const) {
  test(`a post to r/${subreddit} is rejected with Reddit’s reason`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const outcome = await network.publish(aContent({ title: 'Rye' }), { ...account, profile: { subreddit } }, aContext());
    assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
    assert.match('message' in outcome ? outcome.message : '', why);
    assert.equal((await feed()).length, 0);
  });
}

test('a video where only texts go is rejected, whatever code Reddit gives it', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aContent({ type: 'video', media: aMedia('video') }), { ...account, profile: { subreddit: 'textonly' } }, aContext());
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
});

test('a new account that posts too fast is told how long to wait', async () => {
  const account = await joined(network.consent, 'fresh');
  assert.equal((await network.publish(aContent(), account, aContext())).kind, 'published');
  const second = await network.publish(aContent({ title: 'Second' }), account, aContext());
  assert.ok(second.kind === 'rateLimited', JSON.stringify(second));
  assert.ok(second.retryAfterSeconds > 500 && second.retryAfterSeconds <= 660, String(second.retryAfterSeconds));
  assert.equal(second.scope, 'account');
});

for (const [text, seconds] of [['Take a break for 9 minutes before trying again.', 540], ['you are doing that too much. try again in 30 seconds.', 30], ['try again in 1 hour', 3600], ['try again later', null]] as const) {
  test(`"${text}" is a wait of ${seconds} seconds`, () => assert.equal(secondsIn(text), seconds));
}

test('a title and a text over Reddit’s lengths are cut', async () => {
  await network.publish(aContent({ title: 'word '.repeat(100), text: 'w*rd '.repeat(9000) }), await joined(network.consent, 'sunrise'), aContext());
  const [post] = await feed();
  assert.ok((post?.title.length ?? 0) <= 300 && (post?.title.length ?? 0) > 280);
  assert.ok((post?.text.length ?? 0) <= 40_000 && (post?.text.length ?? 0) > 30_000);
});

test('a refused fence passes through and nothing is posted', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(network.publish(aContent(), await joined(network.consent, 'sunrise'), aContext({ refuseFence: gone })), gone);
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
  test(`${text} comes out as ${kind}`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const outcome = await network.publish(aContent({ text }), account, aContext());
    assert.equal(outcome.kind, kind, JSON.stringify(outcome));
    if (outcome.kind === 'rateLimited' && outcome.scope === 'account') assert.ok(outcome.retryAfterSeconds >= 6 && outcome.retryAfterSeconds <= 8, String(outcome.retryAfterSeconds));
    assert.equal((await feed()).length, posts);
    assert.ok(!JSON.stringify(outcome).includes(account.credentials['accessToken'] ?? '-'), 'no outcome shows the token');
  });
}

test('an expired token passes once it was renewed, and the refresh token stays', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal((await network.publish(aContent({ text: 'sandbox-expired' }), account, aContext())).kind, 'unauthorized');
  const renewed = await network.refresh(account, { app, signal });
  assert.ok(renewed.kind === 'refreshed', JSON.stringify(renewed));
  assert.notEqual(renewed.credentials['accessToken'], account.credentials['accessToken']);
  assert.equal(renewed.credentials['refreshToken'], account.credentials['refreshToken']);
  const again = await network.publish(aContent({ text: 'sandbox-expired' }), { ...account, credentials: renewed.credentials }, aContext());
  assert.equal(again.kind, 'published', JSON.stringify(again));
});

test('a connection that was taken back cannot be renewed, a wrong app says nothing about it', async () => {
  const account = await joined(network.consent, 'sunrise');
  assert.equal((await network.refresh(account, { app: { ...app, clientSecret: 'wrong' }, signal })).kind, 'unreachable');
  await control('tokens', { network: 'reddit', does: 'revoke' });
  assert.equal((await network.refresh(account, { app, signal })).kind, 'unauthorized');
});

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

test('a post that is not listed is absent only after a while, and last round’s is not taken for it', async () => {
  const account = await joined(network.consent, 'sunrise');
  const content = aContent({ title: 'Every week' });
  await network.publish(content, account, aContext());
  const later = (minutes: number) => ({ fencedAt: new Date(Date.now() + minutes * 60_000), remoteIds: {} });
  assert.equal((await network.find(content, account, later(5), { signal })).kind, 'undecided');
  const before = { fencedAt: new Date(Date.now() - 120_000), remoteIds: {} };
  assert.equal((await network.find(aContent({ title: 'Never sent' }), account, before, { signal })).kind, 'absent');
});

for (const kind of ['image', 'video'] as const) {
  test(`a lost ${kind} that is not listed may still be worked on: it is never absent`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const dayBefore = { fencedAt: new Date(Date.now() - 86_400_000), remoteIds: {} };
    assert.equal((await network.find(aContent({ type: kind, title: 'Never sent', media: aMedia(kind) }), account, dayBefore, { signal })).kind, 'undecided');
  });
}

test('a media post that is told of late is found by the check', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await settled(await network.publish(aContent({ type: 'image', title: 'Slow', media: aMedia('image') }), account, aContext()), account);
  assert.ok(outcome.kind === 'published');
  const ticket = { title: 'Slow', subreddit: 'u_sunrise_bakery', submittedAt: new Date().toISOString(), websocketUrl: 'ws://127.0.0.1:9/dead' };
  assert.partialDeepStrictEqual(await network.check(ticket, account, { signal }), { kind: 'published', postId: outcome.postId });
  const missing = await network.check({ ...ticket, title: 'Not there' }, account, { signal });
  assert.equal(missing.kind, 'processing');
});

test('a file that Reddit cannot process is rejected once Reddit says so', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'process', kind: 'fails' });
  const outcome = await settled(await network.publish(aContent({ type: 'image', title: 'Broken', media: aMedia('image') }), account, aContext()), account);
  assert.deepEqual(outcome, { kind: 'rejected', message: 'Reddit could not process the file' });
  assert.deepEqual((await feed()).map(({ status }) => status), ['failed']);
});

test('a post whose websocket dies is found in the account’s list', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'process', kind: 'cut' });
  const outcome = await network.publish(aContent({ type: 'image', title: 'Unheard', media: aMedia('image') }), account, aContext());
  assert.equal(outcome.kind, 'processing');
  const found = await settled(outcome, account);
  assert.ok(found.kind === 'published', JSON.stringify(found));
  assert.deepEqual((await feed()).map(({ id }) => id), [found.postId]);
});

test('a post that is given no websocket is found in the account’s list', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aContent({ type: 'image', title: 'sandbox-processing-silent', media: aMedia('image') }), account, aContext());
  assert.equal(outcome.kind, 'processing', JSON.stringify(outcome));
  assert.deepEqual(await appeared('sandbox-processing-silent'), 'published');
  const found = await settled(outcome, account);
  assert.ok(found.kind === 'published', JSON.stringify(found));
  assert.deepEqual((await feed()).map(({ id }) => id), [found.postId]);
});

test('a lease’s store that drops the connection leaves nothing behind, and the delivery may be tried again', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'upload', kind: 'cut' });
  const context = aContext();
  const outcome = await network.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  assert.deepEqual([outcome.kind, context.fences.length], ['unreachable', 0]);
});

test('a stored still picture goes along with a video', async () => {
  const account = await joined(network.consent, 'sunrise');
  const media = { ...aMedia('video'), poster: () => Promise.resolve({ contentType: 'image/png' as const, bytes: aPng() }) };
  assert.equal((await settled(await network.publish(aContent({ type: 'video', title: 'With poster', media }), account, aContext()), account)).kind, 'published');
});

test('over the window’s requests everything waits until it begins anew', async () => {
  const account = await joined(network.consent, 'sunrise');
  const attempt = { fencedAt: new Date(), remoteIds: {} };
  const looks = await Promise.all(Array.from({ length: 1001 }, () => network.find(aContent(), account, attempt, { signal })));
  assert.ok(looks.some((found) => found.kind === 'undecided' && /too many requests/.test(found.message)));
  const outcome = await network.publish(aContent(), account, aContext());
  assert.ok(outcome.kind === 'rateLimited', JSON.stringify(outcome));
  assert.deepEqual([outcome.scope, outcome.retryAfterSeconds > 500 && outcome.retryAfterSeconds <= 600], ['app', true]);
});
