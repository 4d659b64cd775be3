import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../base/jobs.ts';
import { checkLedger as findInconsistencies } from './ledger.ts';
import { runOn } from '../statements.ts';

/** A late answer is settled within moments, so a fault that lasts longer is real. */
const secondLookMs = 5000;

/**
 * Checks once an hour that every delivery is in exactly one bucket of the ledger; otherwise fails, and so logs the
 * violations.
 */
export const checkLedger = jobs.checkLedger.handledBy(({ db }) => async (_data, { signal }) => {
  const run = runOn(db.pool);
  if ((await findInconsistencies(run)).length === 0) return;
  await sleep(secondLookMs, undefined, { signal });
  const found = await findInconsistencies(run);
  if (found.length > 0)
    throw new Error(`the ledger does not add up: ${found.map(({ what, count }) => `${count} × ${what}`).join(', ')}`);
});
