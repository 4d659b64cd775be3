/** Notices that a worker's database has lost commits: at the start, and when it is another database than before. */

import type { Clock } from '../engine/clock.ts';
import type { Log } from '../engine/log.ts';
import { runOn, type Connections } from '../statements.ts';
import { compareWithJournal, standingOf } from './compare.ts';
import type { AttemptJournal } from './record.ts';

/** Watches one worker's database. */
export type Watch = {
  /** Compares the database with the journal, if it has not been compared since it took over. Throws if it cannot. */
  look(): Promise<void>;
};

/**
 * A watch; its first look always compares. Until a database has been compared, claims and the fence refuse
 * (`is_posting_held`).
 */
export function createWatch({
  pool,
  journal,
  clock,
  log,
}: {
  pool: Connections;
  journal: AttemptJournal;
  clock: Clock;
  log: Log;
}): Watch {
  let last: bigint | null = null;
  return {
    look: async () => {
      const { isSame, lastAttempt } = await standingOf(runOn(pool));
      const isBack = last === null || BigInt(lastAttempt) < last;
      if (isSame && !isBack) {
        last = BigInt(lastAttempt);
        return;
      }
      const compared = await compareWithJournal(pool, { journal, now: () => clock.now() });
      last = BigInt((await standingOf(runOn(pool))).lastAttempt);
      if (compared.unknown > 0) log('attempts-unknown', compared);
    },
  };
}
