import { testDatabase } from '#db/testing.ts';
import { aRoundToApprove } from './testing-approval.ts';

/** The test database, one per importing test file. */
export const db = await testDatabase({ max: 20 });

/** One hour, in seconds. */
export const hour = 3600;

/** An agency whose client approves posts, in that database. */
export const anApprovingStage = (planned: Parameters<typeof aRoundToApprove>[1] = {}) => aRoundToApprove(db, planned);
