import { actionsFor, type DeliveryAction, type DeliveryState } from './delivery-states.ts';

/** The decisions about one delivery that have a button of their own. */
export const decisions = [
  'it-is-there',
  'publish-again',
  'publish-now',
  'next-free-time',
  'posted-by-hand',
  'leave-out',
] as const satisfies readonly DeliveryAction[];
/** One of `decisions`. */
export type Decision = (typeof decisions)[number];

/** The decisions that send something, and so need the client's approval if the schedule requires it. */
const sending: readonly Decision[] = ['publish-again', 'publish-now', 'next-free-time'];

/**
 * The buttons of a delivery in its current state; moving and cancelling come with its schedule. `nextAt` null: nothing
 * is due.
 */
export function buttonsFor(delivery: { state: DeliveryState; nextAt: Date | null; unapproved: boolean }): Decision[] {
  const allowed = actionsFor(delivery);
  return decisions.filter(
    (decision) => allowed.includes(decision) && !(delivery.unapproved && sending.includes(decision)),
  );
}
