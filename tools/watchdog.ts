/** One limit for a whole run: a test that hangs must not hold it up for ever. No test has a limit of its own. */
import { endPrograms } from './programs.ts';

/**
 * Ends a run that takes longer than `minutes` (or TEST_LIMIT_MINUTES), with its processes; Vitest then names the tests
 * that were running.
 */
export function watch({ minutes: usual }: { minutes: number }): void {
  const minutes = Number(process.env['TEST_LIMIT_MINUTES'] ?? usual);
  setTimeout(() => {
    console.log(`\nthe watchdog ends this run after ${minutes} minutes`);
    void endPrograms();
  }, minutes * 60_000).unref();
}
