/** What the stages of `npm test` and `npm run proof` found out, summed up. */
import { z } from 'zod';

const failure = z.object({ file: z.string(), name: z.string(), why: z.string() });

/** The summary of one run of a test runner; times are in milliseconds. */
export const summary = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(failure),
  times: z.array(z.tuple([z.string(), z.number()]).readonly()),
});

/** A failed test: its file in the project, its title, and the beginning of its error. */
export type Failure = z.infer<typeof failure>;

/** The counts, failures and file durations of any number of runs. */
export type Summary = z.infer<typeof summary>;

/** No test yet. */
export const noTests = (): Summary => ({ passed: 0, failed: 0, skipped: 0, failures: [], times: [] });

/** Adds a summary to the totals. */
export function add(totals: Summary, { passed, failed, skipped, failures, times }: Summary): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  totals.failures.push(...failures);
  totals.times.push(...times);
}

/** Files and their durations as lines, the slowest first: `   12.3 s  db/one-trip.test.ts`. */
export const timeLines = (times: Summary['times']): string =>
  times
    .toSorted(([, one], [, other]) => other - one)
    .map(([path, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}\n`)
    .join('');

/** Repeats all failures and counts every test on the last line: a truncated log still shows these. */
export function sayTotals({ passed, failed, skipped, failures }: Summary): void {
  for (const { file, name, why } of failures) console.log(`\nfailed: ${file}: ${name}\n${why}`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
