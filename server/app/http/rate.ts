/**
 * Counts requests in memory, in fixed windows; each process counts alone, so the total limit is this times the
 * processes.
 */
export type RateLimiter = {
  /** Counts a request; answers the seconds to wait if there have been too many, else 0. */
  take(key: string, now: Date): number;
};

const pruneAt = 20_000;
const pruneEveryMs = 10_000;

/** At most `most` requests per key in `seconds`. */
export function openRateLimiter({ most, seconds }: { most: number; seconds: number }): RateLimiter {
  const windows = new Map<string, { until: number; count: number }>();
  let prunedAt = -Infinity;
  // Only occasionally, because otherwise each of many concurrent callers would scan all the others.
  const prune = (time: number): void => {
    if (windows.size < pruneAt || time < prunedAt + pruneEveryMs) return;
    prunedAt = time;
    for (const [other, { until }] of windows) if (until <= time) windows.delete(other);
  };
  return {
    take(key, now) {
      const time = now.getTime();
      const window = windows.get(key);
      if (window === undefined || window.until <= time) {
        prune(time);
        windows.set(key, { until: time + seconds * 1000, count: 1 });
        return 0;
      }
      window.count += 1;
      return window.count > most ? Math.ceil((window.until - time) / 1000) : 0;
    },
  };
}
