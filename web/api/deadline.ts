/**
 * How long a call may go without a sign of life, ms. More than the server takes at most: 60 s for a network or source
 * (server/app/http/patient-signal.ts), and 30 s for a connection to the database.
 */
export const deadlineMs = 100_000;

/** The deadline of one request: `signal` aborts at it, and with the caller's own signal. */
export type Deadline = { signal: AbortSignal; extend: () => void; end: () => void };

/** Starts a deadline; `extend` starts it again, after progress of an upload. */
export function openDeadline(own: AbortSignal | undefined): Deadline {
  const ending = new AbortController();
  const leave = () => ending.abort(own?.reason);
  const start = () => setTimeout(() => ending.abort(new DOMException('no answer came', 'TimeoutError')), deadlineMs);
  let timer = start();
  if (own?.aborted) leave();
  own?.addEventListener('abort', leave);
  return {
    signal: ending.signal,
    extend: () => {
      clearTimeout(timer);
      timer = start();
    },
    end: () => {
      clearTimeout(timer);
      own?.removeEventListener('abort', leave);
    },
  };
}

/** Waits, unless the signal aborts: then it throws its reason. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave);
  });
}
