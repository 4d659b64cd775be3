/**
 * The step from an outcome to a delivery's next state. An *attempt* ends in an outcome; past the fence an outcome may
 * be lost, and then the delivery is uncertain, never resent blindly.
 */

import { deliveryMessages } from './delivery-messages.ts';
import { isForApp, isRetried, isWithin, lastInstant, retryLimitHours, type NetworkWait } from './lateness.ts';
import type { DeliveryState } from './delivery-states.ts';

export { deliveryMessages } from './delivery-messages.ts';

/** The backoff, in seconds, before an unreachable network is tried again; the last wait repeats. */
export const retryWaitsSeconds: readonly number[] = [30, 60, 120, 300, 600, 1200, 2400, 3600];
/** Seconds after the loss of an outcome at which the account is read back. */
export const settleReadsSeconds: readonly number[] = [5, 30, 120, 600, 1800];
/** Hours for which a delivery waits for its account to be reconnected. */
export const reconnectLimitHours = 24;
/** Hours after its first attempt for which a network may process an accepted post. */
export const processingLimitHours = 24;
/** How often an interrupted preparation is repeated. */
export const abandonedLimit = 5;
const failedCheckWaitSeconds = 60;
const yearSeconds = 365 * 86_400;

/**
 * The outcome of an attempt or a check, as for `Outcome` in networks/network.ts; `note` stays with the delivery as its
 * message. `abandoned`: no fence was passed; `appFault`: the network's complaint about our app; `fault`: our storage's.
 */
export type DeliveryOutcome =
  | { kind: 'published'; postId: string; postUrl: string | null; note?: string }
  | { kind: 'processing'; ticket: Readonly<Record<string, string>>; checkAfterSeconds: number }
  | { kind: 'rejected' | 'unauthorized' | 'unknown' | 'abandoned'; message: string }
  | { kind: 'unreachable'; message: string; appFault?: string; fault?: 'storage' }
  | {
      kind: 'rateLimited';
      retryAfterSeconds: number;
      scope: 'account' | 'app';
      message: string;
      isGuess?: boolean;
      appFault?: string;
    };

/** The result of reading the account back. */
export type DeliveryFound =
  | { kind: 'found'; postId: string; postUrl: string | null }
  | { kind: 'absent' }
  | { kind: 'undecided'; message: string };

/**
 * The known facts of a delivery when its outcome arrives. `tries` counts this attempt; `gapSeconds` is the account's
 * pace; `waits`: the earlier waits that the network requested.
 */
export type DeliveryFacts = {
  state: 'claimed' | 'sending' | 'processing' | 'uncertain';
  tries: number;
  firstTriedAt: Date;
  settleReads: number;
  resent: boolean;
  cancelRequested: boolean;
  canFind: boolean;
  gapSeconds: number;
  lateLimitHours: number;
  waits: readonly NetworkWait[];
};

/**
 * The next state of a delivery. `nextAt` null: nothing is due any more. `accountFreeAt`: when its account may post
 * again (absent: the account was not held). `accountLost`: the account needs reconnecting. `appWaitUntil`: the whole
 * network waits. `namedWait`: the network itself named the wait.
 */
export type DeliveryNext = {
  state: DeliveryState;
  nextAt: Date | null;
  message: string;
  settleReads: number;
  resent: boolean;
  post?: { postId: string; postUrl: string | null };
  ticket?: Readonly<Record<string, string>>;
  accountFreeAt?: Date;
  accountLost?: string;
  appWaitUntil?: Date;
  namedWait?: { scope: 'account' | 'app'; until: Date };
};

/** The state after the outcome of an attempt (`claimed`, `sending`) or of a check (`processing`). */
export function next(facts: DeliveryFacts, outcome: DeliveryOutcome, now: Date): DeliveryNext {
  return facts.state === 'processing' ? afterCheck(facts, outcome, now) : afterTry(facts, outcome, now);
}

