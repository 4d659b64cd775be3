/** One, two and four worker processes over one PostgreSQL: how much more they publish together, and how evenly. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage, planDeliveries } from './publishing-stage.ts';
import { atLeast, exactly, ms, reported, type Figure } from './table.ts';

/** A network slow enough that a worker's own bound, 100 posts at a time, limits it to 200 a second. */
const latencyMs = 500;
const sideBySide = 100;
const secondsOfWork = 10;
const accountsPerWorker = 1000;
const longestMs = 120_000;

/** A rush of ten seconds' work for each number of workers. */
export async function measure(): Promise<Figure[]> {
  const rounds = [];
  for (const workers of [1, 2, 4]) rounds.push({ workers, ...(await rushWith(workers)) });
  const alone = rounds[0]?.rate ?? 0;
  return rounds.flatMap(({ workers, rate, twice, shares, idealRate }) => {
    const name = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
    return [
      reported(`${name}: published a second (a network at ${ms(latencyMs)} allows ${idealRate})`, rate.toFixed(0)),
      exactly(`${name}: posted twice`, twice, 0),
      ...(workers === 1
        ? []
        : [
            atLeast(`${name}: times the rate of one`, rate / alone, workers * 0.7, (value) => value.toFixed(2)),
            atLeast(
              `${name}: the smallest share of a worker, an even one being 1`,
              Math.min(...shares) * workers,
              0.7,
              (value) => value.toFixed(2),
            ),
          ]),
    ];
  });
}

async function rushWith(
  workers: number,
): Promise<{ rate: number; twice: number; shares: number[]; idealRate: number }> {
  const idealRate = (workers * sideBySide * 1000) / latencyMs;
  const deliveries = idealRate * secondsOfWork;
  const accounts = accountsPerWorker * workers;
  const stage = await openStage({ accounts, latencyMs, secretKey: randomBytes(32), workers });
  try {
    const due = Date.now() + 5000;
    await planDeliveries(stage, {
      name: 'rush',
      deliveries: Array.from({ length: deliveries }, (_, index) => ({
        account: index % accounts,
        dueAt: new Date(due),
      })),
    });
    const end = Date.now() + longestMs;
    while (stage.posts().length < deliveries && Date.now() < end) await sleep(50);
    const lastMs = Math.max(...stage.posts().map(({ receivedAt }) => receivedAt));
    const { rows } = await stage.db.pool.query<{ count: number }>(
      'select count(*)::int as count from attempts group by worker',
    );
    return {
      idealRate,
      rate: (stage.posts().length * 1000) / (lastMs - due),
      twice: stage.posts().length - new Set(stage.posts().map(({ text }) => text)).size,
      shares: Array.from({ length: workers }, (_, index) => (rows[index]?.count ?? 0) / deliveries),
    };
  } finally {
    await stage.stop();
  }
}
