import type { JobMaker } from '../jobs.ts';
import { deleteOldTries } from './limits.ts';

/** Clears away, once a day, counters of limits that no longer matter. */
export const forgetTries: JobMaker = ({ db, clock }) => async () => {
  await db.asSystem((tx) => deleteOldTries(tx, clock()));
};
