/**
 * The concurrency slots of a worker: how many deliveries run at once, in total and by network, and how many it claims
 * ahead.
 */

import { createSemaphore } from '#concurrency/semaphore.ts';
import type { NetworkId } from '#rules/eligibility.ts';

/**
 * A worker's slots. It claims up to a quarter more deliveries than it has slots, so that a freed slot waits for no
 * claim. A delivery is not prepared or sent before it has its slot; a pause takes it back like any claimed one.
 */
export type Slots = {
  /**
   * Resolves once the delivery has its slot: at once, or when one is free, first come, first served. The returned
   * function releases it.
   */
  take(network: NetworkId): Promise<() => void>;
  /** How many more deliveries may be claimed, in total. */
  room(): number;
  /** How many more deliveries of a network that allows `parallel` at a time may be claimed. */
  roomOf(network: NetworkId): number;
};

/** Slots for `concurrency` deliveries, and for each network as many as `parallelOf` says. */
export function createSlots({
  concurrency,
  parallelOf,
}: {
  concurrency: number;
  parallelOf: (network: NetworkId) => number;
}): Slots {
  const semaphore = createSemaphore<NetworkId>({
    permits: concurrency,
    permitsPerKey: (network) => (network === '' ? 0 : parallelOf(network)),
  });
  let arrivals = 0;
  const withAhead = (slots: number): number => slots + Math.floor(slots / 4);

  return {
    take: (network) => {
      arrivals += 1;
      return semaphore.acquire({ key: network, priority: arrivals });
    },
    room: () => withAhead(concurrency) - semaphore.running() - semaphore.waiting(),
    roomOf: (network) => withAhead(parallelOf(network)) - semaphore.running(network) - semaphore.waiting(network),
  };
}
