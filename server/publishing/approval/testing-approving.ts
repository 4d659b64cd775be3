import { testDatabase } from '#db/testing.ts';
import { aRoundToApprove } from './testing-approval.ts';

/** The database of the file that imports this. */
export const db = await testDatabase({ max: 20 });

/** Milliseconds of an hour. */
export const hour = 3600;

/** An agency whose client approves, on that database. */
export const anApprovingStage = (planned: Parameters<typeof aRoundToApprove>[1] = {}) => aRoundToApprove(db, planned);
