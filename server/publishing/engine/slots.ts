/**
 * The concurrency slots of a worker: how many deliveries run at once, in total and by network, and how many it claims
 * ahead.
 */

import type { NetworkId } from '#rules/eligibility.ts';

/**
 * A worker's slots. It claims up to a quarter more deliveries than it has slots, so that a freed slot waits for no
 * claim. A delivery is not prepared or sent before it has its slot; a pause takes it back like any claimed one.
 */
export type Slots = {
  /** Resolves once the delivery has its slot: at once, or when one is free, first come, first served. */
  take(network: NetworkId): Promise<void>;
  /** Releases a slot. */
  free(network: NetworkId): void;
  /** How many more deliveries may be claimed, in total. */
  room(): number;
  /** How many more deliveries of a network that allows `parallel` at a time may be claimed. */
  roomOf(network: NetworkId): number;
};

type Waiting = { network: NetworkId; begin: () => void };

/** Slots for `concurrency` deliveries, and for each network as many as `parallelOf` says. */
export function createSlots({
  concurrency,
  parallelOf,
}: {
  concurrency: number;
  parallelOf: (network: NetworkId) => number;
}): Slots {
  const taken = new Map<NetworkId, number>();
  const takenOf = (network: NetworkId): number => taken.get(network) ?? 0;
  let all = 0;
  let waiting: readonly Waiting[] = [];

  const hasSlot = (network: NetworkId): boolean => all < concurrency && takenOf(network) < parallelOf(network);
  const begin = (network: NetworkId): void => {
    all += 1;
    taken.set(network, takenOf(network) + 1);
  };
  const withAhead = (slots: number): number => slots + Math.floor(slots / 4);

  return {
    take: (network) => {
      if (hasSlot(network) && !waiting.some((one) => one.network === network)) {
        begin(network);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        waiting = [...waiting, { network, begin: resolve }];
      });
    },
    free: (network) => {
      all -= 1;
      taken.set(network, takenOf(network) - 1);
      // The first whose network has room: a full network does not block the others.
      const next = waiting.find((one) => hasSlot(one.network));
      if (!next) return;
      waiting = waiting.filter((one) => one !== next);
      begin(next.network);
      next.begin();
    },
    room: () => withAhead(concurrency) - all - waiting.length,
    roomOf: (network) =>
      withAhead(parallelOf(network)) - takenOf(network) - waiting.filter((one) => one.network === network).length,
  };
}