function afterTry(facts: DeliveryFacts, outcome: DeliveryOutcome, now: Date): DeliveryNext {
  const accountFreeAt = after(now, facts.gapSeconds);
  switch (outcome.kind) {
    case 'published':
      return { ...published(facts, outcome), accountFreeAt };
    case 'processing':
      return { ...processing(facts, outcome, now), accountFreeAt };
    case 'rejected':
      return { ...failed(facts, outcome.message), accountFreeAt };
    case 'unauthorized':
      return {
        ...waitOrCancel(facts, {
          state: 'waiting',
          nextAt: after(now, reconnectLimitHours * 3600),
          message: deliveryMessages.needsReconnecting(outcome.message),
        }),
        accountFreeAt,
        accountLost: outcome.message,
      };
    case 'rateLimited':
      if (outcome.appFault === undefined) return { accountFreeAt, ...afterRateLimit(facts, outcome, now) };
      return { accountFreeAt, ...waitForApp(facts, outcome, now), appWaitUntil: after(now, outcome.retryAfterSeconds) };
    case 'unreachable': {
      // The account waits too, so that its later items do not overtake this one.
      const waitUntil = after(now, retryWait(facts.tries));
      if (outcome.appFault !== undefined)
        return {
          ...waitForApp(facts, { retryAfterSeconds: retryWait(facts.tries), message: outcome.message }, now),
          accountFreeAt: later(accountFreeAt, waitUntil),
        };
      const message = outcome.fault === 'storage' ? outcome.message : deliveryMessages.unreachable(outcome.message);
      const tried = tryAgainAt(facts, waitUntil, message, outcome.message);
      return { ...tried, accountFreeAt: tried.state === 'scheduled' ? later(accountFreeAt, waitUntil) : accountFreeAt };
    }
    case 'unknown':
      return { ...uncertain(facts, now), accountFreeAt };
    case 'abandoned':
      return facts.tries >= abandonedLimit
        ? { ...failed(facts, deliveryMessages.notPrepared), accountFreeAt }
        : {
            ...waitOrCancel(facts, {
              state: 'scheduled',
              nextAt: after(now, facts.tries === 1 ? 0 : retryWait(facts.tries - 1)),
              message: '',
            }),
            accountFreeAt: now,
          };
    default:
      return outcome satisfies never;
  }
}

/** A temporary refusal: the delivery waits if the limit allows it, otherwise it fails at once. */
function afterRateLimit(
  facts: DeliveryFacts,
  { retryAfterSeconds, scope, message, isGuess = false }: Extract<DeliveryOutcome, { kind: 'rateLimited' }>,
  now: Date,
): DeliveryNext {
  const until = after(now, waitSeconds(retryAfterSeconds));
  const isWaited = isGuess ? isRetried(facts, until) : until <= lastInstant(facts);
  const waits = isWaited
    ? waitOrCancel(facts, { state: 'scheduled', nextAt: until, message: deliveryMessages.rateLimited(message) })
    : failed(facts, message);
  // If this one fails, other deliveries of the account or the app are tried early enough for their owners to be
  // notified.
  const othersUntil = isWaited ? until : earlier(until, after(now, retryLimitHours * 3600));
  const held =
    scope === 'app'
      ? { appWaitUntil: othersUntil }
      : { accountFreeAt: later(after(now, facts.gapSeconds), othersUntil) };
  return { ...waits, ...held, ...(isGuess ? {} : { namedWait: { scope, until: othersUntil } }) };
}

/** A delivery of a refused app is tried again within the late limit; after that it is missed, and a person decides. */
function waitForApp(
  facts: DeliveryFacts,
  { retryAfterSeconds, message }: { retryAfterSeconds: number; message: string },
  now: Date,
): DeliveryNext {
  const until = after(now, retryAfterSeconds);
  return isForApp(facts, until)
    ? waitOrCancel(facts, { state: 'scheduled', nextAt: until, message: deliveryMessages.appRefused(message) })
    : { ...kept(facts), state: 'missed', nextAt: null, message: deliveryMessages.missedByApp(message) };
}

/**
 * The next state of a due delivery whose account no program may post to: it waits until a person reports the outcome.
 */
export const afterHandOver = (facts: DeliveryFacts, now: Date): DeliveryNext => ({
  ...waitOrCancel(facts, { state: 'waiting', nextAt: null, message: deliveryMessages.byHand }),
  accountFreeAt: after(now, facts.gapSeconds),
});

/**
 * The next state of a refused delivery whose account's credentials were renewed meanwhile: it is tried again at once.
 */
export const afterRenewal = (facts: DeliveryFacts, now: Date): DeliveryNext => ({
  ...waitOrCancel(facts, { state: 'scheduled', nextAt: now, message: '' }),
  accountFreeAt: now,
});

