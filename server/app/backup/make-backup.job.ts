import { jobs } from '../../base/jobs.ts';
import { openHold } from '../../base/storage/hold.ts';
import { isDue } from './due.ts';
import { AlreadyRunning, dropHeld, makeBackup as makeSet } from './make-backup.ts';
import { lastTries } from './queries.ts';

/** Makes the backup of the day when it is due. A failure is an error of the log, and recorded. */
export const makeBackup = jobs.makeBackup.handledBy(({ db, config, clock }) => async () => {
  const { url } = db;
  const { to, at } = config.backup;
  const tries = await db.asSystem((tx) => lastTries(tx));
  try {
    if (to !== null && isDue({ at, now: clock(), ...tries })) await makeSet({ url, config, to, clock });
    else if (await openHold(config).isHeld()) await dropHeld({ url, config });
  } catch (error) {
    // It was begun by hand.
    if (!(error instanceof AlreadyRunning)) throw error;
  }
});
