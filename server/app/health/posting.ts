/** Whether posts go out on time, in a few words for people and monitors. */
import type { DuePosts } from './queries.ts';

/** A post that has been waiting for less than this is on time: workers look once a second, and batches take some. */
export const onTimeSeconds = 60;

/** The seconds since which the oldest due post could have gone; 0 if none is due. */
export const oldestDueSeconds = ({ oldestAt }: DuePosts, now: Date): number =>
  oldestAt === null ? 0 : Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000);

/** 'on time', 'late by 75 s', 'no worker' or 'held after a restore'. */
export function postingWords(posts: DuePosts, now: Date): string {
  if (posts.isHeld) return 'held after a restore';
  if (posts.workers === 0) return 'no worker';
  const seconds = Math.floor(oldestDueSeconds(posts, now));
  return seconds < onTimeSeconds ? 'on time' : `late by ${seconds} s`;
}
