/** A reporter of Vitest that writes what `npm test` sums up over its stages. */
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { projectDir } from './source-files.ts';
import { beginningOf, noTests, writeSummary, type Failure } from './totals.ts';

/** Counts the tests and collects failures and durations; if the run is ended from outside, names the open tests. */
export default class SummaryReporter implements Reporter {
  readonly #open = new Set<TestModule | TestCase>();

  onInit(): void {
    process.once('SIGTERM', () => {
      const failures = [...this.#open]
        // A file whose test runs is named by the test.
        .filter((each) => each.type === 'test' || ![...this.#open].some((other) => other !== each && isIn(other, each)))
        .map((each) => ({ ...nameOf(each), why: 'was still running when the watchdog ended the run' }));
      for (const { file, name } of failures) process.stderr.write(`still running: ${file}: ${name}\n`);
      writeSummary({ ...noTests(), failed: failures.length, failures });
      process.exit(1);
    });
  }

  onTestModuleQueued(module: TestModule): void {
    this.#open.delete(module);
  }

  onTestModuleStart(module: TestModule): void {
    this.#open.add(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#open.delete(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#open.add(test);
  }

  onTestCaseResult(test: TestCase): void {
    this.#open.delete(test);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: 'passed' | 'failed' | 'skipped'): number =>
      tests.filter((test) => test.result().state === state).length;
    const failures = [
      ...tests.flatMap((test) => (test.result().errors ?? []).slice(0, 1).map((error) => failureOf(test, error))),
      // A hook that failed, or a file that could not be loaded.
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => ({
            ...failureOf(module, error),
            name: suite.type === 'suite' ? suite.fullName : 'the file',
          })),
        ),
      ),
      ...unhandled.map((error) => ({ file: '', name: 'an error outside of the tests', why: whyOf(error) })),
    ];
    const hookFailures = failures.length - count('failed');
    writeSummary({
      passed: count('passed'),
      failed: count('failed') + Math.max(0, hookFailures),
      skipped: count('skipped'),
      flaky: 0,
      failures,
      times: modules.map((module) => [fileOf(module), module.diagnostic().duration] as const),
    });
  }
}

const isIn = (inner: TestModule | TestCase, outer: TestModule | TestCase): boolean =>
  inner.type === 'test' && inner.module === outer;

const fileOf = (module: TestModule): string => relative(projectDir, module.moduleId);

const nameOf = (each: TestModule | TestCase): { file: string; name: string } =>
  each.type === 'test' ? { file: fileOf(each.module), name: each.fullName } : { file: fileOf(each), name: 'the file' };

const failureOf = (each: TestModule | TestCase, error: SerializedError): Failure => ({
  ...nameOf(each),
  why: whyOf(error),
});

function whyOf({ stack, message }: SerializedError): string {
  const text = stack?.includes(message) === true ? stack : `${message}\n${stack ?? ''}`;
  const ours = text.split('\n').filter((line) => !line.includes('/node_modules/vitest/'));
  return beginningOf(ours.join('\n'));
}
