/** The set-up of most tests of publishing. */
import assert from 'node:assert/strict';
import type { Database } from '#db/database.ts';
import type { EngineOptions } from './engine/engine.ts';
import { checkLedger } from './plan/ledger-check.ts';
import { runOn } from './statements.ts';
import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, statesOf, type Planned } from './testing.ts';

/** A network's script and what its worker has besides the database, the network and the clock. */
export type StageOptions = { network?: Parameters<typeof aNetwork>[0] } & Partial<
  Omit<EngineOptions, 'clock' | 'networks' | 'pool'>
>;

/** A planned schedule, its worker and its network; the database has no other agency. */
export async function aStage(db: Database, planned: Planned = {}, { network, ...options }: StageOptions = {}) {
  await db.pool.query('delete from agencies');
  await db.pool.query('delete from network_waits');
  const clock = aClock();
  const outside = aNetwork(network);
  const networks = { [outside.network.id]: outside.network };
  const worker = aWorker(db, { networks, clock, ...options });
  const schedule = await aSchedule(db, planned);
  return {
    clock,
    networks,
    ...outside,
    worker,
    ...schedule,
    states: () => statesOf(db, schedule.scheduleId),
    deliveries: () => deliveriesOf(db, schedule.scheduleId),
    inAgency: <T>(work: Parameters<typeof db.asAgency<T>>[1]) => db.asAgency(schedule.agencyId, work),
    /** Asserts that the ledger adds up. */
    inOrder: async () => assert.deepEqual(await checkLedger(runOn(db.pool)), []),
  };
}
