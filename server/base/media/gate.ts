import { messages } from '#contract/messages.ts';
import { UserError } from '../handlers.ts';
import { openTurns } from '../lib/turns.ts';

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
  const turns = openTurns({ atOnce, atOnceOfEach: each, waiting: Infinity, waitingOfEach: Infinity });
  const tooMany = (): UserError =>
    new UserError(messages.uploadsTooMany, { status: 429, retryAfterSeconds: comeAgainSeconds });
  return async (agencyId, work, signal) => {
    let hasBegun = false;
    const turn = turns.run(
      agencyId,
      async () => {
        hasBegun = true;
        return work();
      },
      signal,
    );
    if (turn === null) throw tooMany();
    try {
      return await turn;
    } catch (error) {
      throw hasBegun ? error : tooMany();
    }
  };
}
