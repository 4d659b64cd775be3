/** For tests: waits for a state instead of for a time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit, and a description of the state for the error if it is never reached. */
export interface Patience {
  seconds?: number;
  what?: string | (() => string);
}

/**
 * Checks every few milliseconds until the condition holds; throws with `what` after `seconds` (30), so that a test
 * never continues without the state that it needs.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { seconds = 30, what = 'the condition' }: Patience = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`waited ${seconds} s in vain for ${typeof what === 'string' ? what : what()}`);
    await sleep(5);
  }
}
