/** What reading a page back can prove. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const emma = '10158000000000001';
const { stage } = await onSandbox(aStage);
const { network } = stage;

test('a picture without text is found only by its photo, and never mistaken for another one', async () => {
  const account = await joined(network.consent, emma);
  const wordless = (sentinel = ''): PostContent =>
    aContent({
      type: 'image',
      title: '',
      text: '',
      media: aMedia('image', { bytes: Buffer.concat([aPng(), Buffer.from(sentinel)]) }),
    });
  assert.equal((await network.publish(wordless('another'), account, aContext())).kind, 'published');
  const context = aContext();
  const fencedAt = new Date();
  await stage.control('faults', { network: 'facebook', operation: 'create', kind: 'cut', after: 'accept' });
  assert.equal((await network.publish(wordless(), account, context)).kind, 'unknown');
  const remoteIds = context.fences[0]?.remoteIds ?? {};
  assert.equal((await network.find(wordless(), account, { fencedAt, remoteIds }, { signal })).kind, 'undecided');
  assert.equal((await network.find(wordless(), account, { fencedAt, remoteIds: {} }, { signal })).kind, 'undecided');
  await stage.control('faults', { network: 'facebook', operation: 'create', kind: 'cut', after: 'commit' });
  assert.equal(
    (await network.publish(wordless(), account, aContext({ remembered: context.remembered }))).kind,
    'unknown',
  );
  const posts = await stage.feed();
  assert.equal(posts.length, 2);
  const found = await network.find(wordless(), account, { fencedAt, remoteIds }, { signal });
  assert.partialDeepStrictEqual(found, { kind: 'found', postId: posts[0]?.id });
});

test('a video without text cannot be found', async () => {
  const account = await joined(network.consent, emma);
  await network.publish(aContent({ type: 'image', title: '', text: '', media: aMedia('image') }), account, aContext());
  const found = await network.find(
    aContent({ type: 'video', title: '', text: '', media: aMedia('video') }),
    account,
    { fencedAt: new Date(), remoteIds: {} },
    { signal },
  );
  assert.equal(found.kind, 'undecided');
});

test('the same text under another picture proves nothing', async () => {
  const account = await joined(network.consent, emma);
  const content = aContent({ type: 'image', media: aMedia('image') });
  await network.publish(content, account, aContext());
  const found = await network.find(content, account, { fencedAt: new Date(), remoteIds: { photoId: '1' } }, { signal });
  assert.equal(found.kind, 'undecided');
});

test('a post that the ranked list leaves out is not reported absent', async () => {
  const account = await joined(network.consent, emma);
  for (const content of [
    aContent({ text: 'sandbox-cut-after sandbox-unlisted' }),
    aContent({ type: 'image', text: 'sandbox-cut-after sandbox-unlisted', media: aMedia('image') }),
  ]) {
    const context = aContext();
    const fencedAt = new Date();
    assert.equal((await network.publish(content, account, context)).kind, 'unknown');
    const remoteIds = context.fences[0]?.remoteIds ?? {};
    assert.equal((await network.find(content, account, { fencedAt, remoteIds }, { signal })).kind, 'undecided');
  }
  assert.equal((await stage.feed()).length, 2);
});

test('a list with more pages does not prove that a post is absent', async () => {
  const account = await joined(network.consent, emma);
  for (let index = 0; index < 101; index += 1)
    await network.publish(aContent({ title: `Post ${index}` }), account, aContext());
  const found = await network.find(
    aContent({ title: 'Another' }),
    account,
    { fencedAt: new Date(), remoteIds: {} },
    { signal },
  );
  assert.equal(found.kind, 'undecided');
});

test('figures of a video without a known post are its likes and comments', async () => {
  const account = await joined(network.consent, emma);
  const first = await network.publish(aContent({ type: 'video', media: aMedia('video') }), account, aContext());
  assert.ok(first.kind === 'processing', JSON.stringify(first));
  const [post] = await stage.feed();
  await stage.control('figures', { network: 'facebook', id: post?.id, likes: 7, comments: 2 });
  const videoId = first.ticket['videoId'] ?? '';
  const read = await network.engagement([videoId], account, { signal });
  assert.ok(read.kind === 'read', JSON.stringify(read));
  assert.deepEqual(read.figures.get(videoId), { likes: 7, comments: 2, shares: null, views: null, retweets: null });
});
