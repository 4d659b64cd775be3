/**
 * The state of a whole schedule: its next post, the reason that blocks it, or the result with which the schedule ended.
 */

/**
 * The filters of the list of schedules: those with future posts, the paused ones among them, those with unapproved
 * posts, those that need a person, or those that have ended.
 */
export const scheduleStatuses = ['running', 'paused', 'approval', 'needs-you', 'ended'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** The counts of a schedule; they are of items, `nextAt` is the time of the first item that is still open. */
export type ScheduleFacts = {
  state: 'active' | 'finished' | 'stopped';
  nextAt: Date | null;
  /** Whether the whole schedule is paused, and how many of its accounts are. */
  isPaused: boolean;
  isPartlyPaused: boolean;
  /** Items without any post; uncertain ones; items posted at only some accounts. */
  failed: number;
  uncertain: number;
  partly: number;
  /** Items that a person has to post now. */
  byHand: number;
  /** The earliest time of an unapproved item. */
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
 * `to-come`: its next time is ahead. `due`: it is being sent. `blocked`: its next time has passed, with the reason why
 * no post went out. `over`: it has no open posts, with its result. A trouble of a schedule to come will block it unless
 * somebody fixes it.
 */
export type ScheduleStanding =
  | { kind: 'to-come'; trouble: ScheduleTrouble | null }
  | { kind: 'due' }
  | { kind: 'blocked'; trouble: ScheduleTrouble }
  | { kind: 'over'; trouble: ScheduleTrouble | null };

/** How long after its due time a post counts as being sent. */
const sendingMinutes = 2;

/** The current state of a schedule. */
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

/** The reasons that hold back a due post: first those that its own agency can resolve at once. */
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
 * The results with which a schedule has ended, worst first: an uncertain post may be published twice if it is sent
 * again.
 */
function endOf({ state, uncertain, failed, partly }: ScheduleFacts): ScheduleTrouble | null {
  if (uncertain > 0) return 'uncertain';
  if (failed > 0) return 'failed';
  if (partly > 0) return 'partly';
  return state === 'stopped' ? 'stopped' : null;
}
