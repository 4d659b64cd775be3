/** How a schedule stands as a whole: what comes next, what keeps that from going out, or what it has ended with. */

/**
 * Which schedules a list shows: with something still to post, those of them that are paused, those with posts that are
 * not approved, those that a person has to see to, or those that have ended.
 */
export const scheduleStatuses = ['running', 'paused', 'approval', 'needs-you', 'ended'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** The counts of a schedule; they are of items, `nextAt` is the time of the first item that is still open. */
export type ScheduleFacts = {
  state: 'active' | 'finished' | 'stopped';
  nextAt: Date | null;
  /** All of it is paused; some of its accounts are. */
  isPaused: boolean;
  isPartlyPaused: boolean;
  /** Nothing of it is posted; nobody knows; posted, but not at all accounts. */
  failed: number;
  uncertain: number;
  partly: number;
  /** To be posted by a person now. */
  byHand: number;
  /** The earliest time of what its client has not approved. */
  notApprovedSince: Date | null;
  /** Accounts that need reconnecting. */
  lostAccounts: number;
};

/** The problem of a schedule. */
export type ScheduleTrouble =
  | 'paused'
  | 'needs-reconnecting'
  | 'by-hand'
  | 'not-approved'
  | 'late'
  | 'uncertain'
  | 'failed'
  | 'partly'
  | 'stopped';

/**
 * `to-come`: its next time is ahead. `due`: it is being sent. `blocked`: its next time has passed, and why nothing went
 * out. `over`: nothing is open any more, and what it has ended with. A trouble of what is to come is one that will
 * block it unless somebody sees to it.
 */
export type ScheduleStanding =
  | { kind: 'to-come'; trouble: ScheduleTrouble | null }
  | { kind: 'due' }
  | { kind: 'blocked'; trouble: ScheduleTrouble }
  | { kind: 'over'; trouble: ScheduleTrouble | null };

/** For how long after its time a post is simply being sent. */
const sendingMinutes = 2;

/** How a schedule stands now. */
export function standingOfSchedule(facts: ScheduleFacts, now: Date): ScheduleStanding {
  const { nextAt } = facts;
  if (nextAt === null) return { kind: 'over', trouble: endOf(facts) };
  if (nextAt > now)
    return {
      kind: 'to-come',
      trouble: facts.isPaused ? 'paused' : facts.lostAccounts > 0 ? 'needs-reconnecting' : null,
    };
  const trouble = hindranceOf(facts, now);
  if (trouble !== null) return { kind: 'blocked', trouble };
  return now.getTime() - nextAt.getTime() < sendingMinutes * 60_000
    ? { kind: 'due' }
    : { kind: 'blocked', trouble: 'late' };
}

/** The reasons that hold back a post whose time has come: first those that its own agency can end at once. */
function hindranceOf(
  { isPaused, isPartlyPaused, byHand, lostAccounts, notApprovedSince }: ScheduleFacts,
  now: Date,
): ScheduleTrouble | null {
  if (isPaused) return 'paused';
  if (byHand > 0) return 'by-hand';
  if (lostAccounts > 0) return 'needs-reconnecting';
  if (notApprovedSince !== null && notApprovedSince <= now) return 'not-approved';
  return isPartlyPaused ? 'paused' : null;
}

/**
 * The results with which a schedule has ended, the worst first: an uncertain post may be out twice if it is sent again.
 */
function endOf({ state, uncertain, failed, partly }: ScheduleFacts): ScheduleTrouble | null {
  if (uncertain > 0) return 'uncertain';
  if (failed > 0) return 'failed';
  if (partly > 0) return 'partly';
  return state === 'stopped' ? 'stopped' : null;
}
