import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Account, Outcome } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const { sandbox, stage } = await onSandbox(aStage);
const { network, control, feed } = stage;

/** Polls until the network has reported the outcome of a post. */
async function settled(outcome: Outcome, account: Account): Promise<Outcome> {
  for (let looks = 0; outcome.kind === 'processing' && looks < 5; looks += 1)
    outcome = await network.check(outcome.ticket, account, { signal });
  return outcome;
}

/** The state of the post with that title once the sandbox has processed its file. */
async function appeared(title: string): Promise<string> {
  sandbox.clock.aheadMs += 1000;
  return (await feed()).find((post) => post.title === title)?.status ?? 'missing';
}

for (const kind of ['image', 'video'] as const) {
  test(`a lost ${kind} that is not listed may still be processed, so it is never absent`, async () => {
    const account = await joined(network.consent, 'sunrise');
    const dayBefore = { fencedAt: new Date(Date.now() - 86_400_000), remoteIds: {} };
    assert.equal(
      (
        await network.find(aContent({ type: kind, title: 'Never sent', media: aMedia(kind) }), account, dayBefore, {
          signal,
        })
      ).kind,
      'undecided',
    );
  });
}

test('a media post that is listed late is found by the check', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await settled(
    await network.publish(aContent({ type: 'image', title: 'Slow', media: aMedia('image') }), account, aContext()),
    account,
  );
  assert.ok(outcome.kind === 'published');
  const ticket = {
    title: 'Slow',
    subreddit: 'u_sunrise_bakery',
    submittedAt: new Date().toISOString(),
    websocketUrl: 'ws://127.0.0.1:9/dead',
  };
  assert.partialDeepStrictEqual(await network.check(ticket, account, { signal }), {
    kind: 'published',
    postId: outcome.postId,
  });
  const missing = await network.check({ ...ticket, title: 'Not there' }, account, { signal });
  assert.equal(missing.kind, 'processing');
});

test('a file that Reddit cannot process is rejected once Reddit says so', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'process', kind: 'fails' });
  const outcome = await settled(
    await network.publish(aContent({ type: 'image', title: 'Broken', media: aMedia('image') }), account, aContext()),
    account,
  );
  assert.deepEqual(outcome, { kind: 'rejected', message: 'Reddit could not process the file' });
  assert.deepEqual(
    (await feed()).map(({ status }) => status),
    ['failed'],
  );
});

test('a post whose websocket breaks is found in the account’s list', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'process', kind: 'cut' });
  const outcome = await network.publish(
    aContent({ type: 'image', title: 'Unheard', media: aMedia('image') }),
    account,
    aContext(),
  );
  assert.equal(outcome.kind, 'processing');
  const found = await settled(outcome, account);
  assert.ok(found.kind === 'published', JSON.stringify(found));
  assert.deepEqual(
    (await feed()).map(({ id }) => id),
    [found.postId],
  );
});

test('a post without a websocket is found in the account’s list', async () => {
  const account = await joined(network.consent, 'sunrise');
  const outcome = await network.publish(
    aContent({ type: 'image', title: 'sandbox-processing-silent', media: aMedia('image') }),
    account,
    aContext(),
  );
  assert.equal(outcome.kind, 'processing', JSON.stringify(outcome));
  assert.deepEqual(await appeared('sandbox-processing-silent'), 'published');
  const found = await settled(outcome, account);
  assert.ok(found.kind === 'published', JSON.stringify(found));
  assert.deepEqual(
    (await feed()).map(({ id }) => id),
    [found.postId],
  );
});

test('a storage that drops the connection leaves nothing behind, and the delivery can be tried again', async () => {
  const account = await joined(network.consent, 'sunrise');
  await control('faults', { network: 'reddit', operation: 'upload', kind: 'cut' });
  const context = aContext();
  const outcome = await network.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  assert.deepEqual([outcome.kind, context.fences.length], ['unreachable', 0]);
});

test('a stored still picture is sent with a video', async () => {
  const account = await joined(network.consent, 'sunrise');
  const media = {
    ...aMedia('video'),
    poster: () => Promise.resolve({ contentType: 'image/png' as const, bytes: aPng() }),
  };
  assert.equal(
    (
      await settled(
        await network.publish(aContent({ type: 'video', title: 'With poster', media }), account, aContext()),
        account,
      )
    ).kind,
    'published',
  );
});
