/** What the stages of `npm test` and `npm run proof` found out, summed up. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';

const failure = z.object({ file: z.string(), name: z.string(), why: z.string() });

/**
 * The summary of one run of a test runner. `flaky` counts the tests that passed at the second attempt, which `passed`
 * counts, too; `times` are the milliseconds of each file.
 */
export const summary = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  flaky: z.number(),
  failures: z.array(failure),
  times: z.array(z.tuple([z.string(), z.number()]).readonly()),
});

/** A failed test: its file in the project, its title, and the beginning of its error. */
export type Failure = z.infer<typeof failure>;

/** The counts, failures and file durations of any number of runs. */
export type Summary = z.infer<typeof summary>;

/** No test yet. */
export const noTests = (): Summary => ({ passed: 0, failed: 0, skipped: 0, flaky: 0, failures: [], times: [] });

/** The environment variable that names the file in which a run's reporter writes its summary. */
export const summaryVariable = 'AGENCYREEL_TEST_SUMMARY';

/** How many lines of an error are repeated at the end of a run. */
const mostLines = 25;

/** For reporters: the beginning of an error. */
export const beginningOf = (error: string): string => error.split('\n').slice(0, mostLines).join('\n');

/** For reporters: writes the summary for the process that started the run. */
export function writeSummary(written: Summary): void {
  const path = process.env[summaryVariable];
  if (path !== undefined) writeFileSync(path, JSON.stringify(written));
}

/** Adds a summary to the totals. */
export function add(totals: Summary, { passed, failed, skipped, flaky, failures, times }: Summary): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  totals.flaky += flaky;
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
export function sayTotals({ passed, failed, skipped, flaky, failures }: Summary): void {
  for (const { file, name, why } of failures) console.log(`\nfailed: ${file}: ${name}\n${why}`);
  if (flaky > 0) console.log(`flaky: ${flaky} tests passed at the second attempt`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
