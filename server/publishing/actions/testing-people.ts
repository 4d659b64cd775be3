import { testDatabase } from '#db/testing.ts';
import { cancelForSchedule } from './cancel.ts';
import { resolveDelivery } from './decide.ts';
import { moveSchedule } from './move.ts';
import type { Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function openPersonStages() {
  /** The database of the calling test file. */
  const db = await testDatabase();

  /** A planned schedule with its worker and its network, alone in the database. */
  async function aPersonStage(planned: Planned = {}) {
    const stage = await aStage(db, planned);
    const { clock } = stage;
    const key = { agencyId: stage.agencyId };
    return {
      ...stage,
      cancel: () =>
        db.asAgency(key.agencyId, (tx) =>
          cancelForSchedule(tx, { ...key, scheduleId: stage.scheduleId, now: clock.now() }),
        ),
      move: (origin: string, zone = 'UTC') =>
        db.asAgency(key.agencyId, (tx) =>
          moveSchedule(tx, {
            ...key,
            scheduleId: stage.scheduleId,
            origin,
            zone,
            frequency: planned.frequency ?? 'daily',
            repurpose: false,
            now: clock.now(),
          }),
        ),
      decide: async (decision: Parameters<typeof resolveDelivery>[1]['decision'], { index = 0, postUrl = '' } = {}) => {
        const deliveryId = (await stage.deliveries())[index]?.id ?? '';
        return db.asAgency(key.agencyId, (tx) =>
          resolveDelivery(tx, { ...key, deliveryId, decision, postUrl, now: clock.now() }),
        );
      },
    };
  }

  return { db, aPersonStage };
}
