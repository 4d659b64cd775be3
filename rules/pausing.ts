/**
 * Pausing. A pause covers everything of an agency, one client, one account, or one schedule. Pauses nest: a post is
 * sent only if none of the four is paused. Once a pause is committed, no claimed delivery passes the fence; those that
 * have passed it finish. Deliveries that fall due during a pause pile up: they are not sent, missed or failed, and
 * their deadlines (reconnection, retries) stand still, until the pause ends and a person has decided about them.
 */

import { firstStepAfter, planRound, type PlannedOccurrence, type Rhythm } from './planning.ts';

/** The scopes that a pause can have. */
export const pauseScopes = ['everything', 'client', 'account', 'schedule'] as const;
/** One of `pauseScopes`. */
export type PauseScope = (typeof pauseScopes)[number];

/**
 * The choices for piled-up posts: send them oldest first at each account's pace; move them to free times of their
 * schedules in order; skip them. A skipped post becomes missed, so it can still be published on its own later.
 */
export const resumeChoices = ['publish-now', 'next-free-times', 'skip'] as const;
/** One of `resumeChoices`. */
export type ResumeChoice = (typeof resumeChoices)[number];

const hour = 3_600_000;

/** The choice to offer first: posts within the usual lateness limit are sent now, older ones get other times. */
export function usualChoice({
  oldest,
  lateLimitHours,
  now,
}: {
  oldest: Date | null;
  lateLimitHours: number;
  now: Date;
}): ResumeChoice {
  return oldest !== null && oldest.getTime() < now.getTime() - lateLimitHours * hour
    ? 'next-free-times'
    : 'publish-now';
}

/** How long a previewed plan may be confirmed; after that it must be previewed again. */
export const previewMinutes = 15;

/** Which pause keeps a post from being sent: the widest one, or null. */
export function pausedBy(pauses: {
  agency: Date | null;
  client: Date | null;
  account: Date | null;
  schedule: Date | null;
}): { scope: PauseScope; since: Date } | null {
  if (pauses.agency !== null) return { scope: 'everything', since: pauses.agency };
  if (pauses.client !== null) return { scope: 'client', since: pauses.client };
  if (pauses.account !== null) return { scope: 'account', since: pauses.account };
  if (pauses.schedule !== null) return { scope: 'schedule', since: pauses.schedule };
  return null;
}

/** The pause that keeps a post from being sent: the widest one, or null. */
export function isHeld(
  { state, dueAt, isPaused }: { state: string; dueAt: Date; isPaused: boolean },
  now: Date,
): boolean {
  return isPaused && (state === 'scheduled' || state === 'waiting') && dueAt <= now;
}

/**
 * The times at which an account sends piled-up posts, one after the other: from `from` or when it is free, a pace
 * apart, and a pace away from its planned posts (`taken`, ascending), which keep their times. Without a pace they are a
 * millisecond apart, for the order.
 */
export function catchUpTimes({
  from,
  freeAt,
  gapSeconds,
  taken,
  count,
}: {
  from: Date;
  freeAt: Date;
  gapSeconds: number;
  taken: readonly Date[];
  count: number;
}): Date[] {
  const gap = gapSeconds * 1000;
  let time = Math.max(from.getTime(), freeAt.getTime());
  let next = 0;
  return Array.from({ length: count }, () => {
    for (
      let planned = taken[next]?.getTime();
      planned !== undefined && planned < time + gap;
      planned = taken[next]?.getTime()
    ) {
      if (planned > time - gap) time = planned + gap;
      next += 1;
    }
    const chosen = new Date(time);
    time += Math.max(gap, 1);
    return chosen;
  });
}

/** The next `count` free steps of a schedule after an instant, in order. */
export function freeSteps({
  after,
  taken,
  count,
  ...rhythm
}: Rhythm & { after: Date; taken: readonly Date[]; count: number }): PlannedOccurrence[] {
  const busy = new Set(taken.map((time) => time.getTime()));
  // Enough steps to contain `count` free ones: at most `busy` of them are taken.
  return planRound({ ...rhythm, firstStep: firstStepAfter({ ...rhythm, instant: after }), count: count + busy.size })
    .filter(({ dueAt }) => !busy.has(dueAt.getTime()))
    .slice(0, count);
}
