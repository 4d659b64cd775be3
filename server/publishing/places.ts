/** How many deliveries a worker has side by side, in all and at each network, and how many it claims ahead. */

import type { NetworkId } from '#rules/eligibility.ts';

/**
 * A worker's places. Some more deliveries than have one are claimed ahead, a quarter at most: a freed place then waits for no
 * claim. Until they have their place nothing of them is prepared or sent, and a pause takes them back like all that is claimed.
 */
export type Places = {
  /** Resolves once the delivery has its place: at once, or when one is free, in the order of asking. */
  take(network: NetworkId): Promise<void>;
  /** Gives a place back. */
  free(network: NetworkId): void;
  /** How many deliveries more may be claimed, in all. */
  room(): number;
  /** How many more of a network that takes `parallel` at a time. */
  roomOf(network: NetworkId): number;
};

type Waiting = { network: NetworkId; begin: () => void };

/** Places for `concurrency` deliveries, of each network as many as `parallelOf` says. */
export function createPlaces({ concurrency, parallelOf }: { concurrency: number; parallelOf: (network: NetworkId) => number }): Places {
  const taken = new Map<NetworkId, number>();
  const takenOf = (network: NetworkId): number => taken.get(network) ?? 0;
  let all = 0;
  let waiting: readonly Waiting[] = [];

  const hasPlace = (network: NetworkId): boolean => all < concurrency && takenOf(network) < parallelOf(network);
  const begin = (network: NetworkId): void => {
    all += 1;
    taken.set(network, takenOf(network) + 1);
  };
  const withAhead = (places: number): number => places + Math.floor(places / 4);

  return {
    take: (network) => {
      if (hasPlace(network) && !waiting.some((one) => one.network === network)) {
        begin(network);
        return Promise.resolve();
      }
      return new Promise((resolve) => { waiting = [...waiting, { network, begin: resolve }]; });
    },
    free: (network) => {
      all -= 1;
      taken.set(network, takenOf(network) - 1);
      // The first whose network has room: one that is full keeps no other back.
      const next = waiting.find((one) => hasPlace(one.network));
      if (!next) return;
      waiting = waiting.filter((one) => one !== next);
      begin(next.network);
      next.begin();
    },
    room: () => withAhead(concurrency) - all - waiting.length,
    roomOf: (network) => withAhead(parallelOf(network)) - takenOf(network) - waiting.filter((one) => one.network === network).length,
  };
}
