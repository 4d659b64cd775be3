import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { beginningOf, writeSummary, type Summary } from '../tools/totals.ts';

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
    writeSummary(this.summaryOf(tests));
  }

  private summaryOf(tests: readonly TestCase[]): Summary {
    const count = (outcome: ReturnType<TestCase['outcome']>): number =>
      tests.filter((test) => test.outcome() === outcome).length;
    const fileOf = (test: TestCase): string => relative(this.rootDir, test.location.file);
    const times = new Map<string, number>();
    for (const test of tests) {
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
      times.set(fileOf(test), (times.get(fileOf(test)) ?? 0) + ms);
    }
    const failures = tests
      .filter((test) => test.outcome() === 'unexpected')
      .map((test) => ({ file: fileOf(test), name: test.title, why: whyOf(test) }));
    const broken = this.brokenFiles.map((why) => ({ file: '', name: 'outside of the tests', why: beginningOf(why) }));
    return {
      passed: count('expected') + count('flaky'),
      failed: failures.length + broken.length,
      flaky: count('flaky'),
      skipped: count('skipped'),
      failures: [...failures, ...broken],
      times: [...times],
    };
  }
}

const titleOf = (test: TestCase): string => `  ${test.location.file}: ${test.title}`;

const whyOf = (test: TestCase): string => beginningOf(test.results.at(-1)?.error?.stack ?? 'no error was reported');
