/** The invariants of a delivery's change from one snapshot to the next: which states follow, and what allows each. */

import { deliveryMessages } from '#rules/delivery-messages.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import { isRestored } from './restoring.ts';
import { missedAfter, type DeliveryNow, type Snapshot } from './snapshot.ts';

const never: readonly DeliveryState[] = [];
/** The states that a delivery may reach from each state within one step. */
const ways: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  scheduled: ['claimed', 'waiting', 'missed', 'cancelled', 'failed'],
  claimed: ['scheduled', 'sending', 'waiting', 'failed', 'missed', 'cancelled'],
  sending: ['published', 'processing', 'scheduled', 'waiting', 'failed', 'missed', 'uncertain', 'cancelled'],
  processing: ['published', 'failed', 'uncertain'],
  waiting: ['scheduled', 'failed', 'cancelled'],
  uncertain: ['published', 'scheduled', 'cancelled'],
  failed: ['scheduled'],
  missed: ['scheduled', 'cancelled'],
  published: never,
  cancelled: never,
};

/** A delivery in two snapshots, one after the other; `before` is the first of them. */
export type Change = { was: DeliveryNow; is: DeliveryNow; before: Snapshot | null; now: Snapshot };

/** What the checks of a change need: the latest instant that a worker's clock has shown, and the operator's limit. */
export type ChangeMeans = {
  lateLimitMs: number;
  latestOf: (worker: string | null) => number;
  /** The database has gone back once: rows that it does not know to be sent become uncertain, or published. */
  isBack?: boolean;
  broken: (what: string) => void;
};

/** The answer to a passage of the fence was lost, so its worker sends nothing and undoes it, under the same claim. */
const isTakenBack = ({ was, is }: Change): boolean =>
  was.state === 'sending' && is.state === 'claimed' && is.worker === was.worker && is.attempts === was.attempts - 1;

/** Checks a delivery whose state has changed. */
export function checkChange(change: Change, means: ChangeMeans): void {
  const { was, is } = change;
  const { broken } = means;
  if (isTakenBack(change)) return;
  // With another due time, it is missed again because the move of its schedule was undone.
  const isMissedAgain = is.state === 'missed' && is.dueAt !== was.dueAt;
  const isRestoredItem = isRestored(change);
  const isUnseen = means.isBack === true && (is.state === 'uncertain' || is.state === 'published');
  if (!isMissedAgain && !isRestoredItem && !isUnseen && !ways[was.state].includes(is.state))
    broken(`delivery ${is.id} came from ${was.state} to ${is.state}`);
  if (is.state === 'claimed') checkClaim(change, means);
  if (is.state === 'sending') checkFence(change, broken);
  if (is.state === 'missed' && is.message === deliveryMessages.missed && !isMissedAgain && !isRestoredItem)
    checkMissed(change, means);
  if (is.attempts < was.attempts) broken(`delivery ${is.id} lost an attempt`);
}

/** A claim needs a due, approved delivery, and an account and a network that are free. */
function checkClaim({ was, is, before, now }: Change, { latestOf, broken }: ChangeMeans): void {
  const name = `delivery ${is.id} was claimed`;
  const latest = latestOf(is.worker);
  if (was.nextAt === null || was.nextAt > latest || was.dueAt > latest) broken(`${name} before its time`);
  if (was.isUnapproved) broken(`${name} without approval`);
  const account = before?.accounts.find(({ id }) => id === is.accountId);
  if (before === null || account === undefined) return;
  if (isPausedIn(before, is)) broken(`${name} under a pause`);
  if (account.isDeleted || account.status !== 'connected')
    broken(`${name} though its account is ${account.isDeleted ? 'deleted' : account.status}`);
  if (account.isHeld || (account.freeAt ?? 0) > latest) broken(`${name} though its account was not free`);
  const wait = before.waits.find(({ network }) => network === account.network);
  if (wait !== undefined && wait.until > latest) broken(`${name} though its network waits`);
  if (now.accounts.find(({ id }) => id === is.accountId)?.isHeld === false)
    broken(`${name} without holding its account`);
}

/** The fence needs an attempt on record, the same worker, no cancellation, no pause, and the approved content. */
function checkFence({ was, is, before, now }: Change, broken: ChangeMeans['broken']): void {
  const name = `delivery ${is.id} passed the fence`;
  if (is.attempts !== was.attempts + 1) broken(`${name} without an attempt`);
  if (was.cancelRequested) broken(`${name} though it was cancelled`);
  if (is.worker !== was.worker) broken(`${name} for another worker than the one that had it`);
  if (before !== null && isPausedIn(before, is) && isPausedIn(now, is)) broken(`${name} under a pause`);
  const occurrence = now.occurrences.find(({ id }) => id === is.occurrenceId);
  if (occurrence === undefined || occurrence.approval === null) return;
  if (occurrence.approval !== 'approved') broken(`${name} without approval: it is ${occurrence.approval}`);
  const needsApproval = now.schedules.find(({ id }) => id === is.scheduleId)?.needsApproval === true;
  if (needsApproval && !occurrence.isAsShown) broken(`${name} with another content than was approved`);
}

/**
 * Only the account's own wait is checked: a wait of the whole network may begin while a worker already holds the
 * delivery.
 */
function checkMissed({ was, now }: Change, { lateLimitMs, latestOf, broken }: ChangeMeans): void {
  if (was.firstTriedAt !== null && was.state === 'scheduled')
    broken(`delivery ${was.id} was missed though it had been tried`);
  if (missedAfter({ ...now, waits: [] }, was, lateLimitMs) > latestOf(null))
    broken(`delivery ${was.id} was missed before it was too late`);
}

/** Whether a pause of the account, schedule, client or agency, or a suspension, covers a delivery. */
function isPausedIn(snapshot: Snapshot, { accountId, scheduleId }: DeliveryNow): boolean {
  const account = snapshot.accounts.find(({ id }) => id === accountId);
  return (
    account !== undefined &&
    (account.isPaused ||
      snapshot.schedules.some(({ id, isPaused }) => id === scheduleId && isPaused) ||
      snapshot.isAgencyPaused ||
      snapshot.isSuspended ||
      snapshot.pausedClients.includes(account.userId))
  );
}
