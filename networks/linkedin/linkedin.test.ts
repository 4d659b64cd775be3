import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { mp4 } from '../../sandbox/testing.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { openNetworks } from '../index.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { answering } from '../testing-answers.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const productMissing =
  'LinkedIn does not let the app post: add the product "Share on LinkedIn" in its developer portal';
const emma = 'sUnRiSe001';
const { sandbox, stage } = await onSandbox(aStage);

const anAccount = (persona = emma) => joined(stage.network.consent, persona);
const publish = async (content: PostContent, account?: Account): Promise<Outcome> =>
  stage.network.publish(content, account ?? (await anAccount()), aContext());
const videoBytes = (more = '', sizeBytes = 100_000): Buffer =>
  Buffer.concat([mp4(), Buffer.alloc(sizeBytes, 3), Buffer.from(more)]);
const aVideo = (bytes = videoBytes(), given: Partial<PostContent> = {}) =>
  aContent({ type: 'video', media: { ...aMedia('video', { bytes }), durationMs: 4000 }, ...given });
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('a text is posted whole, with every character, and its address opens', async () => {
  const text = 'Rolls (fresh) | 2*3 = 6 <now> {here} [there] me@bakery.example _so_ ~9 C:\\ovens #bread';
  const outcome = await publish(aContent({ title: 'Sourdough', text }));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const [post, ...others] = await stage.feed();
  assert.deepEqual([others.length, post?.text], [0, `Sourdough\n\n${text}`]);
  assert.match(outcome.postId, /^urn:li:(share|ugcPost):\d+$/);
  assert.match(String(outcome.postUrl), /\/feed\/update\/urn:li:(share|ugcPost):\d+\/$/);
  assert.equal((await fetch(String(outcome.postUrl))).status, 200);
});

test('a picture with its alt text and a video of several pieces are posted byte for byte', async () => {
  const picture = aContent({ type: 'image', alt: 'Loaves on a shelf', media: aMedia('image') });
  assert.equal((await publish(picture)).kind, 'published');
  const video = videoBytes('', 9_000_000);
  const outcome = await publish(aVideo(video, { text: 'In three pieces' }));
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  const [second, first] = await stage.feed();
  assert.deepEqual([first?.media[0]?.sha256, first?.media[0]?.alt], [sha(aPng()), 'Loaves on a shelf']);
  assert.equal(second?.media[0]?.sha256, sha(video));
});

test('a long text is cut to 3,000 characters before it is escaped', async () => {
  assert.equal((await publish(aContent({ text: '(bread) '.repeat(600) }))).kind, 'published');
  const [post] = await stage.feed();
  assert.ok(
    post && post.text.length <= 3000 && post.text.length > 2985 && post.text.endsWith('(bread)…'),
    `${post?.text.length}`,
  );
});

test('content that LinkedIn never accepts is rejected before the fence', async () => {
  const account = await anAccount();
  for (const content of [
    aContent({ title: ' ', text: '' }),
    aVideo(mp4()),
    aContent({ type: 'video', media: { ...aMedia('video', { bytes: videoBytes() }), durationMs: 1500 } }),
  ]) {
    const context = aContext();
    assert.equal((await stage.network.publish(content, account, context)).kind, 'rejected');
    assert.equal(context.fences.length, 0);
  }
});

