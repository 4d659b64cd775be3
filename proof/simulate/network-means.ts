import type { Faults } from './faults.ts';
import { type Feeds, type Request } from './feed.ts';
import type { Random } from '../random.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** The dependencies of a seed's networks. */
export type NetworkMeans = {
  scheduler: Scheduler;
  random: Random;
  faults: Faults;
  feeds: Feeds;
  /** The actor of the networks. */
  outside: Actor;
  /** The delivery's era, from which on a post counts for a person's latest decision. */
  eraOf: (marker: string) => number;
  /** A request has reached a network. */
  onRequest: (request: Request) => void;
  broken: (what: string) => void;
  kill: (actor: Actor) => Promise<void>;
  gapSeconds: ReadonlyMap<string, number>;
  /** Whether clocks are changed in this seed: waits by the clock then do not show how much time a network has had. */
  setsClocks: boolean;
};
