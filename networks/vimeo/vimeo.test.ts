import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { mp4 } from '../../sandbox/testing.ts';
import { openNetworks, type OpenNetworks } from '../index.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { answering } from '../testing-answers.ts';
import { joined } from '../testing-consent.ts';
import { vimeo } from './vimeo.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;
let network: ReturnType<typeof vimeo>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks();
  network = vimeo({ http: opened.http, apiUrl: sandbox.vimeoApiUrl, authUrl: sandbox.vimeoAuthUrl });
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
beforeEach(() => fetch(`${sandbox.controlUrl}/reset`, { method: 'POST' }));

const feedShape = z.object({
  posts: z.array(
    z.object({
      id: z.coerce.string(),
      url: z.string(),
      title: z.string(),
      text: z.string(),
      status: z.string(),
      media: z.array(z.object({ sha256: z.string(), sizeBytes: z.number() })),
    }),
  ),
});
const feed = async () => feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=vimeo`)).json()).posts;
const control = (call: string, body: unknown) =>
  fetch(`${sandbox.controlUrl}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const aVideo = (given: Partial<PostContent> = {}, bytes = mp4()) =>
  aContent({ type: 'video', media: aMedia('video', { bytes }), ...given });

/** Checks until the video is processed, moving the sandbox's clock forward. */
async function settled(outcome: Outcome, account: Account): Promise<Outcome> {
  if (outcome.kind !== 'processing') return outcome;
  sandbox.clock.aheadMs += 30_000;
  return network.check(outcome.ticket, account, { signal });
}

test('a video is uploaded whole, the post waits for it, and it has its address', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  const bytes = Buffer.concat([mp4(), Buffer.alloc(300_000, 7)]);
  const outcome = await network.publish(
    aVideo({ title: 'Oven at six', text: 'How bread is made.' }, bytes),
    account,
    context,
  );
  assert.equal(outcome.kind, 'processing');
  assert.equal(context.fences.length, 1);
  const published = await settled(outcome, account);
  assert.ok(published.kind === 'published', JSON.stringify(published));
  const [post] = await feed();
  assert.deepEqual(
    [post?.id, post?.url, post?.title, post?.media[0]?.sizeBytes],
    [published.postId, published.postUrl, 'Oven at six', bytes.byteLength],
  );
});

test('Vimeo accepts neither pictures nor texts', async () => {
  const account = await joined(network.consent, 'sunrise');
  for (const content of [aContent(), aContent({ type: 'image', media: aMedia('image') })]) {
    assert.equal((await network.publish(content, account, aContext())).kind, 'rejected');
  }
});

test('a refused fence is passed on and no byte is sent', async () => {
  const gone = new Error('lease gone');
  await assert.rejects(
    network.publish(aVideo(), await joined(network.consent, 'sunrise'), aContext({ refuseFence: gone })),
    gone,
  );
  assert.equal((await feed()).length, 0);
});

test('a video that exceeds the account’s quota is refused before anything is created', async () => {
  const account = await joined(network.consent, 'harbor');
  const context = aContext();
  const outcome = await network.publish(aVideo({}, Buffer.concat([mp4(), Buffer.alloc(1_200_000)])), account, context);
  assert.deepEqual(
    [outcome.kind, 'message' in outcome && outcome.message],
    ['rejected', 'Vimeo: the account has room for 1.0 MB, and the video is 1.2 MB'],
  );
  assert.deepEqual(context.remembered, {});
});

test('an app without upload access is refused with Vimeo’s words', async () => {
  const outcome = await network.publish(aVideo(), await joined(network.consent, 'maple'), aContext());
  assert.equal(outcome.kind, 'rejected');
});

test('a title and a description that exceed Vimeo’s lengths are cut', async () => {
  const account = await joined(network.consent, 'sunrise');
  await settled(
    await network.publish(aVideo({ title: 'x'.repeat(200), text: 'word '.repeat(2000) }), account, aContext()),
    account,
  );
  const [post] = await feed();
  assert.deepEqual([post?.title.length, (post?.text.length ?? 0) <= 5000], [128, true]);
});

