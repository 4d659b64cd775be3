/** Holds deliveries that fall due under a pause: claims skip them until the pause ends. */

import type { Tx } from '#db/database.ts';
import { isPaused, withPauses } from '../fragments.ts';
import { statement } from '../statement.ts';
import { inTransaction, runIn, type Connections, type Run } from '../statements.ts';

// Holding must not overlap with the end of a pause: a post held by an outdated read would be held forever.
const holdLock = 7_203_002;
const lockToHoldStatement = statement({
  name: 'lock-to-hold',
  columns: { held: 'bool' },
  text: `select pg_try_advisory_xact_lock(${holdLock}) as held`,
});
const lockToResumeStatement = statement({
  name: 'lock-to-resume',
  columns: { pg_advisory_xact_lock_shared: 'void' },
  text: `select pg_advisory_xact_lock_shared(${holdLock})`,
});

/**
 * Waits for concurrent holding, and blocks further ones until the transaction ends. Must come before a pause is ended.
 */
export const keepHoldsAway = async (run: Run): Promise<void> => {
  await run(lockToResumeStatement, []);
};

const holdDueStatement = statement({
  name: 'hold-due',
  columns: { id: 'bigint' },
  text: `
  with due as (
    select d.id
    from deliveries d ${withPauses}
    where d.state = 'scheduled' and d.next_at <= $1 and ($2::bigint is null or d.agency_id = $2) and ${isPaused}
    order by d.next_at, d.due_at, d.id
    limit 5000
    for update of d skip locked
  )
  update deliveries d set next_at = 'infinity' from due where d.id = due.id
  returning d.id`,
});

// No deadline runs during a pause, so that nothing fails unnoticed: the wait for reconnection restarts later.
// Handed-over deliveries have no deadline, and stay with the person.
const holdWaitingStatement = statement({
  name: 'hold-waiting',
  columns: {},
  text: `
  with waiting as (
    select d.id
    from deliveries d ${withPauses}
    where d.state = 'waiting' and d.next_at < 'infinity' and ($1::bigint is null or d.agency_id = $1) and ${isPaused}
    for update of d skip locked
  )
  update deliveries d set state = 'scheduled', next_at = 'infinity', message = '' from waiting where d.id = waiting.id`,
});

async function holdBatch(run: Run, { now, agencyId }: { now: Date; agencyId: string | null }): Promise<number> {
  const [lock] = await run(lockToHoldStatement, []);
  if (!lock?.held) return 0; // another worker holds them, or a pause is ending: the next sweep comes soon
  await run(holdWaitingStatement, [agencyId]);
  return (await run(holdDueStatement, [now, agencyId])).length;
}

/**
 * Excludes deliveries that have fallen due under a pause from claims (`next_at` infinity) until the pause ends,
 * including those that wait for reconnection. Part of every sweep, before it looks for missed ones.
 */
export async function holdPaused({ pool, clock }: { pool: Connections; clock: { now(): Date } }): Promise<void> {
  const held = (): Promise<number> =>
    inTransaction(pool, (run) => holdBatch(run, { now: clock.now(), agencyId: null }));
  while ((await held()) > 0);
}

/**
 * Like `holdPaused`, for one agency right after it paused something; returns how many, which is zero when all are held.
 */
export const holdPausedOf = (tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<number> =>
  holdBatch(runIn(tx), { now, agencyId });
