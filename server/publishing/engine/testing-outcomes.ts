import { testDatabase } from '#db/testing.ts';
import type { aNetwork, Planned } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

/** The test database, one per importing test file. */
export const db = await testDatabase();

/** A planned schedule, its worker and its network, in the database of this file. */
export async function anOutcomeStage(planned: Planned = {}, network: Parameters<typeof aNetwork>[0] = {}) {
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