for (const { text, kind } of [
  { text: 'sandbox-rate-limit-7', kind: 'rateLimited' },
  { text: 'sandbox-revoked', kind: 'unauthorized' },
  { text: 'sandbox-expired', kind: 'unauthorized' },
  { text: 'sandbox-forbidden', kind: 'rejected' },
  { text: 'sandbox-error-500', kind: 'unreachable' },
  { text: 'sandbox-cut-before', kind: 'unreachable' },
  { text: 'sandbox-html-200', kind: 'unreachable' },
]) {
  test(`${text} gives ${kind}, and nothing is public`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const outcome = await network.publish(aVideo({ text }), account, aContext());
    assert.equal(outcome.kind, kind, JSON.stringify(outcome));
    if (outcome.kind === 'rateLimited')
      assert.ok(outcome.retryAfterSeconds >= 6 && outcome.retryAfterSeconds <= 8, String(outcome.retryAfterSeconds));
    assert.ok((await feed()).every(({ status }) => status !== 'published'));
    assert.ok(
      !JSON.stringify(outcome).includes(account.credentials['accessToken'] ?? '-'),
      'no outcome shows the token',
    );
  });
}

test('an empty video whose answer was lost is found again, not created twice', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  await control('faults', { network: 'vimeo', operation: 'create', kind: 'cut', after: 'commit' });
  assert.equal((await network.publish(aVideo(), account, context)).kind, 'unreachable');
  assert.ok('createTried' in context.remembered && !('videoId' in context.remembered));
  const again = await settled(await network.publish(aVideo(), account, context), account);
  assert.equal(again.kind, 'published', JSON.stringify(again));
  assert.equal((await feed()).length, 1);
  const list = z.object({ total: z.number() }).parse(
    await (
      await fetch(`${sandbox.vimeoApiUrl}/me/videos`, {
        headers: {
          authorization: `Bearer ${account.credentials['accessToken']}`,
          accept: 'application/vnd.vimeo.*+json;version=3.4',
        },
      })
    ).json(),
  );
  assert.equal(list.total, 1);
});

test('an interrupted upload continues where it stopped', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'vimeo', operation: 'upload', kind: 'cut', after: 'accept' });
  const bytes = Buffer.concat([mp4(), Buffer.alloc(500_000, 3)]);
  const outcome = await settled(await network.publish(aVideo({}, bytes), account, aContext()), account);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.deepEqual(
    (await feed()).map(({ media }) => media[0]?.sizeBytes),
    [bytes.byteLength],
  );
});

test('an upload whose answer was lost after the last byte is recognised as complete', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'vimeo', operation: 'upload', kind: 'cut', after: 'commit' });
  const outcome = await settled(await network.publish(aVideo(), account, aContext()), account);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.equal((await feed()).length, 1);
});

test('a lost attempt with a complete upload is found, one with a partial upload is absent and continues', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  const content = aVideo();
  await network.publish(content, account, context);
  const attempt = { fencedAt: new Date(), remoteIds: context.fences[0]?.remoteIds ?? {} };
  const found = await network.find(content, account, attempt, { signal });
  assert.equal(found.kind, 'found', JSON.stringify(found));

  const other = aContext();
  await control('faults', { network: 'vimeo', operation: 'upload', kind: 'error', after: 'accept', times: 9 });
  assert.equal((await network.publish(aVideo({ title: 'Second' }), account, other)).kind, 'unreachable');
  await fetch(`${sandbox.controlUrl}/faults`, { method: 'DELETE' });
  assert.equal(
    (await network.find(content, account, { fencedAt: new Date(), remoteIds: other.remembered }, { signal })).kind,
    'absent',
  );
  assert.equal(
    (await settled(await network.publish(aVideo({ title: 'Second' }), account, other), account)).kind,
    'published',
  );
  assert.equal((await feed()).length, 2);
});

