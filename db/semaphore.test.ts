import assert from 'node:assert/strict';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('tasks run in the order of their arrival, up to the limit at a time, also after a failed one', async () => {
  const withSlot = createSemaphore(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 7 }, (_, index) =>
    withSlot(async () => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await nextLoop();
      running -= 1;
      if (index % 2 === 1) throw new Error('odd');
      return index;
    }),
  );
  const ended = await Promise.allSettled(works);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(most, 2);
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(await withSlot(() => Promise.resolve('free again')), 'free again');
});
