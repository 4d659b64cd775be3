/** Somebody who uses the web all the time: how long it does not answer. */

import { setTimeout as sleep } from 'node:timers/promises';

/** A person who asks twice a second. */
export type Person = {
  /** The longest time (s) between two good answers since the last question, and the number of answers. */
  silence(): number;
  stop(): void;
};

/** Asks a call that reads the database, again and again. */
export function askAllTheTime(url: string, token: string): Person {
  let isOver = false;
  let last = performance.now();
  let longest = 0;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const isGood = await ask(url, token);
      const now = performance.now();
      if (isGood) {
        longest = Math.max(longest, now - last);
        last = now;
      }
      await sleep(500);
    }
  };
  void work();
  return {
    silence: () => {
      const seconds = Math.max(longest, performance.now() - last) / 1000;
      longest = 0;
      return seconds;
    },
    stop: () => {
      isOver = true;
    },
  };
}

async function ask(url: string, token: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/api/fetch-space`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(5000),
    });
    return reply.ok;
  } catch {
    return false; // it waits for a database
  }
}
