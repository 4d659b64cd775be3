import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { z } from 'zod';
import type { NetworkId } from '#rules/eligibility.ts';
import { openNetworks, type OpenNetworks } from './index.ts';
import type { Media } from './network.ts';
import { aContent, aContext, aMedia, anMp4 } from './testing.ts';
import { joined } from './testing-consent.ts';

/** The sandbox runs in its own process here, so that only the worker's memory is measured. */
let sandbox: ChildProcess;
let opened: OpenNetworks;

beforeAll(async () => {
  sandbox = fork(fileURLToPath(new URL('../sandbox/main.ts', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  assert.ok(sandbox.stdout);
  const lines: unknown[] = await once(createInterface({ input: sandbox.stdout }), 'line');
  opened = openNetworks(z.record(z.string(), z.string()).parse(JSON.parse(String(lines[0]))));
});
afterAll(async () => {
  await opened.close();
  const ended = once(sandbox, 'exit');
  sandbox.disconnect();
  await ended;
});

const chunk = Buffer.alloc(65_536, 7);
/** A video of that many bytes, held in memory once. */
const videoBytes = (sizeBytes: number): Media => ({
  ...aMedia('video'),
  sizeBytes,
  durationMs: 20_000,
  open: async () =>
    Readable.from(
      (function* () {
        yield anMp4();
        for (let left = sizeBytes - anMp4().byteLength; left > 0; left -= chunk.byteLength)
          yield chunk.subarray(0, Math.min(chunk.byteLength, left));
      })(),
    ),
});

const people: readonly (readonly [NetworkId, string])[] = [
  ['facebook', '10158000000000001'],
  ['youtube', 'yt-sunrise'],
  ['vimeo', 'sunrise'],
  ['twitter', '1510000000000000001'],
  ['linkedin', 'sUnRiSe001'],
  ['reddit', 'sunrise'],
];
const sizeBytes = 20_000_000;
const mostBytes = 60_000_000;

for (const [id, persona] of people) {
  test(`uploading a 20 MB video to ${id} takes less than 60 MB of memory`, async () => {
    const network = opened.networks[id];
    assert.ok(network?.consent);
    const account = await joined(network.consent, persona);
    const publish = (bytes: number) =>
      network.publish(
        aContent({ type: 'video', title: `Film of ${bytes} bytes`, media: videoBytes(bytes) }),
        account,
        aContext(),
      );
    const warm = await publish(200_000);
    assert.ok(warm.kind === 'published' || warm.kind === 'processing', JSON.stringify(warm));
    const start = process.memoryUsage.rss();
    let most = start;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 2);
    const outcome = await publish(sizeBytes);
    clearInterval(watching);
    assert.ok(outcome.kind === 'published' || outcome.kind === 'processing', JSON.stringify(outcome));
    assert.ok(most - start < mostBytes, `${Math.round((most - start) / 1e6)} MB`);
  });
}
