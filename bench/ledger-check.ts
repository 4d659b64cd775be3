/** The hourly check of the ledger among a million deliveries: the whole of it, and what an hour has changed. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { checkChanged, checkLedger, checkSlice } from '#server/publishing/plan/ledger-check.ts';
import { listChanged, nextTask, noteChecked } from '#server/publishing/plan/ledger-progress.ts';
import { runOn } from '#server/publishing/statements.ts';
import { withDatabase } from './own-database.ts';
import { insertAccounts } from './publishing-stage.ts';
import { fillAgency } from './rig.ts';
import { atMost, exactly, ms, reported, type Figure } from './table.ts';

const planned = 1_000_000;
const deliveriesPerSchedule = 40;
/** Posts of an hour at 500 agencies of 20 clients with three accounts each, a post a day. */
const anHour = 1250;

/** Half of the plan is published, the rest is still to come. */
export const measure = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const run = runOn(db.pool);
    const { agencyId } = await insertAccounts(db, { accounts: 1, secretKey: randomBytes(32), gapSeconds: 0 });
    await fillAgency(db, { agencyId, schedules: planned / deliveriesPerSchedule, from: '2040-01-01' });
    await publish(db, planned / 2, '2025-01-01');
    await db.pool.query('vacuum analyze');
    const wrong = await checkLedger(run);
    const whole = await timeOf(() => checkLedger(run));
    const now = Date.now();
    for (const hour of [0, 1, 2]) await noteChecked(run, (await nextTask(run, new Date(now + hour * 3_600_000))).next);
    await publish(db, anHour, new Date(now + 2.5 * 3_600_000).toISOString());
    let [changed, found] = [0, 0];
    const hourly = await timeOf(async () => {
      const { task } = await nextTask(run, new Date(now + 3 * 3_600_000));
      if (task === null) throw new Error('the database was checked before');
      const ids = await listChanged(run, task.since);
      changed = ids.length;
      found = [...(await checkChanged(run, ids)), ...(await checkSlice(run, task.slice))].length;
    });
    return [
      reported(`the whole ledger of ${planned.toLocaleString('en')} deliveries`, ms(whole)),
      reported('occurrences that an hour has changed', String(changed)),
      atMost('the hourly check: these, and a slice of all', hourly, whole / 4, ms),
      exactly('violations found', wrong.length + found, 0),
    ];
  });

/** Publishes whole occurrences until so many deliveries are out, at an instant. */
async function publish(db: Database, deliveries: number, at: string): Promise<void> {
  await db.pool.query('alter table deliveries disable trigger user');
  await db.pool.query(
    `with chosen as (
       update occurrences set state = 'posted' where id in (
         select id from occurrences where state = 'scheduled' order by id limit $1) returning id)
     update deliveries d set state = 'published', next_at = 'infinity', published_at = $2, finished_at = $2
     from chosen where d.occurrence_id = chosen.id`,
    [Math.ceil(deliveries / 4), at],
  );
  await db.pool.query('alter table deliveries enable trigger user');
}

/** The best of three, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
