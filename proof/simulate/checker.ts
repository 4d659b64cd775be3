/**
 * The invariants that must hold after every step: the feeds have as many copies as the states say; nothing is sent
 * before its time, under a pause, without a required approval, or faster than the account's pace; final states are
 * final; every delivery that waits for a person says why; and a round has every item that does not rest.
 */

import { deliveryMessages } from '#rules/delivery-messages.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import type { Feeds, Request } from './feed.ts';
import { isBroughtBack } from './bringing-back.ts';
import { checkMarks } from './pausing-schedules.ts';
import { createPutBackCheck } from './putting-back.ts';
import { checkRounds } from './resting.ts';
import { missedAfter, type AccountNow, type DeliveryNow, type Snapshot } from './snapshot.ts';

/**
 * The dependencies of the checker. `latestOf` is the latest instant that any clock, or this worker's, has shown;
 * `lateLimitMs` the operator's limit.
 */
export type CheckerMeans = {
  feeds: Feeds;
  lateLimitMs: number;
  latestOf: (worker: string | null) => number;
  broken: (what: string) => void;
};

/** The checker of one seed. */
export type Checker = {
  /** Compares the committed rows with those before and with the feeds. */
  look(snapshot: Snapshot): void;
  /** A request has reached a network. */
  request(request: Request): void;
  /** How often a person has decided to publish a delivery again. */
  eraOf(marker: string): number;
  /** After the end of all faults, when nothing changes any more. */
  lookAtEnd(snapshot: Snapshot): void;
};

/** The least and most copies in the feed that a state allows, of the current era. */
const copies: Readonly<Record<DeliveryState, readonly [number, number]>> = {
  scheduled: [0, 0],
  claimed: [0, 0],
  waiting: [0, 0],
  failed: [0, 0],
  missed: [0, 0],
  cancelled: [0, 0],
  sending: [0, 1],
  processing: [0, 1],
  uncertain: [0, 1],
  published: [1, 1],
};

const never: readonly DeliveryState[] = [];
/** The states that a delivery may reach from each state within one step. */
const ways: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  scheduled: ['claimed', 'waiting', 'missed', 'cancelled', 'failed'],
  claimed: ['scheduled', 'sending', 'waiting', 'failed', 'missed', 'cancelled'],
  sending: ['published', 'processing', 'scheduled', 'waiting', 'failed', 'uncertain', 'cancelled'],
  processing: ['published', 'failed', 'uncertain'],
  waiting: ['scheduled', 'failed', 'cancelled'],
  uncertain: ['published', 'scheduled', 'cancelled'],
  failed: ['scheduled'],
  missed: ['scheduled', 'cancelled'],
  published: never,
  cancelled: never,
};

/** Whether the engine has left a delivery to a person. */
export const isLeft = ({ state, nextAt }: Pick<DeliveryNow, 'state' | 'nextAt'>): boolean =>
  state === 'failed' || state === 'missed' || (state === 'uncertain' && nextAt === null);

/** Whether a delivery waits for its client's approval, which may never come. */
export const isKeptBack = ({ state, isUnapproved }: Pick<DeliveryNow, 'state' | 'isUnapproved'>): boolean =>
  state === 'scheduled' && isUnapproved;

