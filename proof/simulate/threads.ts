/** Threads that play seeds as they are asked for. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import type { Losing } from './losing.ts';
import type { Played } from './seed.ts';

/** The message to a thread. */
export type Order =
  | { kind: 'play'; seed: number; isTraced: boolean; replacement?: Replacement; losing?: Losing }
  | { kind: 'end' };

/** A statement's text in place of its own. */
export type Replacement = { text: string; instead: string };

/** A thread's answer: the result of a seed, whose trace may be left out, with the hash of the trace. */
export type Ended = Played & { traceHash: string; texts: string[] };

type Wanted = { seed: number; replacement?: Replacement; isTraced?: boolean; losing?: Losing };
type Waiting = Wanted & { resolve: (ended: Ended) => void; reject: (error: unknown) => void };

/** Some threads; a seed waits until one of them is free. */
export type Threads = { play(wanted: Wanted): Promise<Ended> } & AsyncDisposable;

/** Opens threads: one more than there are processors, since a thread waits for PostgreSQL half of its time. */
export async function openThreads(count: number = availableParallelism() + 1): Promise<Threads> {
  const { adminUrl, url } = await aTestCluster();
  const waiting: Waiting[] = [];
  const idle: ((next: Waiting) => void)[] = [];
  const running = new Set<Worker>();
  const open = (): void => {
    const thread = new Worker(new URL('thread.ts', import.meta.url), {
      env: { ...process.env, [clusterVariable]: `${adminUrl} ${url}` },
    });
    running.add(thread);
    let current: Waiting | undefined;
    const begin = (next: Waiting): void => {
      current = next;
      const { seed, replacement, losing, isTraced = false } = next;
      const given = { ...(replacement && { replacement }), ...(losing && { losing }) };
      thread.postMessage({ kind: 'play', seed, isTraced, ...given } satisfies Order);
    };
    thread.on('message', (ended: Ended | null) => {
      if (ended !== null) current?.resolve(ended);
      current = undefined;
      const next = waiting.shift();
      if (next === undefined) idle.push(begin);
      else begin(next);
    });
    thread.on('error', (error) => {
      running.delete(thread);
      if (current !== undefined) {
        current.resolve(failed(current.seed, error));
        open();
      } else for (const { reject } of waiting.splice(0)) reject(error);
    });
  };
  for (let opened = 0; opened < count; opened += 1) open();
  return {
    play: (wanted) =>
      new Promise((resolve, reject) => {
        const next = { ...wanted, resolve, reject };
        const begin = idle.shift();
        if (begin === undefined) waiting.push(next);
        else begin(next);
      }),
    [Symbol.asyncDispose]: async () => {
      // A thread that cannot drop its database must not hide what the seeds have shown.
      await Promise.allSettled(
        [...running].map(async (thread) => {
          const ended = once(thread, 'exit');
          thread.postMessage({ kind: 'end' } satisfies Order);
          await ended;
        }),
      );
    },
  };
}

/** The result of a seed whose thread has failed: a violation, so that the others and the totals are still seen. */
function failed(seed: number, error: unknown): Ended {
  const violations = [`it could not be played to its end: ${error instanceof Error ? error.stack : String(error)}`];
  return { seed, steps: 0, faults: new Map(), violations, trace: [], states: {}, traceHash: '', texts: [] };
}
