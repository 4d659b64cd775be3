import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** What a run of browser tests came to; `times` are the seconds of each file. */
export type Summary = {
  passed: number;
  failed: number;
  flaky: number;
  skipped: number;
  failures: { file: string; name: string; why: string }[];
  times: [file: string, seconds: number][];
};

/** The environment variable that names the file for the summary, as JSON. */
export const summaryVariable = 'E2E_SUMMARY';

/** How many lines of an error are repeated at the end of a run. */
const mostLines = 25;

/** Prints the flaky tests by name when the run ends, and writes the summary for `npm test`. */
export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined;
  private rootDir = '';
  private readonly brokenFiles: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
    this.rootDir = process.cwd();
  }

  onError(error: { message?: string }): void {
    this.brokenFiles.push(error.message ?? 'an error without a message');
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? [];
    const flaky = tests.filter((test) => test.outcome() === 'flaky');
    console.log(flaky.length === 0 ? 'No test was flaky.' : `Flaky, mend them:\n${flaky.map(titleOf).join('\n')}`);
    const path = process.env[summaryVariable];
    if (path !== undefined && path !== '') writeFileSync(path, JSON.stringify(this.summaryOf(tests)));
  }

  private summaryOf(tests: readonly TestCase[]): Summary {
    const count = (outcome: ReturnType<TestCase['outcome']>): number =>
      tests.filter((test) => test.outcome() === outcome).length;
    const fileOf = (test: TestCase): string => relative(this.rootDir, test.location.file);
    const times = new Map<string, number>();
    for (const test of tests) {
      const seconds = test.results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      times.set(fileOf(test), (times.get(fileOf(test)) ?? 0) + seconds);
    }
    const failures = tests
      .filter((test) => test.outcome() === 'unexpected')
      .map((test) => ({ file: fileOf(test), name: test.title, why: beginningOf(test.results.at(-1)?.error?.stack) }));
    const broken = this.brokenFiles.map((why) => ({ file: '', name: 'outside of the tests', why: beginningOf(why) }));
    return {
      passed: count('expected'),
      failed: failures.length + broken.length,
      flaky: count('flaky'),
      skipped: count('skipped'),
      failures: [...failures, ...broken],
      times: [...times],
    };
  }
}

const titleOf = (test: TestCase): string => `  ${test.location.file}: ${test.title}`;

const beginningOf = (error = 'no error was reported'): string => error.split('\n').slice(0, mostLines).join('\n');
