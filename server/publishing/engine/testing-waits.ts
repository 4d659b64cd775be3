import { testDatabase } from '#db/testing.ts';
import { cancelForSchedule } from '../actions/cancel.ts';
import type { aNetwork, Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function openWaitingStages() {
  /** The database of the calling test file. */
  const db = await testDatabase({ max: 20 });

  /** A planned schedule, its worker and its network, alone in the database. */
  async function aWaitingStage(planned: Planned = {}, network: Parameters<typeof aNetwork>[0] = {}) {
    const stage = await aStage(db, planned, { network });
    const { agencyId, scheduleId, clock } = stage;
    return {
      ...stage,
      cancel: () => db.asAgency(agencyId, (tx) => cancelForSchedule(tx, { agencyId, scheduleId, now: clock.now() })),
    };
  }

  return { db, aWaitingStage };
}
