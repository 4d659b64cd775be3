import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test, type TestContext, vi } from 'vitest';
import { openIntake, type Intake } from './intake.ts';

/** A clock that a test moves, in place of the process's own. */
type Clock = { now: () => number; pass: (ms: number) => Promise<void> };

function aClock(context: TestContext): Clock {
  let now = 5000;
  context.onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    now: () => now,
    pass: async (ms) => {
      for (const end = now + ms; now < end; now += 1) {
        vi.advanceTimersByTime(1);
        await nextTurn();
      }
    },
  };
}

/** How long taking in this many bytes in pieces of 64 kB takes, ms. */
async function tookFor(
  bytes: number,
  { intake, sender, clock }: { intake: Intake; sender: string; clock: Clock },
): Promise<number> {
  const began = clock.now();
  for (let taken = 0; taken < bytes; taken += 65_536) await intake(sender, 65_536);
  return clock.now() - began;
}

test('a sender is limited to its rate over all its connections, and does not delay another one', async (context) => {
  const clock = aClock(context);
  const intake = openIntake(10_000_000);
  const lines = Array.from({ length: 8 }, () => tookFor(1_000_000, { intake, sender: 'a', clock }));
  const other = tookFor(1_000_000, { intake, sender: 'b', clock });
  await clock.pass(1000);
  assert.equal(await other, 0, 'another sender waits for nothing');
  const longest = Math.max(...(await Promise.all(lines)));
  assert.ok(longest > 500 && longest < 700, `8 MB at 10 MB a second took ${longest} ms`);
});

test('a client that sends slowly, or little, never waits', async (context) => {
  const clock = aClock(context);
  const little = tookFor(20 * 65_536, { intake: openIntake(10_000_000), sender: 'a', clock });
  await clock.pass(1000);
  assert.equal(await little, 0);
});