/** A checker before its first step. */
export function createChecker({ feeds, lateLimitMs, latestOf, broken }: CheckerMeans): Checker {
  const eras = new Map<string, number>();
  const saidToBeThere = new Set<string>();
  const requests = new Map<string, number>();
  const wordsAtFence = new Map<string, string>();
  const checkPutBacks = createPutBackCheck();
  let before: Snapshot | null = null;
  let rows = new Map<string, DeliveryNow>();

  const eraOf = (marker: string): number => eras.get(marker) ?? 0;
  const nameOf = ({ id }: DeliveryNow): string => `delivery ${id}`;

  const compare = (was: DeliveryNow, is: DeliveryNow, snapshot: Snapshot): void => {
    if (was.state === is.state) return;
    // With another due time, it is missed again because the move of its schedule was undone.
    const isMissedAgain = is.state === 'missed' && is.dueAt !== was.dueAt;
    const isBack = isBroughtBack({ was, is, before, now: snapshot });
    if (!isMissedAgain && !isBack && !ways[was.state].includes(is.state))
      broken(`${nameOf(is)} came from ${was.state} to ${is.state}`);
    if (isLeft(was) && is.state === 'scheduled') eras.set(is.marker, eraOf(is.marker) + 1);
    if (isLeft(was) && is.state === 'published') saidToBeThere.add(is.marker);
    if (is.state === 'claimed') checkClaim(was, is, snapshot);
    if (is.state === 'sending') checkFence(was, is, snapshot);
    if (is.state === 'missed' && is.message === deliveryMessages.missed && !isMissedAgain && !isBack)
      checkMissed(was, snapshot);
    if (is.attempts < was.attempts) broken(`${nameOf(is)} lost an attempt`);
  };

  const overOf = (
    snapshot: Snapshot | null,
    { accountId, scheduleId }: DeliveryNow,
  ): { account: AccountNow; isPaused: boolean } | null => {
    const account = snapshot?.accounts.find(({ id }) => id === accountId);
    if (snapshot === null || account === undefined) return null;
    return {
      account,
      isPaused:
        account.isPaused ||
        snapshot.schedules.some(({ id, isPaused }) => id === scheduleId && isPaused) ||
        snapshot.isAgencyPaused ||
        snapshot.isSuspended ||
        snapshot.pausedClients.includes(account.userId),
    };
  };

  const checkClaim = (was: DeliveryNow, is: DeliveryNow, snapshot: Snapshot): void => {
    const latest = latestOf(is.worker);
    if (was.nextAt === null || was.nextAt > latest || was.dueAt > latest)
      broken(`${nameOf(is)} was claimed before its time`);
    if (was.isUnapproved) broken(`${nameOf(is)} was claimed without approval`);
    const over = overOf(before, is);
    if (over === null) return;
    const { account, isPaused } = over;
    if (isPaused) broken(`${nameOf(is)} was claimed under a pause`);
    if (account.isDeleted || account.status !== 'connected')
      broken(`${nameOf(is)} was claimed though its account is ${account.isDeleted ? 'deleted' : account.status}`);
    if (account.isHeld || (account.freeAt ?? 0) > latest)
      broken(`${nameOf(is)} was claimed though its account was not free`);
    const wait = before?.waits.find(({ network }) => network === account.network);
    if (wait !== undefined && wait.until > latest) broken(`${nameOf(is)} was claimed though its network waits`);
    if (snapshot.accounts.find(({ id }) => id === is.accountId)?.isHeld === false)
      broken(`${nameOf(is)} was claimed without holding its account`);
  };

  /**
   * Only the account's own wait is checked: a wait of the whole network may begin while a worker already holds the
   * delivery.
   */
  const checkMissed = (was: DeliveryNow, snapshot: Snapshot): void => {
    if (was.firstTriedAt !== null && was.state === 'scheduled')
      broken(`${nameOf(was)} was missed though it had been tried`);
    if (missedAfter({ ...snapshot, waits: [] }, was, lateLimitMs) > latestOf(null))
      broken(`${nameOf(was)} was missed before it was too late`);
  };

  const checkFence = (was: DeliveryNow, is: DeliveryNow, snapshot: Snapshot): void => {
    if (is.attempts !== was.attempts + 1) broken(`${nameOf(is)} passed the fence without an attempt`);
    if (was.cancelRequested) broken(`${nameOf(is)} passed the fence though it was cancelled`);
    if (is.worker !== was.worker) broken(`${nameOf(is)} passed the fence for another worker than the one that had it`);
    if (overOf(before, is)?.isPaused === true && overOf(snapshot, is)?.isPaused === true)
      broken(`${nameOf(is)} passed the fence under a pause`);
    checkApproval(is, snapshot);
  };

  const checkApproval = (is: DeliveryNow, { occurrences, schedules, items }: Snapshot): void => {
    const occurrence = occurrences.find(({ id }) => id === is.occurrenceId);
    if (occurrence === undefined) return;
    wordsAtFence.set(is.marker, items.find(({ id }) => id === occurrence.itemId)?.words ?? '');
    if (occurrence.approval === null) return;
    if (occurrence.approval !== 'approved')
      broken(`${nameOf(is)} passed the fence without approval: it is ${occurrence.approval}`);
    if (schedules.find(({ id }) => id === is.scheduleId)?.needsApproval !== true) return;
    if (!occurrence.isAsShown) broken(`${nameOf(is)} passed the fence with another content than was approved`);
  };

  const checkRow = (row: DeliveryNow, snapshot: Snapshot): void => {
    const isRunning = row.state === 'claimed' || row.state === 'sending';
    if (isRunning && (row.worker === null || row.leaseUntil === null))
      broken(`${nameOf(row)} is ${row.state} without a worker or a lease`);
    if ((isLeft(row) || row.state === 'waiting') && row.message === '')
      broken(`${nameOf(row)} is ${row.state} without a reason`);
    if (row.state === 'published' && row.postId === null && !saidToBeThere.has(row.marker))
      broken(`${nameOf(row)} is published without an id`);
    if (isRunning && snapshot.accounts.find(({ id }) => id === row.accountId)?.isHeld !== true)
      broken(`${nameOf(row)} is ${row.state} and its account not held`);
    checkCopies(row);
  };

  /** The approval gate follows the approvals as long as something may still be sent. */
  const checkGates = ({ deliveries, occurrences }: Snapshot): void => {
    const approvals = new Map(occurrences.map(({ id, approval }) => [id, approval]));
    for (const row of deliveries) {
      if (row.state === 'published' || row.state === 'cancelled') continue;
      const approval = approvals.get(row.occurrenceId) ?? 'approved';
      if (row.isUnapproved !== (approval !== 'approved'))
        broken(`${nameOf(row)} is ${row.isUnapproved ? '' : 'not '}kept back, though its approval is ${approval}`);
    }
  };

  const checkCopies = (row: DeliveryNow): void => {
    const all = feeds.posts.filter(({ marker }) => marker === row.marker);
    const ofEra = all.filter(({ era }) => era === eraOf(row.marker)).length;
    const [least, most] = copies[row.state];
    if (ofEra > most) broken(`${nameOf(row)} is ${row.state} and stands ${ofEra} times in the feed`);
    // A post that a person has published again may turn out to exist already; the person saw the account and decided.
    if (all.length < least && !saidToBeThere.has(row.marker))
      broken(`${nameOf(row)} is ${row.state} and does not stand in the feed`);
  };

  const checkAccounts = ({ accounts, deliveries }: Snapshot): void => {
    const running = new Set(
      deliveries.filter(({ state }) => state === 'claimed' || state === 'sending').map(({ accountId }) => accountId),
    );
    for (const { id, isHeld } of accounts)
      if (isHeld && !running.has(id)) broken(`account ${id} is held with nothing of it running`);
  };

  const checkOccurrences = ({ occurrences, deliveries }: Snapshot): void => {
    const byOccurrence = Map.groupBy(deliveries, ({ occurrenceId }) => occurrenceId);
    for (const { id, state } of occurrences) {
      const of = byOccurrence.get(id) ?? [];
      if (of.length === 0) broken(`occurrence ${id} has no delivery`);
      const isOpen = of.some((row) => !isLeft(row) && row.state !== 'published' && row.state !== 'cancelled');
      const right = isOpen
        ? 'scheduled'
        : of.some((row) => row.state === 'published')
          ? 'posted'
          : of.every((row) => row.state === 'cancelled')
            ? 'cancelled'
            : 'failed';
      if (state !== right)
        broken(`occurrence ${id} is ${state}, though its deliveries are ${of.map((row) => row.state).join(', ')}`);
    }
  };

  return {
    eraOf,
    look: (snapshot) => {
      const isNew = snapshot !== before;
      if (isNew) {
        for (const is of snapshot.deliveries) {
          const was = rows.get(is.id);
          if (was !== undefined) compare(was, is, snapshot);
          else if (is.state !== 'scheduled') broken(`${nameOf(is)} began as ${is.state}`);
        }
        if (snapshot.deliveries.length < rows.size) broken('deliveries are gone');
        checkAccounts(snapshot);
        checkOccurrences(snapshot);
        checkGates(snapshot);
        checkMarks(snapshot, broken);
        if (before !== null) {
          checkRounds({ before, now: snapshot, broken });
          checkPutBacks({ before, now: snapshot, broken });
        }
      }
      for (const row of snapshot.deliveries) {
        if (isNew) checkRow(row, snapshot);
        else checkCopies(row);
      }
      before = snapshot;
      rows = new Map(snapshot.deliveries.map((row) => [row.id, row]));
    },
    request: ({ marker, words }) => {
      const atFence = wordsAtFence.get(marker);
      if (atFence !== undefined && atFence !== words)
        broken(`other words were sent for ${marker} than it had at the fence`);
      const count = (requests.get(marker) ?? 0) + 1;
      requests.set(marker, count);
      const row = before?.deliveries.find((delivery) => delivery.marker === marker);
      if (row === undefined || row.attempts < count)
        broken(`${count} requests were sent for a delivery with ${row?.attempts ?? 0} attempts on record`);
      else if (row.dueAt > latestOf(null) && row.state === 'sending') broken(`${nameOf(row)} was sent before its time`);
    },
    lookAtEnd: (snapshot) => {
      for (const row of snapshot.deliveries) {
        const isOver = isLeft(row) || isKeptBack(row) || row.state === 'published' || row.state === 'cancelled';
        if (!isOver) broken(`${nameOf(row)} is lost: in the end it is still ${row.state}`);
      }
      const keptBack = new Set(snapshot.deliveries.filter(isKeptBack).map(({ occurrenceId }) => occurrenceId));
      const open = snapshot.occurrences.filter(({ id, state }) => state === 'scheduled' && !keptBack.has(id));
      for (const { id } of open) broken(`occurrence ${id} is still open in the end`);
    },
  };
}
