import { quantile } from './table.ts';

/** With the first ones fewer than 240, which is how often an hour a calendar's feed is answered. */
const times = 100;
const warmUps = 20;

/** The middle of milliseconds of two calls, made in turn so that a busy moment meets both. */
export async function alternating(
  ...calls: readonly [() => Promise<void>, () => Promise<void>]
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
