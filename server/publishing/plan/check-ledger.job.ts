import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../base/jobs.ts';
import { runOn, type Run } from '../statements.ts';
import { checkChanged, checkLedger as checkAll, checkSlice, type Inconsistency } from './ledger-check.ts';
import { listChanged, nextTask, noteChecked, type LedgerTask } from './ledger-progress.ts';

/** A late answer is settled within moments, so a fault that lasts longer is real. */
const secondLookMs = 5000;

/**
 * Checks once an hour that every delivery is in exactly one bucket of the ledger: those that may have changed, and a
 * slice of all, so that each is read at least once a day. Otherwise it fails, and so logs the violations, each hour
 * until they are mended.
 */
export const checkLedger = jobs.checkLedger.handledBy(({ db, clock }) => async (_data, { signal }) => {
  const run = runOn(db.pool);
  const { task, next } = await nextTask(run, clock());
  let found = await look(run, task);
  if (found.length > 0) {
    await sleep(secondLookMs, undefined, { signal });
    found = await look(run, task);
  }
  if (found.length > 0)
    throw new Error(`the ledger does not add up: ${found.map(({ what, count }) => `${count} × ${what}`).join(', ')}`);
  await noteChecked(run, next);
});

async function look(run: Run, task: LedgerTask): Promise<Inconsistency[]> {
  if (task === null) return checkAll(run);
  const changed = await checkChanged(run, await listChanged(run, task.since));
  const inSlice = await checkSlice(run, task.slice);
  // What changed may lie in the slice as well: the larger count is the least that is wrong.
  const most = new Map<string, number>();
  for (const { what, count } of [...changed, ...inSlice]) most.set(what, Math.max(count, most.get(what) ?? 0));
  return [...most].map(([what, count]) => ({ what, count }));
}
