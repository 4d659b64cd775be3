/** Real processes whose database vanishes without a word: packets are dropped, not refused. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { whenDone } from '#db/testing-ends.ts';
import { openSilence, type Silence } from '#db/testing-silence.ts';
import { aProduction } from './processes.ts';

/** How long it is away: longer than every patience, so that all have run out; or shorter than any. */
const cases = [
  { awayMs: 25_000, passing: 'moved' },
  { awayMs: 25_000, passing: 'open' },
  { awayMs: 100, passing: 'moved' },
] as const;

let silence: Silence | undefined;
const production = await aProduction(async (url) => {
  const opened = await openSilence(url);
  silence = opened;
  whenDone(() => opened[Symbol.asyncDispose]());
  return opened.url;
});
const worker = await production.startWorker();

const answers = async (): Promise<boolean> => {
  const reply = await production.call('fetch-space', {}).catch((error: unknown) => ({ status: false, error }));
  if (!reply.status) console.log(reply);
  return reply.status;
};

/** The milliseconds until the web answers. Many people ask meanwhile, so every connection is in use. */
async function untilAnswered(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const replies = await Promise.all(Array.from({ length: 12 }, answers));
    if (replies.every(Boolean)) return performance.now() - began;
    if (performance.now() - began > 60_000) return Infinity;
    await sleep(100);
  }
}

describe('a database that vanishes silently', () => {
  for (const { awayMs, passing } of cases)
    test(`the web answers within 15 s after ${awayMs} ms without a database (${passing})`, async () => {
      assert.ok(await answers());
      silence?.set('silent');
      const asked = Array.from({ length: 12 }, answers);
      await sleep(awayMs);
      silence?.set(passing);
      const milliseconds = await untilAnswered();
      console.log(`${passing}: the web answers after ${(milliseconds / 1000).toFixed(1)} s`);
      assert.ok(milliseconds < 15_000, `${milliseconds} ms`);
      await Promise.all(asked);
      silence?.set('open');
    });

  test('SIGTERM ends web and worker within 30 s, also while statements wait for a vanished database', async () => {
    silence?.set('silent');
    const asked = Array.from({ length: 12 }, answers);
    const began = performance.now();
    const ended = await Promise.all(
      [production.web, worker].map(async (each) => {
        await each.stop();
        return Math.round(performance.now() - began);
      }),
    );
    console.log(`web and worker ended after ${ended.join(' and ')} ms`);
    assert.ok(Math.max(...ended) < 30_000, ended.join());
    await Promise.all(asked);
  });
});
