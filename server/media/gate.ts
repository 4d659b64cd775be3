import { messages } from '#contract/messages.ts';
import { UserError } from '../app/handlers.ts';

/**
 * Does a piece of work of an agency in its turn; if `signal` aborts while it waits, it is not done, and a UserError
 * asks to retry.
 */
export type Gate = <T>(agencyId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const comeAgainSeconds = 30;

type Waiting = { begin: () => void };

/**
 * Lets at most `atOnce` pieces of work run at once, and `each` of one agency; the agencies that wait take turns.
 * Decoding a large picture takes seconds and hundreds of megabytes, so concurrent uploads are decoded one after the
 * other, and an agency that uploads a hundred of them does not block others.
 */
export function openGate({ atOnce, each }: { atOnce: number; each: number }): Gate {
  const running = new Map<string, number>();
  /** In the order of their turns: an agency that had one goes to the end. */
  const waiting = new Map<string, Waiting[]>();
  let slots = atOnce;
  const runningOf = (agencyId: string): number => running.get(agencyId) ?? 0;

  const letIn = (): void => {
    for (const [agencyId, queue] of waiting) {
      if (slots === 0) return;
      const first = runningOf(agencyId) < each ? queue.shift() : undefined;
      if (first === undefined) continue;
      waiting.delete(agencyId);
      if (queue.length > 0) waiting.set(agencyId, queue);
      slots -= 1;
      running.set(agencyId, runningOf(agencyId) + 1);
      first.begin();
    }
  };
  const leave = (agencyId: string): void => {
    slots += 1;
    if (runningOf(agencyId) === 1) running.delete(agencyId);
    else running.set(agencyId, runningOf(agencyId) - 1);
    letIn();
  };
  const forget = (agencyId: string, one: Waiting): void => {
    const queue = (waiting.get(agencyId) ?? []).filter((other) => other !== one);
    if (queue.length > 0) waiting.set(agencyId, queue);
    else waiting.delete(agencyId);
  };
  const turn = (agencyId: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        forget(agencyId, one);
        reject(new UserError(messages.uploadsTooMany, { status: 429, retryAfterSeconds: comeAgainSeconds }));
      };
      const one: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      waiting.set(agencyId, [...(waiting.get(agencyId) ?? []), one]);
      if (signal?.aborted === true) return giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
      letIn();
    });

  return async (agencyId, work, signal) => {
    await turn(agencyId, signal);
    try {
      return await work();
    } finally {
      leave(agencyId);
    }
  };
}
