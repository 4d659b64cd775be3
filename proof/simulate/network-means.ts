import type { Faults } from './faults.ts';
import { type Feeds, type Request } from './feed.ts';
import type { Random } from '../random.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** What the networks of a seed are made of. */
export type NetworkMeans = {
  scheduler: Scheduler;
  random: Random;
  faults: Faults;
  feeds: Feeds;
  /** Whoever takes part for the networks. */
  outside: Actor;
  /** The delivery's era, from when on a post counts for a person's latest decision. */
  eraOf: (marker: string) => number;
  /** A request has reached a network. */
  onRequest: (request: Request) => void;
  broken: (what: string) => void;
  kill: (actor: Actor) => Promise<void>;
  gapSeconds: ReadonlyMap<string, number>;
  /** Whether clocks are set in this seed: waits by the clock then say nothing about how long a network has had. */
  setsClocks: boolean;
};
