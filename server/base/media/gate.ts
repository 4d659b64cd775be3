import { messages } from '#contract/messages.ts';
import { createSemaphore } from '#concurrency/semaphore.ts';
import { UserError } from '../handlers.ts';

/**
 * Runs a piece of an agency's work when its turn comes. If `signal` aborts while it waits, it does not run, and a
 * UserError asks to retry.
 */
export type Gate = <T>(agencyId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const comeAgainSeconds = 30;

/**
 * Lets at most `atOnce` pieces of work run at once, and `each` of one agency; waiting agencies take turns. Decoding a
 * large picture takes seconds and hundreds of megabytes, so concurrent uploads are decoded one after the other, and an
 * agency that uploads a hundred pictures does not block others.
 */
export function openGate({ atOnce, each }: { atOnce: number; each: number }): Gate {
  const semaphore = createSemaphore({
    permits: atOnce,
    permitsPerKey: each,
    refusal: () => new UserError(messages.uploadsTooMany, { status: 429, retryAfterSeconds: comeAgainSeconds }),
  });
  return (agencyId, work, signal) => semaphore.run(work, { key: agencyId, signal });
}
