import { jobs } from '../../base/jobs.ts';
import { archiveAttempts as moveOldAttempts } from './archive.ts';

/** Moves the attempts of deliveries that ended long ago to the archive, once a night. */
export const archiveAttempts = jobs.archiveAttempts.handledBy(({ db, clock }) => async (_data, { signal }) => {
  await moveOldAttempts(db.pool, { now: clock(), signal });
});
