import { testDatabase } from '#db/testing.ts';
import { cancelForSchedule } from '../actions/cancel.ts';
import type { aNetwork, Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** The test database, one per importing test file. */
export const db = await testDatabase({ max: 20 });

/** A planned schedule, its worker and its network; the database has no other agency. */
export async function aWaitingStage(planned: Planned = {}, network: Parameters<typeof aNetwork>[0] = {}) {
  const stage = await aStage(db, planned, { network });
  const { agencyId, scheduleId, clock } = stage;
  return {
    ...stage,
    cancel: () => db.asAgency(agencyId, (tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })),
  };
}
