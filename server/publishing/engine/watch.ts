/** Notices that a worker's database has lost commits: at the start, and when it is another database than before. */

import { type Asked, type AttemptJournal, compareWithJournal, standingOf } from '../recovery/compare.ts';
import { runOn, type Connections } from '../statements.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Watches one worker's database. */
export type Watch = {
  /** Compares the database with the journal, if it has not been compared since it took over. Throws if it cannot. */
  look(): Promise<void>;
  /** Compares it in any case. */
  compare(): Promise<void>;
  /**
   * The database that this worker has compared last; null before the first time. A primary that comes back after
   * another one was primary calls itself compared, but does not know what was sent meanwhile.
   */
  identity(): string | null;
};

/** A worker that stood still during a failover may send, with its attempt on record, until its lease has run out. */
const youngMs = 15 * 60_000;

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
  let known: string | null = null;
  const asked: Asked = new Set();
  const compare = async (): Promise<void> => {
    const { compared, identity } = await compareWithJournal(pool, { journal, now: () => clock.now(), asked });
    known = identity;
    last = BigInt((await standingOf(runOn(pool))).lastAttempt);
    if (compared.unknown > 0) log('attempts-unknown', compared);
  };
  return {
    compare,
    identity: () => known,
    look: async () => {
      const { identity, isSame, since, lastAttempt } = await standingOf(runOn(pool));
      const isBack = last === null || BigInt(lastAttempt) < last;
      const isYoung = clock.now().getTime() - since.getTime() < youngMs;
      if (!isSame || isBack || isYoung || identity !== known) await compare();
      else last = BigInt(lastAttempt);
    },
  };
}
