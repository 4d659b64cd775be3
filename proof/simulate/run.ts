/** Plays many seeds in parallel threads; each seed plays identically in any thread and beside any others. */

import type { FaultKind } from './faults.ts';
import type { Losing } from './losing.ts';
import type { Played } from './seed.ts';
import { openThreads, type Ended } from './threads.ts';

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
  {
    onPlayed,
    isTraced = false,
    losingAt,
  }: { onPlayed?: (played: Played) => void; isTraced?: boolean; losingAt?: (seed: number) => Losing },
): Promise<Totals> {
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
  await using threads = await openThreads();
  await Promise.all(
    seeds.map(async (seed) => {
      const played = await threads.play({ seed, isTraced, ...(losingAt && { losing: losingAt(seed) }) });
      add(totals, played);
      onPlayed?.(played);
    }),
  );
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
