/** Where a delivery stands once its item, which was deleted, is brought back. */

import type { DeliveryState } from './delivery-states.ts';

/**
 * A delivery that the deletion of its item has stopped: how it stands now, and how it stood then. `wasNextAt` null:
 * nothing was due of it.
 */
export type StoppedDelivery = {
  state: DeliveryState;
  was: DeliveryState;
  wasNextAt: Date | null;
  wasMessage: string;
  dueAt: Date;
  stoppedAt: Date;
  isUnapproved: boolean;
  /** Whether its time is the one that its schedule plans for it still. */
  isInPlan: boolean;
};

/**
 * `as-it-is`: it could not be stopped. `planned` without a time waits for approval. `late`: nobody saw it miss its
 * time, so it goes out at the next free one of its schedule, never at once.
 */
export type BroughtBack =
  | { kind: 'as-it-is' }
  | { kind: 'missed' | 'by-hand'; message: string }
  | { kind: 'planned'; nextAt: Date | null }
  | { kind: 'late' };

/** What was due before the deletion goes on; all else keeps its time as long as that is to come. */
export function broughtBack(stopped: StoppedDelivery, now: Date): BroughtBack {
  const { state, was, wasNextAt, wasMessage: message, dueAt, stoppedAt, isUnapproved, isInPlan } = stopped;
  if (state !== 'cancelled') return { kind: 'as-it-is' };
  if (was === 'missed') return { kind: 'missed', message };
  if (isUnapproved) return { kind: 'planned', nextAt: null };
  if (was === 'waiting' && wasNextAt === null) return { kind: 'by-hand', message };
  if (dueAt > now) return isInPlan ? { kind: 'planned', nextAt: dueAt } : { kind: 'late' };
  if (dueAt > stoppedAt) return { kind: 'late' };
  return { kind: 'planned', nextAt: was === 'scheduled' && wasNextAt !== null && wasNextAt > now ? wasNextAt : now };
}
