import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, Consent, Network, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { aVisit, signIn } from '../testing-consent.ts';
import { groupsAreGone } from './publish.ts';

const signal = new AbortController().signal;
const emma = '10158000000000001';
let sandbox: Sandbox;
let opened: OpenNetworks;
let facebook: Network;
let consent: Consent;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({
    facebookGraphUrl: sandbox.facebookGraphUrl,
    facebookVideoUrl: sandbox.facebookVideoUrl,
    facebookAuthUrl: sandbox.facebookAuthUrl,
  });
  assert.ok(opened.networks.facebook?.consent);
  facebook = opened.networks.facebook;
  consent = opened.networks.facebook.consent;
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
const control = (path: string, body: unknown = {}) =>
  fetch(`${sandbox.controlUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) });
beforeEach(() => control('reset'));

async function choices(persona = emma) {
  const given = await signIn(consent, persona);
  assert.ok(given.kind === 'connected', JSON.stringify(given));
  return given;
}
async function aPage(): Promise<Account> {
  const page = (await choices()).accounts.find(({ username }) => username === 'Sunrise Bakery');
  assert.ok(page);
  return page;
}

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      text: z.string(),
      status: z.string(),
      account: z.string(),
      media: z.array(z.object({ type: z.string(), sizeBytes: z.number(), alt: z.string().default('') })),
    }),
  ),
});
const feed = async () =>
  feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=facebook`)).json()).posts;
const publish = async (content: PostContent, account?: Account): Promise<Outcome> =>
  facebook.publish(content, account ?? (await aPage()), aContext());
const ahead = (seconds: number) => control('clock', { aheadSeconds: seconds });

/** Publishes a video and polls it until it is no longer processing. */
async function watched(content: PostContent, account: Account): Promise<Outcome> {
  const first = await facebook.publish(content, account, aContext());
  assert.ok(first.kind === 'processing', JSON.stringify(first));
  return facebook.check?.(first.ticket, account, { signal }) ?? first;
}

test('a text is posted once, and its address opens', async () => {
  const outcome = await publish(aContent({ title: 'Sourdough', text: 'A & B <b> 🥖' }));
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const posts = await feed();
  assert.deepEqual(
    posts.map(({ id, text }) => [id, text]),
    [[outcome.postId, 'Sourdough\n\nA & B <b> 🥖']],
  );
  assert.equal((await fetch(outcome.postUrl ?? '')).status, 200);
});

test('a picture is posted with its text and its alt text; a repeated try does not upload it again', async () => {
  const account = await aPage();
  const context = aContext();
  await control('faults', { network: 'facebook', operation: 'create', kind: 'rate-limit', seconds: 30 });
  const content = aContent({ type: 'image', alt: ' Loaves on a shelf ', media: aMedia('image') });
  assert.equal((await facebook.publish(content, account, context)).kind, 'rateLimited');
  const { photoId } = context.remembered;
  assert.ok(photoId);
  const again = aContext({ remembered: context.remembered });
  assert.equal((await facebook.publish(content, account, again)).kind, 'published');
  assert.equal(again.remembered['photoId'], photoId);
  const [post, ...others] = await feed();
  assert.deepEqual(
    [others.length, post?.media.map(({ alt }) => alt), post?.text],
    [0, ['Loaves on a shelf'], 'Morning news\n\nThe first bread is out at six.'],
  );
});

test('a video is posted in one form and counts as published once it is ready', async () => {
  const account = await aPage();
  const outcome = await watched(aContent({ type: 'video', media: aMedia('video') }), account);
  assert.ok(outcome.kind === 'published', JSON.stringify(outcome));
  const [post] = await feed();
  assert.deepEqual([post?.id, post?.media[0]?.type], [outcome.postId, 'video/mp4']);
  assert.equal((await fetch(outcome.postUrl ?? '')).status, 200);
});

