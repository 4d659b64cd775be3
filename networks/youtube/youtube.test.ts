import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, Consent, Media, Network, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, anMp4 } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { secondsToReset } from './quota-day.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;
let youtube: Network;
let consent: Consent;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({
    youtubeApiUrl: sandbox.youtubeApiUrl,
    youtubeUploadUrl: sandbox.youtubeUploadUrl,
    youtubeWebUrl: sandbox.youtubeWebUrl,
    googleAuthUrl: sandbox.googleAuthUrl,
    googleTokenUrl: sandbox.googleTokenUrl,
  });
  assert.ok(opened.networks.youtube?.consent);
  youtube = opened.networks.youtube;
  consent = opened.networks.youtube.consent;
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
const control = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.controlUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) });
beforeEach(() => control('reset'));

const aChannel = (persona = 'yt-sunrise') => joined(consent, persona);
const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      status: z.string(),
      media: z.array(z.object({ sizeBytes: z.number() })),
    }),
  ),
});
const feed = async () =>
  feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=youtube`)).json()).posts;
const aVideo = (given: Partial<PostContent> = {}): PostContent =>
  aContent({ type: 'video', media: aMedia('video'), ...given });
const ahead = (seconds: number) => control('clock', { aheadSeconds: seconds });

/** Publishes, and polls the video until it is no longer processing. */
async function watched(content: PostContent, account: Account): Promise<Outcome> {
  const first = await youtube.publish(content, account, aContext());
  return first.kind === 'processing' ? (youtube.check?.(first.ticket, account, { signal }) ?? first) : first;
}

/** A video of that many bytes whose chunks are generated as they are read. */
const aBigVideo = (sizeBytes: number): Media => ({
  ...aMedia('video'),
  sizeBytes,
  open: async () => {
    const { Readable } = await import('node:stream');
    return Readable.from(
      (function* () {
        yield anMp4();
        for (let left = sizeBytes - anMp4().byteLength; left > 0; left -= 65_536)
          yield Buffer.alloc(Math.min(65_536, left), left % 251);
      })(),
    );
  },
});

test('a video is uploaded once, with its text, and its address opens', async () => {
  const outcome = await watched(aVideo({ title: 'Bread <at> six', text: 'Rye & <oats>' }), await aChannel());
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const posts = await feed();
  assert.deepEqual(
    posts.map(({ id, title, text }) => [id, title, text]),
    [[outcome.postId, 'Bread ‹at› six', 'Rye & ‹oats›']],
  );
  assert.equal((await fetch(outcome.postUrl ?? '')).status, 200);
});

test('a video that YouTube makes private is published with a note that says so', async () => {
  const outcome = await watched(aVideo(), await aChannel('yt-maple'));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  assert.match(outcome.note ?? '', /private/);
});

test('a long title and a long description are cut as YouTube counts them', async () => {
  const outcome = await watched(aVideo({ title: 'bread '.repeat(40), text: 'müsli '.repeat(1000) }), await aChannel());
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  const [post] = await feed();
  assert.ok(post && post.title.length <= 100 && post.title.endsWith('bread…'));
  assert.ok(Buffer.byteLength(post.text) <= 5000 && Buffer.byteLength(post.text) > 4900);
});

test('only videos are accepted, and a refused fence leaves no video', async () => {
  const account = await aChannel();
  assert.equal((await youtube.publish(aContent(), account, aContext())).kind, 'rejected');
  const gone = new Error('lease gone');
  await assert.rejects(youtube.publish(aVideo(), account, aContext({ refuseFence: gone })), gone);
  assert.equal((await feed()).length, 0);
});

test('a 20 MB video is uploaded in pieces, with the fence before the last one', async () => {
  const account = await aChannel();
  const context = aContext();
  const outcome = await youtube.publish(aVideo({ media: aBigVideo(20_000_000) }), account, context);
  assert.ok(outcome.kind === 'published' || outcome.kind === 'processing', JSON.stringify(outcome));
  assert.equal(context.fences.length, 1);
  assert.ok(context.remembered['session']);
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.sizeBytes),
    [20_000_000],
  );
});

test('an interrupted upload continues where it stopped, in the same session', async () => {
  const account = await aChannel();
  const context = aContext();
  const media = aBigVideo(20_000_000);
  const stops = {
    ...media,
    open: async () => {
      const { Readable } = await import('node:stream');
      return Readable.from(
        (function* () {
          for (let given = 0; given < 12_000_000; given += 65_536) yield Buffer.alloc(65_536);
          throw new Error('the disk is gone');
        })(),
      );
    },
  };
  assert.equal((await youtube.publish(aVideo({ media: stops }), account, context)).kind, 'unreachable');
  assert.equal(context.fences.length, 0);
  const again = aContext({ remembered: context.remembered });
  const outcome = await youtube.publish(aVideo({ media }), account, again);
  assert.ok(outcome.kind === 'published' || outcome.kind === 'processing', JSON.stringify(outcome));
  assert.equal(again.remembered['session'], context.remembered['session']);
  assert.equal((await feed()).length, 1);
});

test('a completed session is not sent again', async () => {
  const account = await aChannel();
  const context = aContext();
  await youtube.publish(aVideo(), account, context);
  const again = await youtube.publish(aVideo(), account, aContext({ remembered: context.remembered }));
  assert.ok(again.kind === 'published' || again.kind === 'processing', JSON.stringify(again));
  assert.equal((await feed()).length, 1);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-30', outcome: { kind: 'rateLimited' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-expired', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-half', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
]) {
  test(`${text} gives ${outcome.kind}, and the session settles it`, async () => {
    const account = await aChannel();
    const content = aVideo({ text });
    const context = aContext();
    const got = await youtube.publish(content, account, context);
    assert.partialDeepStrictEqual(got, outcome);
    const made = await feed();
    assert.equal(made.length, posts);
    assert.ok(!JSON.stringify(got).includes(account.credentials['accessToken'] ?? '-'), 'no outcome shows the token');
    if (got.kind !== 'unknown') return;
    const attempt = { fencedAt: new Date(), remoteIds: context.fences[0]?.remoteIds ?? {} };
    const found = await youtube.find?.(content, account, attempt, { signal });
    assert.partialDeepStrictEqual(
      found,
      made[0] === undefined ? { kind: 'absent' } : { kind: 'found', postId: made[0].id },
    );
    const next = await youtube.publish(content, account, aContext({ remembered: context.remembered }));
    assert.ok(posts === 0 || next.kind === 'published' || next.kind === 'processing', JSON.stringify(next));
    assert.equal((await feed()).length, posts, 'going on with the session makes no second video');
  });
}

test('a post whose session was forgotten is searched for among the channel’s uploads', async () => {
  const account = await aChannel();
  const content = aVideo();
  const outcome = await watched(content, account);
  assert.ok(outcome.kind === 'published');
  const session = `${sandbox.youtubeUploadUrl}/videos?uploadType=resumable&upload_id=forgotten`;
  const lost = (fencedAt: Date) =>
    youtube.find?.(content, account, { fencedAt, remoteIds: { session, sizeBytes: '100' } }, { signal });
  assert.partialDeepStrictEqual(await lost(new Date()), { kind: 'found', postId: outcome.postId });
  assert.partialDeepStrictEqual(
    await lost(new Date(Date.now() + 3_600_000)),
    { kind: 'undecided' },
    'a list that shows it late proves nothing',
  );
  assert.partialDeepStrictEqual(
    await youtube.find?.(content, account, { fencedAt: new Date(), remoteIds: {} }, { signal }),
    { kind: 'undecided' },
  );
});

test('used-up quota makes the whole app wait for midnight in California', async () => {
  const outcome = await youtube.publish(aVideo({ text: 'sandbox-rate-limit-7200' }), await aChannel(), aContext());
  assert.partialDeepStrictEqual(outcome, { kind: 'rateLimited', scope: 'app' });
  assert.equal(secondsToReset(new Date('2026-11-21T09:00:00Z')), 23 * 3600 + 60);
  assert.equal(secondsToReset(new Date('2026-07-01T06:59:59Z')), 61);
});

test('processing takes time or fails; a duplicate and a suspended channel are refused with a message', async () => {
  const account = await aChannel();
  assert.equal((await watched(aVideo({ text: 'sandbox-processing-600' }), account)).kind, 'processing');
  const failing = await youtube.publish(aVideo({ text: 'sandbox-processing-fails' }), account, aContext());
  assert.ok(failing.kind === 'processing', JSON.stringify(failing));
  await ahead(60);
  assert.partialDeepStrictEqual(await youtube.check?.(failing.ticket, account, { signal }), { kind: 'rejected' });
  const twin = await youtube.publish(aVideo({ title: 'sandbox-duplicate' }), account, aContext());
  assert.ok(twin.kind === 'processing', JSON.stringify(twin));
  await ahead(120);
  const rejected = await youtube.check?.(twin.ticket, account, { signal });
  assert.match(rejected?.kind === 'rejected' ? rejected.message : '', /on the channel already/);
  assert.ok(
    ['rejected', 'unauthorized'].includes((await youtube.publish(aVideo(), await aChannel('yt-sam'), aContext())).kind),
  );
});

test('figures are read together, with hidden ones as N/A and deleted videos named', async () => {
  const account = await aChannel('yt-harbor');
  const outcome = await watched(aVideo(), account);
  assert.ok(outcome.kind === 'published');
  await control('figures', { network: 'youtube', id: outcome.postId, likes: 9, comments: 4, views: 321 });
  const read = await youtube.engagement?.([outcome.postId, 'nothere0000'], account, { signal });
  assert.ok(read?.kind === 'read', JSON.stringify(read));
  assert.deepEqual(read.figures.get(outcome.postId), {
    likes: null,
    comments: 4,
    shares: null,
    views: 321,
    retweets: null,
  });
  assert.deepEqual(read.gone, ['nothere0000']);
  await control('tokens', { network: 'youtube', does: 'expire' });
  assert.equal((await youtube.engagement?.([outcome.postId], account, { signal }))?.kind, 'unauthorized');
});

test('a try with other words than the one before begins another upload, and the video gets the new words', async () => {
  const account = await aChannel();
  const gone = new Error('lease gone');
  const context = aContext({ refuseFence: gone });
  await assert.rejects(youtube.publish(aVideo({ title: 'First' }), account, context), gone);
  assert.ok(context.remembered['session']);
  const outcome = await youtube.publish(
    aVideo({ title: 'Second' }),
    account,
    aContext({ remembered: context.remembered }),
  );
  assert.ok(outcome.kind === 'published' || outcome.kind === 'processing', JSON.stringify(outcome));
  assert.deepEqual(
    (await feed()).map(({ title }) => title),
    ['Second'],
  );
});

test('a video that YouTube does not list yet is waited for, and counts as deleted after ten minutes', async () => {
  const account = await aChannel();
  const first = await youtube.publish(aVideo({ text: 'sandbox-unseen-300 sandbox-processing-1' }), account, aContext());
  assert.ok(first.kind === 'processing', JSON.stringify(first));
  const unseen = await youtube.check?.(first.ticket, account, { signal });
  assert.ok(unseen?.kind === 'processing', JSON.stringify(unseen));
  const check = (ageMs: number) =>
    youtube.check?.({ ...unseen.ticket, missingSince: new Date(Date.now() - ageMs).toISOString() }, account, {
      signal,
    });
  assert.equal((await check(590_000))?.kind, 'processing');
  assert.deepEqual(await check(600_000), { kind: 'rejected', message: 'The video has been deleted on YouTube' });
  sandbox.clock.aheadMs = 301_000;
  assert.equal((await check(590_000))?.kind, 'published');
});
