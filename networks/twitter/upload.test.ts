import assert from 'node:assert/strict';
import { test } from 'vitest';
import { mp4 } from '../../sandbox/testing.ts';
import type { Account, Outcome, PostContent } from '../network.ts';
import { aContent, aContext, aMedia, aPng } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const bakery = '1510000000000000001';
const { sandbox, stage } = await onSandbox(aStage);

const anAccount = (persona = bakery) => joined(stage.network.consent, persona);
const publish = async (content: PostContent, account?: Account): Promise<Outcome> =>
  stage.network.publish(content, account ?? (await anAccount()), aContext());

test('the post waits as long as X says that it processes a video', async () => {
  const bytes = Buffer.concat([mp4(), Buffer.from('sandbox-processing-8')]);
  assert.equal((await publish(aContent({ type: 'video', media: aMedia('video', { bytes }) }))).kind, 'published');
  assert.ok(stage.waits.reduce((sum, each) => sum + each, 0) >= 8, stage.waits.join());
});

test('a video that X cannot use is rejected with its reason, and uploaded again with the next try', async () => {
  const bytes = Buffer.concat([mp4(), Buffer.from('sandbox-processing-fails')]);
  const context = aContext();
  const outcome = await stage.network.publish(
    aContent({ type: 'video', media: aMedia('video', { bytes }) }),
    await anAccount(),
    context,
  );
  assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
  assert.match('message' in outcome ? outcome.message : '', /could not use the file: \S/);
  assert.deepEqual([context.fences.length, context.remembered['mediaId']], [0, '']);
});

test('a video that takes too long is checked again by the next try, without another upload', async () => {
  const account = await anAccount();
  const bytes = Buffer.concat([mp4(), Buffer.from('sandbox-processing-500')]);
  const content = aContent({ type: 'video', media: aMedia('video', { bytes }) });
  const context = aContext();
  const first = await stage.network.publish(content, account, context);
  assert.equal(first.kind, 'unreachable');
  sandbox.clock.aheadMs += 600_000;
  const unread = {
    ...content,
    media: { ...aMedia('video', { bytes }), open: () => Promise.reject(new Error('the file was sent already')) },
  };
  assert.equal(
    (await stage.network.publish(unread, account, aContext({ remembered: context.remembered }))).kind,
    'published',
  );
});

for (const { title, keptSeconds, uploads } of [
  { title: 'a file that X keeps for less than ten minutes is uploaded once more', keptSeconds: 590, uploads: 1 },
  { title: 'a file that X keeps for longer is not uploaded again', keptSeconds: 660, uploads: 0 },
]) {
  test(title, async () => {
    const account = await anAccount();
    const context = aContext();
    const media = aMedia('image');
    await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'rate-limit' });
    assert.equal(
      (await stage.network.publish(aContent({ type: 'image', media }), account, context)).kind,
      'rateLimited',
    );

    let opened = 0;
    const watched = {
      ...media,
      open: () => {
        opened += 1;
        return media.open();
      },
    };
    const remembered = {
      ...context.remembered,
      mediaUntil: String(Date.now() + sandbox.clock.aheadMs + keptSeconds * 1000),
    };
    const again = aContext({ remembered });
    assert.equal(
      (await stage.network.publish(aContent({ type: 'image', media: watched }), account, again)).kind,
      'published',
    );
    assert.deepEqual([opened, again.remembered['mediaId'] === context.remembered['mediaId']], [uploads, uploads === 0]);
  });
}

test('a file that replaced an earlier try’s file is uploaded and posted', async () => {
  const account = await anAccount();
  const context = aContext();
  await stage.control('faults', { network: 'twitter', operation: 'create', kind: 'rate-limit' });
  await stage.network.publish(aContent({ type: 'image', media: aMedia('image') }), account, context);
  const bytes = Buffer.concat([aPng(), Buffer.alloc(50, 7)]);
  const content = aContent({ type: 'image', media: aMedia('image', { bytes, fileName: 'other.png' }) });
  const outcome = await stage.network.publish(content, account, aContext({ remembered: context.remembered }));
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  assert.deepEqual(
    (await stage.feed()).map(({ media }) => media[0]?.sizeBytes),
    [bytes.length],
  );
});
