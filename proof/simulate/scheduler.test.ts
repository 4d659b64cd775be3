import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../random.ts';
import { createScheduler } from './scheduler.ts';

test('a step lasts until what it began is done, though nobody in it waits for that', async () => {
  const scheduler = createScheduler({ random: randomOf(1), start: 0, told: () => {} });
  const done: string[] = [];
  scheduler.ask(scheduler.actor('worker'), 'begin', () => {
    void scheduler.lasting(
      sleep(20).then(() => {
        done.push('first');
        void scheduler.lasting(
          sleep(20).then(() => {
            done.push('what followed from it');
          }),
        );
      }),
    );
  });
  assert.equal(await scheduler.take(), true);
  assert.deepEqual(done, ['first', 'what followed from it']);
});