test('a video that takes time stays processing, one that fails is rejected with the reason', async () => {
  const account = await aPage();
  const slow = aContent({ type: 'video', text: 'sandbox-processing-600', media: aMedia('video') });
  assert.equal((await watched(slow, account)).kind, 'processing');
  const failing = await facebook.publish(
    aContent({ type: 'video', text: 'sandbox-processing-fails', media: aMedia('video') }),
    account,
    aContext(),
  );
  assert.ok(failing.kind === 'processing');
  await ahead(60);
  assert.partialDeepStrictEqual(await facebook.check?.(failing.ticket, account, { signal }), { kind: 'rejected' });
});

test('a post to a group is rejected before anything is sent, because Meta closed that API', async () => {
  const group = (await choices()).accounts.find(({ profile }) => profile['category'] === 'group');
  const context = aContext();
  assert.ok(group);
  assert.deepEqual(await facebook.publish(aContent(), group, context), { kind: 'rejected', message: groupsAreGone });
  assert.equal(context.fences.length, 0);
});

test('an empty post and a refused fence send nothing', async () => {
  assert.equal((await publish(aContent({ title: '', text: ' ' }))).kind, 'rejected');
  const gone = new Error('lease gone');
  await assert.rejects(facebook.publish(aContent(), await aPage(), aContext({ refuseFence: gone })), gone);
  await assert.rejects(
    facebook.publish(
      aContent({ type: 'video', media: aMedia('video') }),
      await aPage(),
      aContext({ refuseFence: gone }),
    ),
    gone,
  );
  assert.equal((await feed()).length, 0);
});

for (const { text, outcome, posts } of [
  { text: 'sandbox-rate-limit-300', outcome: { kind: 'rateLimited' }, posts: 0 },
  { text: 'sandbox-expired', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-revoked', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-forbidden', outcome: { kind: 'unauthorized' }, posts: 0 },
  { text: 'sandbox-app-refused', outcome: { kind: 'rateLimited' }, posts: 0 },
  { text: 'sandbox-duplicate', outcome: { kind: 'rejected' }, posts: 0 },
  { text: 'sandbox-error-500', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-500', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-before', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-cut-after', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-cut-half', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-html-200', outcome: { kind: 'unknown' }, posts: 0 },
  { text: 'sandbox-created-html', outcome: { kind: 'unknown' }, posts: 1 },
  { text: 'sandbox-gzip', outcome: { kind: 'published' }, posts: 1 },
]) {
  test(`${text} gives ${outcome.kind}, and reading the page back settles it`, async () => {
    const account = await aPage();
    const content = aContent({ text });
    const fencedAt = new Date();
    const got = await facebook.publish(content, account, aContext());
    assert.partialDeepStrictEqual(got, outcome);
    const made = await feed();
    assert.equal(made.length, posts);
    assert.ok(!JSON.stringify(got).includes(account.credentials['token'] ?? '-'), 'no outcome shows the token');
    if (got.kind !== 'unknown') return;
    const found = await facebook.find?.(content, account, { fencedAt, remoteIds: {} }, { signal });
    assert.partialDeepStrictEqual(
      found,
      made[0] === undefined ? { kind: 'undecided' } : { kind: 'found', postId: made[0].id },
    );
  });
}

for (const kind of ['image', 'video'] as const) {
  test(`a lost ${kind} is found on the page once the page shows it`, async () => {
    const account = await aPage();
    const content = aContent({ type: kind, text: 'sandbox-cut-after', media: aMedia(kind) });
    const fencedAt = new Date();
    assert.equal((await facebook.publish(content, account, aContext())).kind, 'unknown');
    const [made] = await feed();
    assert.partialDeepStrictEqual(await facebook.find?.(content, account, { fencedAt, remoteIds: {} }, { signal }), {
      kind: 'found',
      postId: made?.id,
    });
  });
}

test('a picture whose upload fails is uploaded again, without a fence', async () => {
  const context = aContext();
  await control('faults', { network: 'facebook', operation: 'upload', kind: 'cut' });
  assert.equal(
    (await facebook.publish(aContent({ type: 'image', media: aMedia('image') }), await aPage(), context)).kind,
    'unreachable',
  );
  assert.deepEqual([context.fences.length, context.remembered], [0, {}]);
});

test('a photo whose post was refused is not used again', async () => {
  const account = await aPage();
  const context = aContext();
  await control('faults', { network: 'facebook', operation: 'create', kind: 'duplicate' });
  const content = aContent({ type: 'image', media: aMedia('image') });
  assert.equal((await facebook.publish(content, account, context)).kind, 'rejected');
  assert.equal(context.remembered['photoId'], '');
  const again = aContext({ remembered: context.remembered });
  assert.equal((await facebook.publish(content, account, again)).kind, 'published');
});

test('a throttled page waits as long as its usage header says', async () => {
  const outcome = await publish(aContent({ text: 'sandbox-rate-limit-300' }));
  assert.partialDeepStrictEqual(outcome, { kind: 'rateLimited', retryAfterSeconds: 300, scope: 'account' });
});

test('the same text twice in a row is refused, as on Facebook', async () => {
  const account = await aPage();
  assert.equal((await publish(aContent(), account)).kind, 'published');
  const second = await publish(aContent(), account);
  assert.equal(second.kind, 'rejected');
  assert.equal((await feed()).length, 1);
});

test('a post of an earlier round is not mistaken for the lost one', async () => {
  const account = await aPage();
  const content = aContent();
  await facebook.publish(content, account, aContext());
  await ahead(3600);
  const found = await facebook.find?.(
    content,
    account,
    { fencedAt: new Date(Date.now() + 3_600_000), remoteIds: {} },
    { signal },
  );
  assert.equal(found?.kind, 'undecided');
});

test('a video that is not visible yet is not reported absent', async () => {
  const content = aContent({ type: 'video', media: aMedia('video') });
  const found = await facebook.find?.(content, await aPage(), { fencedAt: new Date(), remoteIds: {} }, { signal });
  assert.equal(found?.kind, 'undecided');
});

test('figures of many posts are read together, and a deleted post is reported as gone', async () => {
  const account = await aPage();
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    const outcome = await publish(aContent({ title }), account);
    assert.ok(outcome.kind === 'published');
    ids.push(outcome.postId);
  }
  const [first = '', second = ''] = ids;
  await control('figures', { network: 'facebook', id: first, likes: 12, comments: 3, shares: 2, views: 400 });
  const read = await facebook.engagement?.(ids, account, { signal });
  assert.ok(read?.kind === 'read', JSON.stringify(read));
  assert.deepEqual(read.figures.get(first), { likes: 12, comments: 3, shares: 2, views: 400, retweets: null });
  assert.deepEqual([read.figures.size, read.gone], [3, []]);
  const withGone = await facebook.engagement?.([first, `${account.externalId}_999`, second], account, { signal });
  assert.ok(withGone?.kind === 'read', JSON.stringify(withGone));
  assert.deepEqual([[...withGone.figures.keys()], withGone.gone], [[first, second], [`${account.externalId}_999`]]);
});

