/**
 * Builders for tests of the approval gate: a planned round that its client has not approved, and decisions about it.
 */

import assert from 'node:assert/strict';
import type { Database } from '#db/database.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import { holdUnapproved, lockForApproval, releaseApproved } from './approval.ts';
import { runOn } from '../statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, statesOf } from '../testing.ts';

/** A round that needs approval, an hour before its first post; the database has no other agency. */
export async function aRoundToApprove(db: Database, planned: Parameters<typeof aSchedule>[1] = {}) {
  await db.pool.query('delete from agencies');
  const clock = aClock('2026-06-01T11:00:00Z');
  const outside = aNetwork({ canFind: true });
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const schedule = await aSchedule(db, { needsApproval: true, ...planned });
  const { agencyId, scheduleId } = schedule;
  const deliveries = () => deliveriesOf(db, scheduleId);
  const all = async () => [...new Set((await deliveries()).map((row) => row.occurrence_id))];
  const set = (state: string, ids: readonly string[]) =>
    db.pool.query('update approvals set state = $1 where occurrence_id = any($2)', [state, ids]);
  return {
    clock,
    ...outside,
    worker,
    ...schedule,
    deliveries,
    states: () => statesOf(db, scheduleId),
    approve: async (ids?: readonly string[]) => {
      const occurrenceIds = ids ?? (await all());
      const moved = await db.asAgency(agencyId, async (tx) => {
        await lockForApproval(tx, occurrenceIds);
        return releaseApproved(tx, { agencyId, occurrenceIds, now: clock.now() });
      });
      await set('approved', occurrenceIds);
      return moved;
    },
    withdraw: async () => {
      const occurrenceIds = await all();
      const stopped = await db.asAgency(agencyId, async (tx) => {
        await lockForApproval(tx, occurrenceIds);
        return holdUnapproved(tx, { agencyId, occurrenceIds, now: clock.now() });
      });
      await set('waiting', occurrenceIds);
      return stopped;
    },
    inAgency: <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(agencyId, work),
    inOrder: async () => assert.deepEqual(await checkLedger(runOn(db.pool)), []),
  };
}
