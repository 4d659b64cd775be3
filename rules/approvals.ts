/**
 * Approval by the client. A schedule may require it; then each of its occurrences waits, and none of its deliveries is
 * published before the client has approved its exact content. An occurrence that is unapproved at its due time is held:
 * never published, never missed.
 */

import type { DeliveryNext } from './delivery.ts';

/** Whether an agency publishes for a client as planned, or only approved posts. */
export const approvalModes = ['none', 'client'] as const;
/** One of `approvalModes`. */
export type ApprovalMode = (typeof approvalModes)[number];

/** The state of an occurrence's approval: with the client, approved, or with the agency after a comment. */
export const approvalStates = ['waiting', 'approved', 'sent-back'] as const;
/** One of `approvalStates`. */
export type ApprovalState = (typeof approvalStates)[number];

/**
 * What happens to waiting posts when a client's approval is no longer required. A post that was sent back stays so in
 * either case.
 */
export const approvalEndings = ['approve', 'keep'] as const;
/** One of `approvalEndings`. */
export type ApprovalEnding = (typeof approvalEndings)[number];

/** The display state of an unapproved occurrence: it waits, was sent back, or is past its due time. */
export type ApprovalStanding = 'waiting' | 'sent-back' | 'not-approved';

/**
 * The display state of an occurrence that still has something to publish; null if no missing approval holds it back.
 */
export function standingOf(
  { state, dueAt }: { state: ApprovalState | null; dueAt: Date },
  now: Date,
): ApprovalStanding | null {
  if (state === null || state === 'approved') return null;
  if (dueAt <= now) return 'not-approved';
  return state;
}

/** Hours before its due time at which a client is reminded of a waiting post. */
export const reminderHours: readonly number[] = [24, 3];
/** The least number of hours between two mails to one client. */
export const quietHours = 3;

/**
 * The next state of a delivery that would be retried, but whose approval was withdrawn while it was being sent: it is
 * held.
 */
export const afterWithdrawal = (next: DeliveryNext): DeliveryNext =>
  next.state === 'scheduled' || next.state === 'waiting'
    ? { ...next, state: 'scheduled', nextAt: null, message: '' }
    : next;

/** The message of a post that its client has not approved. */
export const approvalMessages = {
  waiting: 'It waits for the client’s approval.',
  sentBack: 'The client has sent it back. It is held until it is approved.',
  notApproved: 'Held: the client has not approved it in time. Once it is approved, it goes out at the next free time.',
} as const;
