import type { Message } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError } from '../handlers.ts';
import { secondsToWait, type GrowingLimit, type Limit } from './limits.ts';

type Given = { now: Date; transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/**
 * Counts a try against each limit and its key, before the try is made. Throws a 429 with the time to wait for the first
 * limit that is reached; a refused try does not count against the remaining limits, so that nobody uses up another
 * person's.
 */
export async function countTries(
  { transaction, now }: Given,
  tries: readonly (readonly [Limit | GrowingLimit, who: string, where?: string])[],
  message: Message,
): Promise<void> {
  const retryAfterSeconds = await transaction(async (tx) => {
    for (const [limit, who, where] of tries) {
      const seconds = await secondsToWait(tx, limit, { who, now, ...(where === undefined ? {} : { where }) });
      if (seconds > 0) return seconds;
    }
    return 0;
  });
  if (retryAfterSeconds > 0) throw new UserError(message, { status: 429, retryAfterSeconds });
}
