import { testDatabase } from '#db/testing.ts';
import { aRoundToApprove } from './testing-approval.ts';

/** Opens a database for the calling test file; returns it and a function that arranges a plan in it. */
export async function openApprovingStages() {
  /** The database of the calling test file. */
  const db = await testDatabase({ max: 20 });

  /** An hour, in seconds. */
  const hour = 3600;

  /** An agency whose client approves, on that database. */
  const anApprovingStage = (planned: Parameters<typeof aRoundToApprove>[1] = {}) => aRoundToApprove(db, planned);

  return { db, hour, anApprovingStage };
}
