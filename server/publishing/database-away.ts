import { isConflict } from '../base/lib/again-after-conflict.ts';

/** Schedules a call; the returned function cancels it. */
type Timers = { after(milliseconds: number, call: () => void): () => void };

/**
 * Errors of PostgreSQL itself rather than of a statement: connection, resources, a stop by an operator or by a
 * time limit, a transaction ended for idling. SQLSTATE, appendix A of its manual.
 */
const serverAway = /^(08|53|57P|57014|25P03)/;
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
/** Messages for which pg has no codes. */
const clientAway =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/;

/** Whether an error means that the database could not be reached, or did not report a statement's outcome. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return serverAway.test(code) || socketCodes.has(code) || clientAway.test(error.message);
}

/**
 * Repeats a necessary write while the database is unreachable, or ends it in favour of other transactions, until
 * `signal` aborts. Only for idempotent work.
 */
export async function retryUntilWritten<T>(
  work: () => Promise<T>,
  { signal, timers }: { signal: AbortSignal; timers: Timers },
): Promise<T> {
  for (let wait = 50; ; wait = Math.min(wait * 2, 2000)) {
    try {
      return await work();
    } catch (error) {
      if (!(isAway(error) || isConflict(error)) || signal.aborted) throw error;
      await pause(wait, { signal, timers }); // after the abort, one last try follows
    }
  }
}

function pause(milliseconds: number, { signal, timers }: { signal: AbortSignal; timers: Timers }): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      endTimer();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const endTimer = timers.after(milliseconds, done);
    signal.addEventListener('abort', done);
  });
}
