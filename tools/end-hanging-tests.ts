/**
 * Loaded into every process of tests: a file whose tests are over, or hang in what a test's own limit cannot end, must
 * not keep the whole run waiting. Its process ends as failed, with what it still waits for.
 */
import { getActiveResourcesInfo } from 'node:process';
import { isMainThread, Worker } from 'node:worker_threads';

/** How long the tests of a file may take together. */
export const fileLimitSeconds = Number(process.env['TEST_FILE_LIMIT_SECONDS'] ?? 900);

// A thread of its own also ends a loop that never gives way.
const watch = `
  const { workerData: { seconds, file } } = require('node:worker_threads');
  setTimeout(() => {
    require('node:fs').writeSync(2, 'the tests of ' + file + ' were ended after ' + seconds + ' s\\n');
    process.kill(process.pid, 'SIGKILL');
  }, seconds * 1000 + 2000);`;

// The process that only starts the others has no file of tests as its program.
const file = process.argv[1] ?? '';
if (isMainThread && /\.test\.\w+$/.test(file)) {
  new Worker(watch, { eval: true, workerData: { seconds: fileLimitSeconds, file }, execArgv: [] }).unref();
  setTimeout(() => {
    process.stderr.write(
      `the tests of ${file} still wait after ${fileLimitSeconds} s for: ${getActiveResourcesInfo().join(', ')}\n`,
    );
    process.exit(1);
  }, fileLimitSeconds * 1000).unref();
}
