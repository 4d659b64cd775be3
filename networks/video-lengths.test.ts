/** The video lengths that the editor warns about are the networks' own limits. */
import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import lengths from '#rules/video-lengths.json' with { type: 'json' };
import { openNetworks } from './index.ts';

const { networks, close } = openNetworks();
afterAll(close);

test('every network with a longest video is in the list used for warnings', () => {
  const own = Object.entries(networks).flatMap(([network, { limits }]) =>
    limits.videoSeconds === null ? [] : [{ network, seconds: limits.videoSeconds }],
  );
  const bySeconds = (one: { seconds: number }, other: { seconds: number }): number => one.seconds - other.seconds;
  assert.deepEqual(
    lengths.map(({ network, seconds }) => ({ network, seconds })).toSorted(bySeconds),
    own.toSorted(bySeconds),
  );
});
