import type { RenderProgress } from './input.ts';

type Weighted = { weight: number };

/** Counts pieces and estimates the remaining time from the time of the finished ones by weight. */
export function progressMeter(
  pieces: number,
  missing: readonly Weighted[],
  report: ((progress: RenderProgress) => void) | undefined,
): { made: (job: Weighted) => void } {
  const startedAt = performance.now();
  const all = missing.reduce((sum, { weight }) => sum + weight, 0);
  let made = pieces - missing.length;
  let done = 0;
  report?.({ made, pieces, secondsLeft: null });
  return {
    made: ({ weight }) => {
      made++;
      done += weight;
      const seconds = (performance.now() - startedAt) / 1000;
      report?.({ made, pieces, secondsLeft: Math.ceil((seconds / done) * Math.max(0, all - done)) });
    },
  };
}
