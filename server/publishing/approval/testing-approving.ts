import { testDatabase } from '#db/testing.ts';
import { aRoundToApprove } from './testing-approval.ts';

/** Opens a stage. */
export async function openApprovingStages() {
  /** The database of the file that imports this. */
  const db = await testDatabase({ max: 20 });

  /** Milliseconds of an hour. */
  const hour = 3600;

  /** An agency whose client approves, on that database. */
  const anApprovingStage = (planned: Parameters<typeof aRoundToApprove>[1] = {}) => aRoundToApprove(db, planned);

  return { db, hour, anApprovingStage };
}
