/** The state of a delivery once its deleted item is restored. */

import type { DeliveryState } from './delivery-states.ts';

/**
 * A delivery that the deletion of its item has stopped: its state now, and its state before. `wasNextAt` null: it had
 * no next action.
 */
export type StoppedDelivery = {
  state: DeliveryState;
  was: DeliveryState;
  wasNextAt: Date | null;
  wasMessage: string;
  dueAt: Date;
  stoppedAt: Date;
  isUnapproved: boolean;
  /** Whether its due time is still the one that its schedule plans. */
  isInPlan: boolean;
};

/**
 * `as-it-is`: it could not be stopped. `planned` without a time waits for approval. `late`: its time has passed
 * unnoticed, so it goes out at the schedule's next free time, never at once.
 */
export type RestoredAs =
  | { kind: 'as-it-is' }
  | { kind: 'missed' | 'by-hand'; message: string }
  | { kind: 'planned'; nextAt: Date | null }
  | { kind: 'late' };

/** A delivery that was already due before the deletion continues; any other keeps its time if that is still ahead. */
export function restoredAs(stopped: StoppedDelivery, now: Date): RestoredAs {
  const { state, was, wasNextAt, wasMessage: message, dueAt, stoppedAt, isUnapproved, isInPlan } = stopped;
  if (state !== 'cancelled') return { kind: 'as-it-is' };
  if (was === 'missed') return { kind: 'missed', message };
  if (isUnapproved) return { kind: 'planned', nextAt: null };
  if (was === 'waiting' && wasNextAt === null) return { kind: 'by-hand', message };
  if (dueAt > now) return isInPlan ? { kind: 'planned', nextAt: dueAt } : { kind: 'late' };
  if (dueAt > stoppedAt) return { kind: 'late' };
  return { kind: 'planned', nextAt: was === 'scheduled' && wasNextAt !== null && wasNextAt > now ? wasNextAt : now };
}
