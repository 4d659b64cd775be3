/** For tests: waiting for a state instead of for a time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long to look, and what for: the words of the error when it never comes. */
export interface Patience {
  seconds?: number;
  what?: string | (() => string);
}

/**
 * Looks every few milliseconds until the condition holds; throws with `what` after `seconds` (30), so that a test never
 * goes on without the state that it is about.
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
