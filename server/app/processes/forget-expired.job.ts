import { takeOverFreeEmails } from '../../people/users/index.ts';
import { jobs } from '../../base/jobs.ts';
import { deleteOldRows } from '../../base/retention/index.ts';
import { retentions } from './retentions.ts';

/** Once a day, deletes the rows that are older than they are kept. */
export const forgetExpired = jobs.forgetExpired.handledBy(({ db, config, clock }) => async (_data, { signal }) => {
  await db.asSystem((tx) => takeOverFreeEmails(tx));
  await deleteOldRows(db, { retentions, keep: config.keep, now: clock(), signal });
});
