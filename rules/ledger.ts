/** The ledger's places: at any instant every planned delivery is in exactly one of them, so they add up to the plan. */

import { deliveryStates, type DeliveryState } from './delivery-states.ts';

/** Where a planned delivery can be found; `waiting` is whatever is not finished and not in doubt. */
export const ledgerPlaces = ['published', 'failed', 'missed', 'cancelled', 'uncertain', 'waiting'] as const;
/** One of `ledgerPlaces`. */
export type LedgerPlace = (typeof ledgerPlaces)[number];

/** The label of each bucket. */
export const placeNames: Readonly<Record<LedgerPlace, string>> = {
  published: 'Posted',
  failed: 'Failed',
  missed: 'Missed',
  cancelled: 'Cancelled',
  uncertain: 'Needs a look',
  waiting: 'Waiting',
};

/** The place of a delivery by its state. */
export function placeOf(state: DeliveryState): LedgerPlace {
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

/** The states that make up a place. */
export const statesIn = (place: LedgerPlace): DeliveryState[] =>
  deliveryStates.filter((state) => placeOf(state) === place);

/** Counts of deliveries, planned and by place. */
export type Ledger = { planned: number } & Record<LedgerPlace, number>;

/** Whether a ledger's places add up to its plan. */
export const addsUp = (ledger: Ledger): boolean =>
  ledger.planned === ledgerPlaces.reduce((sum, place) => sum + ledger[place], 0);
