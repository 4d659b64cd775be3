/** Whether the processor time of work on a text grows with its length, or faster. */

/** Work on a text, and texts of any length (in pieces) that could make it slow. */
export type Growth = { run: (text: string) => unknown; textOf: (pieces: number) => string };

/** Below this, a measurement says nothing. */
const countedMs = 8;
const longest = 20_000;
/** The most that twice the length may cost. */
export const allowedGrowth = 2.5;

/**
 * How much longer the work takes for twice the text: about 2 if it is linear, 4 if it is quadratic; null if
 * `longest` characters take no time worth counting. Processor time, the best of five; a suspicious result is measured
 * again, since garbage collection can only make it worse.
 */
export function growthOf({ run, textOf }: Growth): number | null {
  for (let pieces = 250; ; pieces *= 2) {
    const half = textOf(pieces);
    if (half.length > longest) return null;
    if (bestOf(1, () => run(half)) < countedMs) continue;
    const whole = textOf(2 * pieces);
    let least = Infinity;
    for (let time = 0; time < 3 && least > allowedGrowth; time += 1)
      least = Math.min(least, bestOf(5, () => run(whole)) / bestOf(5, () => run(half)));
    return least;
  }
}

function bestOf(times: number, work: () => void): number {
  let best = Infinity;
  for (let time = 0; time < times; time += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** `['<', 'a']` -> texts that repeat each, each pair, and one after the other. */
export function* worstOf(pieces: readonly string[]): Generator<{ name: string; textOf: Growth['textOf'] }> {
  for (const one of pieces) {
    yield { name: JSON.stringify(one), textOf: (count) => one.repeat(count) };
    for (const other of pieces) {
      if (one === other) continue;
      yield { name: JSON.stringify(one + other), textOf: (count) => (one + other).repeat(count) };
      yield {
        name: `${JSON.stringify(one)} … ${JSON.stringify(other)}`,
        textOf: (count) => one.repeat(count) + other.repeat(count),
      };
    }
  }
}
