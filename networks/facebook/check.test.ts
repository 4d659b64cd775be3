/** The progress of a video that Facebook has accepted. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aContent, aContext, aMedia } from '../testing.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const { sandbox, stage } = await onSandbox(aStage);
const { network } = stage;

test('a video that Facebook does not know yet is waited for, and counts as deleted after ten minutes', async () => {
  const account = await joined(network.consent, '10158000000000001');
  const content = aContent({ type: 'video', text: 'sandbox-unseen-300', media: aMedia('video') });
  const first = await network.publish(content, account, aContext());
  assert.ok(first.kind === 'processing', JSON.stringify(first));
  const unseen = await network.check?.(first.ticket, account, { signal });
  assert.ok(unseen?.kind === 'processing', JSON.stringify(unseen));
  const check = (ageMs: number) =>
    network.check?.({ ...unseen.ticket, missingSince: new Date(Date.now() - ageMs).toISOString() }, account, {
      signal,
    });
  assert.equal((await check(590_000))?.kind, 'processing');
  assert.deepEqual(await check(600_000), { kind: 'rejected', message: 'The video has been deleted on Facebook' });
  sandbox.clock.aheadMs = 301_000;
  assert.equal((await check(590_000))?.kind, 'published');
});
