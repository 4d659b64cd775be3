/** Plays many seeds in parallel threads; each seed plays identically in any thread and beside any others. */

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { aTestCluster, clusterVariable } from '#db/testing.ts';
import type { FaultKind } from './faults.ts';
import type { Played } from './seed.ts';

/** The message to a thread. */
export type Order = { kind: 'play'; seed: number; isTraced: boolean } | { kind: 'end' };

/** A thread's answer: the result of a seed, whose trace may be left out, with the hash of the trace. */
export type Ended = Played & { traceHash: string };

/** The result of a run. */
export type Totals = {
  seeds: number;
  steps: number;
  seconds: number;
  faults: Map<FaultKind, number>;
  states: Map<string, number>;
  violations: number;
  /** The results of the seeds so far. */
  traceHashes: Map<number, string>;
};

/** Plays seeds; `onPlayed` receives each as it ends, with its trace if requested or if an invariant broke. */
export async function playSeeds(
  seeds: readonly number[],
  { onPlayed, isTraced = false }: { onPlayed?: (played: Played) => void; isTraced?: boolean },
): Promise<Totals> {
  const { adminUrl, url } = await aTestCluster();
  const started = performance.now();
  const totals: Totals = {
    seeds: 0,
    steps: 0,
    seconds: 0,
    faults: new Map(),
    states: new Map(),
    violations: 0,
    traceHashes: new Map(),
  };
  const waiting = [...seeds];
  const play = async (): Promise<void> => {
    const thread = new Worker(new URL('thread.ts', import.meta.url), {
      env: { ...process.env, [clusterVariable]: `${adminUrl} ${url}` },
    });
    const ask = (order: Order): void => {
      thread.postMessage(order);
    };
    thread.on('message', (played: Ended | null) => {
      if (played !== null) {
        add(totals, played);
        onPlayed?.(played);
      }
      const seed = waiting.shift();
      ask(seed === undefined ? { kind: 'end' } : { kind: 'play', seed, isTraced });
    });
    await once(thread, 'exit');
  };
  // A thread waits for PostgreSQL half of its time.
  const threads = Math.min(seeds.length, availableParallelism() + 1);
  await Promise.all(Array.from({ length: threads }, play));
  if (totals.seeds !== seeds.length) throw new Error(`${totals.seeds} of ${seeds.length} seeds came to an end`);
  totals.seconds = (performance.now() - started) / 1000;
  return totals;
}

function add(totals: Totals, { seed, steps, faults, states, violations, traceHash }: Ended): void {
  totals.seeds += 1;
  totals.traceHashes.set(seed, traceHash);
  totals.steps += steps;
  totals.violations += violations.length;
  for (const [kind, count] of faults) totals.faults.set(kind, (totals.faults.get(kind) ?? 0) + count);
  for (const [state, count] of Object.entries(states))
    totals.states.set(state, (totals.states.get(state) ?? 0) + count);
}
