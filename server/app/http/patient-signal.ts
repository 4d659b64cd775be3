import { messages } from '#contract/messages.ts';
import { UserError } from '../../base/handlers.ts';

/** The longest a call may wait for a network before it gives up. */
export const patienceMs = 60_000;
const comeAgainSeconds = 60;

/** The reply to a caller that may disconnect. */
type Leaving = { closed: boolean; writableFinished: boolean; once(event: 'close', listener: () => void): unknown };

/**
 * Aborts when the caller disconnects before the answer, and after a time limit: then its reason is a UserError that
 * asks to retry. NOTE not by AbortSignal.timeout: each of those stays in memory for its whole minute, and thousands of
 * them made every collection of the young generation take 15 to 20 ms.
 */
export function patientSignal(reply: { raw: Leaving }): AbortSignal {
  const ending = new AbortController();
  // A caller that disconnected before this has already emitted `close`.
  if (reply.raw.closed) {
    ending.abort();
    return ending.signal;
  }
  const patience = setTimeout(() => {
    ending.abort(new UserError(messages.tookTooLong, { status: 503, retryAfterSeconds: comeAgainSeconds }));
  }, patienceMs);
  reply.raw.once('close', () => {
    clearTimeout(patience);
    if (!reply.raw.writableFinished) ending.abort();
  });
  return ending.signal;
}
