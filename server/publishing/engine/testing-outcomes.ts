import { testDatabase } from '#db/testing.ts';
import type { aNetwork, Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function openOutcomeStages() {
  /** The database of the calling test file. */
  const db = await testDatabase();

  /** A planned schedule, its worker and its network, on the database of this file. */
  async function anOutcomeStage(planned: Planned = {}, network: Parameters<typeof aNetwork>[0] = {}) {
    const lost: string[] = [];
    const stage = await aStage(db, planned, {
      network,
      onAccountLost: ({ accountId }) => {
        lost.push(accountId);
        return Promise.resolve();
      },
    });
    return { ...stage, lost };
  }

  return { db, anOutcomeStage };
}