/** A check only reads, so any failure to get an answer means checking again later, within limits. */
function afterCheck(facts: DeliveryFacts, outcome: DeliveryOutcome, now: Date): DeliveryNext {
  const lookAgain = (seconds: number): DeliveryNext =>
    isWithin(facts, processingLimitHours, after(now, seconds))
      ? { ...kept(facts), state: 'processing', nextAt: after(now, seconds), message: deliveryMessages.processing }
      : askPerson(facts, deliveryMessages.processingTooLong);
  switch (outcome.kind) {
    case 'published':
      return published(facts, outcome);
    case 'processing':
      return { ...lookAgain(waitSeconds(outcome.checkAfterSeconds)), ticket: outcome.ticket };
    case 'rejected':
      return failed(facts, outcome.message);
    case 'unauthorized':
      return { ...lookAgain(failedCheckWaitSeconds * 10), accountLost: outcome.message };
    case 'rateLimited':
      return lookAgain(waitSeconds(outcome.retryAfterSeconds));
    case 'unreachable':
    case 'unknown':
    case 'abandoned':
      return lookAgain(failedCheckWaitSeconds);
    default:
      return outcome satisfies never;
  }
}

/**
 * The state after an uncertain delivery's account was read back. Only the last read-back may conclude that the post is
 * absent (a network can be slow to list new posts); the delivery is then sent again, at most once.
 */
export function nextAfterFind(facts: DeliveryFacts, found: DeliveryFound, now: Date): DeliveryNext {
  const settleReads = facts.settleReads + 1;
  if (found.kind === 'found') return published({ ...facts, settleReads }, found);
  const readAt = settleReadsSeconds[settleReads];
  if (readAt !== undefined) {
    const wait = readAt - (settleReadsSeconds[settleReads - 1] ?? 0);
    return {
      ...kept(facts),
      state: 'uncertain',
      nextAt: after(now, wait),
      message: deliveryMessages.settling,
      settleReads,
    };
  }
  if (found.kind === 'undecided' || facts.resent)
    return askPerson({ ...facts, settleReads }, deliveryMessages.askPerson);
  return {
    ...waitOrCancel(facts, { state: 'scheduled', nextAt: now, message: deliveryMessages.sendingAgain }),
    settleReads: 0,
    resent: true,
  };
}

/** The state of a delivery whose network can no longer be queried: a person decides. */
export const askAtOnce = (facts: DeliveryFacts): DeliveryNext => askPerson(facts, deliveryMessages.askPerson);

function published(
  facts: DeliveryFacts,
  { postId, postUrl, note = '' }: { postId: string; postUrl: string | null; note?: string },
): DeliveryNext {
  return { ...kept(facts), state: 'published', nextAt: null, message: note, post: { postId, postUrl } };
}

function processing(
  facts: DeliveryFacts,
  outcome: { ticket: Readonly<Record<string, string>>; checkAfterSeconds: number },
  now: Date,
): DeliveryNext {
  const nextAt = after(now, Math.min(waitSeconds(outcome.checkAfterSeconds), processingLimitHours * 3600));
  return { ...kept(facts), state: 'processing', nextAt, message: deliveryMessages.processing, ticket: outcome.ticket };
}

function failed(facts: DeliveryFacts, message: string): DeliveryNext {
  return { ...kept(facts), state: 'failed', nextAt: null, message: message || deliveryMessages.noReason };
}

function uncertain(facts: DeliveryFacts, now: Date): DeliveryNext {
  if (!facts.canFind) return askPerson(facts, deliveryMessages.askPerson);
  const nextAt = after(now, settleReadsSeconds[0] ?? 0);
  return { ...kept(facts), state: 'uncertain', nextAt, message: deliveryMessages.settling, settleReads: 0 };
}

function askPerson(facts: DeliveryFacts, message: string): DeliveryNext {
  return { ...kept(facts), state: 'uncertain', nextAt: null, message };
}

function tryAgainAt(facts: DeliveryFacts, nextAt: Date, message: string, lastMessage: string): DeliveryNext {
  if (!isRetried(facts, nextAt)) return failed(facts, lastMessage);
  return waitOrCancel(facts, { state: 'scheduled', nextAt, message });
}

/** A delivery that is certainly not published waits, or is cancelled if that was requested while it was being sent. */
function waitOrCancel(
  facts: DeliveryFacts,
  wait: { state: 'scheduled' | 'waiting'; nextAt: Date | null; message: string },
): DeliveryNext {
  return facts.cancelRequested
    ? { ...kept(facts), state: 'cancelled', nextAt: null, message: '' }
    : { ...kept(facts), ...wait };
}

/** The wait that a network requests, seconds, limited to between one second and a year. */
const waitSeconds = (requested: number): number =>
  Number.isNaN(requested) ? yearSeconds : Math.min(Math.max(1, requested), yearSeconds);
const kept = ({ settleReads, resent }: DeliveryFacts) => ({ settleReads, resent });
const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const later = (a: Date, b: Date): Date => (a > b ? a : b);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const retryWait = (tries: number): number => retryWaitsSeconds[Math.min(tries, retryWaitsSeconds.length) - 1] ?? 0;
