import { instantToLocal } from './planning.ts';

/** Figures of one post; null if the network reports none. */
export type PostFigures = {
  likes: number | null;
  comments: number | null;
  shares: number | null;
  views: number | null;
};

/** 2 likes + 3 comments + views + 5 shares; null if nothing is known. */
export function pointsOf({ likes, comments, shares, views }: PostFigures): number | null {
  if (likes === null && comments === null && shares === null && views === null) return null;
  return 2 * (likes ?? 0) + 3 * (comments ?? 0) + (views ?? 0) + 5 * (shares ?? 0);
}

/** The hours after publishing at which a post's figures are read. */
export const readAges = [1, 6, 24, 72, 168, 720] as const;

const hourMs = 3_600_000;

/**
 * When a post is next read after `now`: at its next age, or null after its last one. Missed readings are not made up.
 */
export function nextReadAt(publishedAt: Date, now: Date, ages: readonly number[] = readAges): Date | null {
  const next = ages.map((hours) => new Date(publishedAt.getTime() + hours * hourMs)).find((at) => at > now);
  return next ?? null;
}

const believedAfterMs = 6 * hourMs;

/** Whether an answer that a post is gone counts: networks show some posts late, so not in the first six hours. */
export const isGoneBelieved = (publishedAt: Date, now: Date): boolean =>
  now.getTime() - publishedAt.getTime() >= believedAfterMs;

/** A measured post: when it went out and its points. */
export type Measured = { publishedAt: Date; points: number };

/** The number of measured posts that a best hour needs, and their maximum age in days. */
export const bestTimeNeeds = { posts: 5, days: 90 } as const;

/**
 * The hour of the day (0 to 23) in `zone` with the highest mean of points, the earlier of equal ones; null for too few
 * posts.
 */
export function bestHour(posts: readonly Measured[], zone: string): number | null {
  if (posts.length < bestTimeNeeds.posts) return null;
  const hours = Map.groupBy(posts, ({ publishedAt }) => Number(instantToLocal(publishedAt, zone).slice(11, 13)));
  const means = [...hours].map(([hour, of]) => ({
    hour,
    mean: of.reduce((sum, { points }) => sum + points, 0) / of.length,
  }));
  return means.toSorted((a, b) => b.mean - a.mean || a.hour - b.hour)[0]?.hour ?? null;
}
