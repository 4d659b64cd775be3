import { jobs } from '../../base/jobs.ts';
import { replanOutdated } from './replan.ts';

/**
 * Recomputes, once an hour, the times planned by a process with older time-zone data since this worker started: during
 * a deployment both are running.
 */
export const replanSchedules = jobs.replanSchedules.handledBy(({ db, clock }) => async (_data, { signal }) => {
  await replanOutdated(db, { now: clock, signal });
});