test('reading figures of a revoked page reports that it is unauthorized', async () => {
  const account = await aPage();
  await control('tokens', { network: 'facebook', does: 'revoke' });
  assert.equal((await facebook.engagement?.([`${account.externalId}_1`], account, { signal }))?.kind, 'unauthorized');
});

test('a network that is down is unreachable, and connecting says why', async () => {
  const gone = openNetworks({ facebookGraphUrl: 'http://127.0.0.1:9', facebookVideoUrl: 'http://127.0.0.1:9' });
  const account = await aPage();
  assert.equal((await gone.networks.facebook?.publish(aContent(), account, aContext()))?.kind, 'unreachable');
  assert.equal(
    (await gone.networks.facebook?.consent?.complete({ ...aVisit(), code: 'x' }, { signal }))?.kind,
    'refused',
  );
  await gone.close();
});

test('a picture that replaced an earlier try’s picture is uploaded and posted', async () => {
  const account = await aPage();
  const context = aContext();
  await control('faults', { network: 'facebook', operation: 'create', kind: 'rate-limit', seconds: 30 });
  await facebook.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  assert.ok(context.remembered['photoId']);
  const bytes = Buffer.concat([aPng(), Buffer.alloc(50, 7)]);
  const content = aContent({ type: 'image', media: aMedia('image', { bytes, fileName: 'other.png' }) });
  const outcome = await facebook.publish(content, account, aContext({ remembered: context.remembered }));
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.sizeBytes),
    [bytes.length],
  );
});
