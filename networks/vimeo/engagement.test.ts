import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mp4 } from '../../sandbox/testing.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { answering } from '../testing-answers.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';
import { vimeo } from './vimeo.ts';

const signal = new AbortController().signal;
const { sandbox, http, stage } = await onSandbox(aStage);
const { network, control } = stage;

const aVideo = (given: Partial<PostContent> = {}) =>
  aContent({ type: 'video', media: aMedia('video', { bytes: mp4() }), ...given });

/** Checks until the video is processed, moving the sandbox's clock forward. */
async function settled(outcome: Outcome, account: Account): Promise<Outcome> {
  if (outcome.kind !== 'processing') return outcome;
  sandbox.clock.aheadMs += 30_000;
  return network.check(outcome.ticket, account, { signal });
}

test('likes and comments are read together, and a deleted video is reported as gone', async () => {
  const account = await joined(network.consent, 'sunrise');
  const ids: string[] = [];
  for (const title of ['One', 'Two']) {
    const outcome = await settled(await network.publish(aVideo({ title }), account, aContext()), account);
    ids.push(outcome.kind === 'published' ? outcome.postId : '');
  }
  await control('figures', { network: 'vimeo', id: ids[0], likes: 12, comments: 3, views: 900, shares: 4 });
  const read = await network.engagement([...ids, '999999999'], account, { signal });
  assert.ok(read.kind === 'read', JSON.stringify(read));
  assert.deepEqual(read.figures.get(ids[0] ?? ''), {
    likes: 12,
    comments: 3,
    shares: null,
    views: null,
    retweets: null,
  });
  assert.deepEqual([read.figures.size, read.gone], [2, ['999999999']]);
});

test('figures of posts far down the account’s list are read, too', async () => {
  const account = await joined(network.consent, 'sunrise');
  const create = (name: string) =>
    fetch(`${sandbox.vimeoApiUrl}/me/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.credentials['accessToken']}`,
        accept: 'application/vnd.vimeo.*+json;version=3.4',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name, upload: { approach: 'tus', size: '10' } }),
    });
  const first = await settled(await network.publish(aVideo({ title: 'First' }), account, aContext()), account);
  assert.ok(first.kind === 'published');
  for (let n = 0; n < 105; n += 1) assert.equal((await create(`Later ${n}`)).status, 201);
  await control('figures', { network: 'vimeo', id: first.postId, likes: 5, comments: 6 });
  const read = await network.engagement([first.postId], account, { signal });
  assert.ok(read.kind === 'read', JSON.stringify(read));
  assert.deepEqual(
    [read.gone, read.figures.get(first.postId)?.likes, read.figures.get(first.postId)?.comments],
    [[], 5, 6],
  );
});

test('reading figures with a dead token reports that it is unauthorized', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('tokens', { network: 'vimeo', does: 'revoke' });
  assert.equal((await network.engagement(['1'], account, { signal })).kind, 'unauthorized');
});

for (const { wait, headers, leastSeconds, want } of [
  {
    wait: 'its end',
    headers: () => ({ 'x-ratelimit-reset': new Date(Date.now() + 600_000).toISOString() }),
    leastSeconds: 500,
    want: false,
  },
  { wait: 'no end', headers: () => ({}), leastSeconds: 29, want: true },
]) {
  test(`a limit that names ${wait} causes a wait ${want ? 'by our guess' : 'until then'}`, async (t) => {
    const url = await answering(t, { status: 429, body: { error: 'Too many' }, headers: headers() });
    const held = { externalId: '1', username: 'x', profile: {}, credentials: { accessToken: 'a' } };
    const outcome = await vimeo({ http, apiUrl: url, authUrl: url }).publish(aVideo(), held, aContext());
    assert.ok(outcome.kind === 'rateLimited' && outcome.retryAfterSeconds >= leastSeconds, JSON.stringify(outcome));
    assert.equal(outcome.isGuess === true, want);
  });
}

test('after the plan’s last request Vimeo names the instant of the next window, which becomes a wait', async () => {
  const account = await joined(network.consent, 'harbor');
  const read = await Promise.all(Array.from({ length: 60 }, () => network.engagement(['1'], account, { signal })));
  const limited = read.find(({ kind }) => kind === 'rateLimited');
  assert.ok(limited?.kind === 'rateLimited', JSON.stringify(read.at(-1)));
  assert.ok(limited.retryAfterSeconds > 30 && limited.retryAfterSeconds <= 60, String(limited.retryAfterSeconds));
  assert.equal((await network.publish(aVideo(), account, aContext())).kind, 'rateLimited');
});
