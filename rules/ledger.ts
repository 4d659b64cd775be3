/**
 * The ledger's buckets: at any instant every planned delivery is in exactly one of them, so they add up to the plan.
 */

import { deliveryStates, type DeliveryState } from './delivery-states.ts';

/** The bucket of a planned delivery; `waiting` is everything neither finished nor uncertain. */
export const ledgerBuckets = ['published', 'failed', 'missed', 'cancelled', 'uncertain', 'waiting'] as const;
/** One of `ledgerBuckets`. */
export type LedgerBucket = (typeof ledgerBuckets)[number];

/** The label of each bucket. */
export const bucketNames: Readonly<Record<LedgerBucket, string>> = {
  published: 'Posted',
  failed: 'Failed',
  missed: 'Missed',
  cancelled: 'Cancelled',
  uncertain: 'Needs a look',
  waiting: 'Waiting',
};

/** The bucket of a delivery by its state. */
export function bucketOf(state: DeliveryState): LedgerBucket {
  switch (state) {
    case 'published':
    case 'failed':
    case 'missed':
    case 'cancelled':
    case 'uncertain':
      return state;
    case 'scheduled':
    case 'claimed':
    case 'sending':
    case 'processing':
    case 'waiting':
      return 'waiting';
    default:
      return state satisfies never;
  }
}

/** The states that make up a bucket. */
export const statesIn = (bucket: LedgerBucket): DeliveryState[] =>
  deliveryStates.filter((state) => bucketOf(state) === bucket);

/** Counts of deliveries, planned and by bucket. */
export type Ledger = { planned: number } & Record<LedgerBucket, number>;

/** Whether a ledger's buckets add up to its plan. */
export const addsUp = (ledger: Ledger): boolean =>
  ledger.planned === ledgerBuckets.reduce((sum, bucket) => sum + ledger[bucket], 0);
