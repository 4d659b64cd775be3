/** Decides whether an item that is posted repeatedly is worn out: each round is compared with its first one. */
import { readAges } from './engagement.ts';

/** The points of one account's post at the ages of its readings, in hours, by `readAges`. */
export type ReadPost = { account: string; points: ReadonlyMap<number, number> };

/** A round is weak below this share of its first engagement. */
export const weakShare = 0.5;

/** The number of latest rounds that must be weak. */
export const weakRounds = 2;

/**
 * The ages, hours, at which rounds are compared. A younger post has not been through every hour of a day, so its time
 * of posting would decide.
 */
export const comparedAges: readonly number[] = readAges.filter((hours) => hours >= 24);

/**
 * The points of a later round as a share of the first one's, at equal age: the accounts that have both, each at the
 * oldest age read for both. Null if nothing can be compared, or the first round had no points.
 */
export function shareOfFirst(first: readonly ReadPost[], later: readonly ReadPost[]): number | null {
  const pairs = later.flatMap(({ account, points }) => {
    const before = first.find((post) => post.account === account)?.points;
    const age = comparedAges.findLast((hours) => points.has(hours) && before?.has(hours));
    return age === undefined ? [] : [{ before: before?.get(age) ?? 0, after: points.get(age) ?? 0 }];
  });
  const before = pairs.reduce((sum, pair) => sum + pair.before, 0);
  return before === 0 ? null : pairs.reduce((sum, pair) => sum + pair.after, 0) / before;
}

/** Whether an item should rest: its latest two rounds each brought less than half of its first one. */
export const isTired = (latestShares: readonly (number | null)[]): boolean =>
  latestShares.length >= weakRounds &&
  latestShares.slice(-weakRounds).every((share) => share !== null && share < weakShare);

/** The points of a round as last read; null if none of its posts was read. */
export function pointsOfRound(posts: readonly ReadPost[]): number | null {
  const read = posts.flatMap(({ points }) => {
    const oldest = comparedAges.findLast((hours) => points.has(hours));
    return oldest === undefined ? [] : [points.get(oldest) ?? 0];
  });
  return read.length === 0 ? null : read.reduce((sum, points) => sum + points, 0);
}
