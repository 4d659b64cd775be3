import { quantile } from './table.ts';

type Calls = readonly [() => Promise<void>, () => Promise<void>];

/**
 * The middle of milliseconds of two calls, made in turn so that a busy moment meets both. With the first ones fewer
 * than 240 of each, which is how often an hour a calendar's feed is answered.
 */
export const alternating = (...calls: Calls): Promise<[number, number]> =>
  alternatingTimes({ times: 100, warmUps: 20 }, calls);

/** The same for so many of each. */
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
