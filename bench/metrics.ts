/** A scrape of `/metrics` and a look at `/healthz` among a million deliveries, with nothing cached. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { enqueue } from '#db/jobs.ts';
import { openMetrics } from '#server/base/metrics/index.ts';
import { declareFigures, openWatch } from '#server/app/health/index.ts';
import { withDatabase } from './own-database.ts';
import { insertAccounts, planDeliveries } from './publishing-stage.ts';
import { fillAgency } from './rig.ts';
import { atMost, ms, quantile, type Figure } from './table.ts';

const planned = 1_000_000;
const deliveriesPerSchedule = 40;
const accounts = 2200;
const due = 20_000;
const rounds = 40;

/** The statements with nothing due, then with twenty thousand due posts, unsettled ones and waiting jobs. */
export const measure = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const stage = { db, ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })) };
    await fillAgency(db, { agencyId: stage.agencyId, schedules: planned / deliveriesPerSchedule, from: '2040-01-01' });
    await db.pool.query('vacuum analyze');
    const idle = await timesOf(db);
    await planDeliveries(stage, {
      name: 'due',
      deliveries: Array.from({ length: due }, (_, index) => ({
        account: index % accounts,
        dueAt: new Date(Date.now() - 60_000),
      })),
    });
    await db.pool.query(`update deliveries set state = 'uncertain', next_at = 'infinity' where id in
      (select id from deliveries where state = 'scheduled' and next_at > now() limit 10000)`);
    await db.asSystem(async (tx) => {
      for (let id = 0; id < 10_000; id += 1) await enqueue(tx, 'make-thumbnail', { fileId: String(id) });
    });
    const busy = await timesOf(db);
    const among = `among ${planned.toLocaleString('en')} deliveries`;
    return [
      atMost(`all figures ${among}, p50`, quantile(idle, 0.5), 20, ms),
      atMost(
        `the same with ${due.toLocaleString('en')} due, 10,000 unsettled and 10,000 jobs, p50`,
        quantile(busy, 0.5),
        20,
        ms,
      ),
    ];
  });

/** The times of scrapes that are an hour apart, so that nothing is cached. */
async function timesOf(db: Database): Promise<number[]> {
  let now = Date.now();
  const services = {
    db,
    storage: { put: nothing, open: () => Promise.resolve(null), delete: nothing },
    clock: () => new Date(now),
  };
  const metrics = openMetrics();
  declareFigures(metrics, { watch: openWatch(services), services });
  const times: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    now += 3_600_000;
    const began = performance.now();
    await metrics.write();
    if (round >= 0) times.push(performance.now() - began);
  }
  return times;
}

const nothing = (): Promise<void> => Promise.resolve();