test('a refused fence is passed on and nothing is posted', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(stage.network.publish(aContent(), await anAccount(), aContext({ refuseFence: gone })), gone);
  assert.equal((await stage.feed()).length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-7', outcome: { kind: 'rateLimited', scope: 'account' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-expired', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-app-refused', outcome: { kind: 'rateLimited', scope: 'app', appFault: productMissing }, posts: 0 },
  { text: 'sandbox-duplicate', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
] as const) {
  test(`${text} gives ${outcome.kind}`, async () => {
    const account = await anAccount();
    const got = await publish(aContent({ text }), account);
    assert.partialDeepStrictEqual(got, outcome);
    assert.equal((await stage.feed()).length, posts);
    if (got.kind === 'rateLimited')
      assert.ok(
        got.retryAfterSeconds > 0 && got.retryAfterSeconds <= 86_400,
        'until midnight UTC, as no header says when',
      );
    assert.ok(!JSON.stringify(got).includes(account.credentials['accessToken'] ?? '?'), 'no outcome shows the token');
  });
}

test('a duplicate is not ours if every earlier try was refused', async () => {
  const account = await anAccount();
  const content = aContent({ text: 'Fresh rolls' });
  const context = aContext();
  await stage.control('faults', { network: 'linkedin', operation: 'create', kind: 'rate-limit' });
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
  assert.match('message' in again ? again.message : again.kind, /second time/);
  assert.equal((await stage.feed()).length, 1);
});

test('the posts of a member cannot be read, so there is no `find`', () => {
  assert.equal(stage.network.find, undefined);
});

for (const type of ['text', 'image', 'video'] as const) {
  test(`publishing a lost ${type} post again is refused as a duplicate, which proves the single post`, async () => {
    const account = await anAccount();
    await stage.control('faults', { network: 'linkedin', operation: 'create', kind: 'cut', after: 'commit' });
    const content = type === 'video' ? aVideo() : aContent({ type, media: type === 'text' ? null : aMedia('image') });
    const context = aContext();
    assert.equal((await stage.network.publish(content, account, context)).kind, 'unknown');
    const again = await stage.network.publish(content, account, aContext({ remembered: context.remembered }));
    const posts = await stage.feed();
    assert.deepEqual([again.kind, posts.length], ['published', 1], JSON.stringify(again));
    assert.equal('postId' in again && again.postId, posts[0]?.id);
  });
}

test('a duplicate that is older than our first send is somebody else’s', async () => {
  const account = await anAccount();
  await publish(aContent({ text: 'Last round' }), account);
  sandbox.clock.aheadMs += 3_600_000;
  const now = new Date(Date.now() + sandbox.clock.aheadMs).toISOString();
  const outcome = await stage.network.publish(
    aContent({ text: 'Last round' }),
    account,
    aContext({ remembered: { firstSentAt: now } }),
  );
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
});

test('the post waits while LinkedIn processes a video', async () => {
  assert.equal((await publish(aVideo(videoBytes('sandbox-processing-8')))).kind, 'published');
  assert.ok(stage.waits.reduce((sum, each) => sum + each, 0) >= 8, stage.waits.join());
});

test('a video that LinkedIn cannot use is rejected with its reason', async () => {
  const context = aContext();
  const outcome = await stage.network.publish(
    aVideo(videoBytes('sandbox-processing-fails')),
    await anAccount(),
    context,
  );
  assert.match('message' in outcome ? outcome.message : outcome.kind, /could not use the video: \S/);
  assert.deepEqual([context.fences.length, context.remembered['mediaUrn']], [0, '']);
});

test('a video that takes too long is checked again by the next try, without another upload', async () => {
  const account = await anAccount();
  const content = aVideo(videoBytes('sandbox-processing-500'));
  const context = aContext();
  assert.equal((await stage.network.publish(content, account, context)).kind, 'unreachable');
  sandbox.clock.aheadMs += 600_000;
  const unread = {
    ...content,
    media: {
      ...aMedia('video', { bytes: videoBytes() }),
      durationMs: 4000,
      open: () => Promise.reject(new Error('the file was sent already')),
    },
  };
  assert.equal(
    (await stage.network.publish(unread, account, aContext({ remembered: context.remembered }))).kind,
    'published',
  );
});

test('a version that LinkedIn has switched off does not count as a dead connection', async () => {
  const account = await anAccount();
  sandbox.clock.aheadMs = 330 * 86_400_000;
  const outcome = await publish(aContent(), account);
  assert.ok(outcome.kind === 'rateLimited' && outcome.scope === 'app', JSON.stringify(outcome));
  assert.match(outcome.appFault ?? '', /^LinkedIn has switched off LINKEDIN_API_VERSION/);
  assert.match(outcome.message, /must set a newer LINKEDIN_API_VERSION/);
});

test('the daily limit of the app holds the app until midnight UTC', async (t) => {
  const message = 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.';
  const body = { status: 429, serviceErrorCode: 101, code: 'TOO_MANY_REQUESTS', message };
  const { networks, close } = openNetworks({ linkedinApiUrl: await answering(t, { status: 429, body }) });
  t.onTestFinished(close);
  const outcome = await networks.linkedin?.publish(aContent(), await anAccount(), aContext());
  assert.ok(outcome?.kind === 'rateLimited' && outcome.scope === 'app', JSON.stringify(outcome));
  const resetsAt = new Date(Date.now() + outcome.retryAfterSeconds * 1000);
  assert.ok(Math.abs(((resetsAt.getTime() + 43_200_000) % 86_400_000) - 43_200_000) < 60_000);
  assert.equal(outcome.isGuess, undefined);
});

test('a restricted member cannot post', async () => {
  const outcome = await publish(aContent(), await anAccount('rEsTrIc004'));
  assert.ok(outcome.kind === 'unauthorized' || outcome.kind === 'rejected', JSON.stringify(outcome));
});

test('no figures are read, because they are open to partners only', () => {
  assert.equal(stage.network.engagement, undefined);
});

test('a file that replaced an earlier try’s file is uploaded and posted', async () => {
  const account = await anAccount();
  const context = aContext();
  await stage.control('faults', { network: 'linkedin', operation: 'create', kind: 'rate-limit' });
  await stage.network.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  assert.ok(context.remembered['mediaUrn']);
  const bytes = Buffer.concat([aPng(), Buffer.alloc(50, 7)]);
  const content = aContent({ type: 'image', media: aMedia('image', { bytes, fileName: 'other.png' }) });
  const outcome = await stage.network.publish(content, account, aContext({ remembered: context.remembered }));
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.deepEqual(
    (await stage.feed()).map(({ media }) => media[0]?.sha256),
    [sha(bytes)],
  );
});