/** A partly uploaded video, as left by an interrupted publish. */
async function cutShort(account: Account) {
  const context = aContext();
  await control('faults', { network: 'vimeo', operation: 'upload', kind: 'error', after: 'accept', times: 9 });
  assert.equal((await network.publish(aVideo(), account, context)).kind, 'unreachable');
  await fetch(`${sandbox.controlUrl}/faults`, { method: 'DELETE' });
  return { fencedAt: new Date(), remoteIds: context.remembered };
}

test('a video whose upload address no longer exists is not taken for absent', async () => {
  const account = await joined(network.consent, 'sunrise');
  const attempt = await cutShort(account);
  assert.equal((await network.find(aVideo(), account, attempt, { signal })).kind, 'absent');
  sandbox.clock.aheadMs += 86_400_000;
  assert.deepEqual(await network.find(aVideo(), account, attempt, { signal }), {
    kind: 'undecided',
    message: 'Vimeo has closed the upload',
  });
});

for (const { headers, kind } of [
  { headers: { 'upload-offset': '40', 'upload-length': '40' }, kind: 'undecided' },
  { headers: { 'upload-offset': '39', 'upload-length': '40' }, kind: 'absent' },
  { headers: { 'upload-offset': '39' }, kind: 'undecided' },
  { headers: {}, kind: 'undecided' },
]) {
  test(`an upload in progress that reports ${JSON.stringify(headers)} makes its video ${kind}`, async (t) => {
    const uploadLink = await answering(t, { status: 200, body: '', headers });
    const vimeoUrl = await answering(t, {
      status: 200,
      body: {
        uri: '/videos/7',
        link: 'https://vimeo.com/7',
        upload: { status: 'in_progress', upload_link: uploadLink },
      },
    });
    const behind = vimeo({ http: opened.http, apiUrl: vimeoUrl, authUrl: vimeoUrl });
    const held = { externalId: '1', username: 'x', profile: {}, credentials: { accessToken: 'a' } };
    const found = await behind.find(
      aVideo(),
      held,
      { fencedAt: new Date(), remoteIds: { videoId: '7', uploadLink } },
      { signal },
    );
    assert.equal(found.kind, kind, JSON.stringify(found));
  });
}

test('a video that Vimeo cannot process fails after a while', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aVideo({ text: 'sandbox-processing-fails' }), account, aContext());
  assert.equal(outcome.kind, 'processing');
  assert.partialDeepStrictEqual(await settled(outcome, account), {
    kind: 'rejected',
    message: 'Vimeo could not process the video',
  });
});

test('the check reports that Vimeo still processes a video', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aVideo({ text: 'sandbox-processing-300' }), account, aContext());
  assert.ok(outcome.kind === 'processing');
  assert.equal((await network.check(outcome.ticket, account, { signal })).kind, 'processing');
});

test('a check with a revoked token reports that it is unauthorized', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(aVideo(), account, aContext());
  await control('tokens', { network: 'vimeo', does: 'revoke' });
  assert.ok(outcome.kind === 'processing');
  assert.equal((await network.check(outcome.ticket, account, { signal })).kind, 'unauthorized');
});

test('a try with other words than the one before makes another video, and only that one becomes visible', async () => {
  const account = await joined(network.consent, 'sunrise');
  const context = aContext();
  await control('faults', { network: 'vimeo', operation: 'upload', kind: 'error', after: 'accept', times: 9 });
  assert.equal((await network.publish(aVideo({ title: 'First' }), account, context)).kind, 'unreachable');
  await fetch(`${sandbox.controlUrl}/faults`, { method: 'DELETE' });
  const outcome = await network.publish(
    aVideo({ title: 'Second' }),
    account,
    aContext({ remembered: context.remembered }),
  );
  assert.equal((await settled(outcome, account)).kind, 'published');
  assert.deepEqual(
    (await feed()).filter(({ status }) => status === 'published').map(({ title }) => title),
    ['Second'],
  );
});
