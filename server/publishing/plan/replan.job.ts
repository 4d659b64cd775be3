import { jobs } from '../../app/jobs.ts';
import { replanOutdated } from './replan.ts';

/**
 * Times anew, once an hour, what a process with older time-zone data has planned since this worker started: while a
 * deployment is under way both are there.
 */
export const replanSchedules = jobs.replanSchedules.handledBy(({ db, clock }) => async (_data, { signal }) => {
  await replanOutdated(db, { now: clock, signal });
});
