/** The faults of a seed: how often each may happen, and how often it did. */

import type { Random } from '../random.ts';

/** Everything the simulation breaks, by the name under which it is counted. */
export const faultKinds = [
  'worker killed before a statement',
  'worker killed after a statement',
  'worker killed right after the fence',
  'worker killed during a request',
  'worker frozen',
  'worker frozen right after the fence',
  'worker stopped in good order',
  'database connection lost before a statement',
  'database connection lost after a statement',
  'database away',
  'deadlock',
  'clock set forward',
  'clock set back',
  'machine asleep',
  'notification lost',
  'not reachable',
  'not reachable while preparing',
  'lost before the post was made',
  'lost after the post was made',
  'error, but the post was made',
  'slow answer',
  'slower than a lease',
  'slower than the limit',
  'answer without an id',
  'adapter broke before the fence',
  'adapter broke after the post was made',
  'rate limit of the account',
  'rate limit of the app',
  'rejected',
  'duplicate refused',
  'token refused',
  'token renewal lost',
  'token renewal failed',
  'taken for processing',
  'processing failed',
  'check went wrong',
  'look for the post undecided',
  'look for the post broke',
  'listed late',
  'told a changed account',
  'idle transaction ended',
] as const;
/** One of `faultKinds`. */
export type FaultKind = (typeof faultKinds)[number];

/** How often each fault was injected. */
export type FaultCounts = Map<FaultKind, number>;

/**
 * The faults of one seed: a seed has some kinds often, some seldom and some not at all, so that the mixtures differ.
 */
export type Faults = {
  /** Whether this fault happens now; counted if it does. Never after `end`. */
  strikes(kind: FaultKind, probability: number): boolean;
  /** Counts a fault that was decided elsewhere. */
  count(kind: FaultKind): void;
  /** Stops all faults from now on. */
  end(): void;
  hasEnded(): boolean;
  counts: FaultCounts;
};

/** Draws how frequent each kind is in this seed. */
export function createFaults(random: Random): Faults {
  const counts: FaultCounts = new Map();
  const general = random.pick([0.4, 1, 1, 2]);
  const strengths = new Map(
    faultKinds.map((kind) => [kind, random.chance(0.3) ? 0 : general * random.pick([0.5, 1, 1, 3])]),
  );
  let ended = false;
  const count = (kind: FaultKind): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  return {
    counts,
    count,
    strikes: (kind, probability) => {
      if (ended || !random.chance(probability * (strengths.get(kind) ?? 0))) return false;
      count(kind);
      return true;
    },
    end: () => {
      ended = true;
    },
    hasEnded: () => ended,
  };
}
