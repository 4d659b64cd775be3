/**
 * Loaded into every test process. A file that keeps running after its tests, or hangs where a test's own limit cannot
 * end it, must not hold up the whole run: its process ends as failed, with a list of what it still waits for.
 */
import { getActiveResourcesInfo } from 'node:process';
import { isMainThread, Worker } from 'node:worker_threads';

/** The time limit for all tests of a file. */
export const fileLimitSeconds = Number(process.env['TEST_FILE_LIMIT_SECONDS'] ?? 900);

// A separate thread, which can also end a loop that never yields.
const watch = `
  const { workerData: { seconds, file } } = require('node:worker_threads');
  setTimeout(() => {
    require('node:fs').writeSync(2, 'the tests of ' + file + ' were ended after ' + seconds + ' s\\n');
    process.kill(process.pid, 'SIGKILL');
  }, seconds * 1000 + 2000);`;

// The process that only starts the others does not run a test file.
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
