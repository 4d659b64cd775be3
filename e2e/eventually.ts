import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `look` until it returns something other than null or false; throws with `what` after `seconds` (30). */
export async function eventually<T>(what: string, look: () => Promise<T | null | false>, seconds = 30): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > until) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await sleep(100);
  }
}
