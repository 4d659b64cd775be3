/** Stops everything in order. */
export type Stop = () => Promise<void>;

/** The one-line message of an error for the operator. */
export const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? 'unknown error';

/** How long stopping in order may take; service managers kill after 30 s. */
const stopSeconds = 25;

/**
 * Runs a process: `start` answers its stop function. SIGINT and SIGTERM stop it in order, for at most 25 s, a second
 * signal at once. A failed start ends the process with code 1 and one line that says why.
 */
export async function runProcess(start: (stopping: AbortSignal) => Promise<Stop>): Promise<void> {
  const stopping = new AbortController();
  // The reader of our output may have ended first.
  process.stdout.on('error', () => {});
  let running: Promise<Stop> | null = null;
  const end = (): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    setTimeout(
      () => fail(new Error(`not everything had ended after ${stopSeconds} s: stopped as by a crash`)),
      stopSeconds * 1000,
    );
    // A start in progress is finished first, so that it leaves nothing behind.
    (running ?? Promise.resolve(async () => {})).then((stop) => stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  running = start(stopping.signal);
  try {
    await running;
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  process.stderr.write(`AgencyReel: ${oneLine(error)}\n`);
  process.exit(1);
}
