import { quantile } from './table.ts';

type Calls = readonly [() => Promise<void>, () => Promise<void>];

/**
 * The medians, in milliseconds, of two calls made alternately, so that a busy moment affects both. At most 239 of each
 * with the warm-up: a calendar's feed answers 240 requests an hour.
 */
export const alternating = (...calls: Calls): Promise<[number, number]> =>
  alternatingTimes({ times: 100, warmUps: 20 }, calls);

/** The same, with the number of calls as an argument. */
export async function alternatingTimes(
  { times, warmUps }: { times: number; warmUps: number },
  calls: Calls,
): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let turn = -warmUps; turn < times; turn += 1) {
    for (const [which, call] of calls.entries()) {
      const began = performance.now();
      await call();
      if (turn >= 0) taken[which === 0 ? 0 : 1].push(performance.now() - began);
    }
  }
  return [quantile(taken[0], 0.5), quantile(taken[1], 0.5)];
}
