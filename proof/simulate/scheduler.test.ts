import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'vitest';
import { randomOf } from '../random.ts';
import { createScheduler } from './scheduler.ts';

/** Work that takes some turns of the event loop. */
async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

test('a step lasts until the work it began is done, even if no actor waits for it', async () => {
  const scheduler = createScheduler({ random: randomOf(1), start: 0, told: () => {} });
  const done: string[] = [];
  scheduler.ask(scheduler.actor('worker'), 'begin', () => {
    void scheduler.lasting(
      aWhile().then(() => {
        done.push('first');
        void scheduler.lasting(
          aWhile().then(() => {
            done.push('what followed from it');
          }),
        );
      }),
    );
  });
  assert.equal(await scheduler.take(), true);
  assert.deepEqual(done, ['first', 'what followed from it']);
});
