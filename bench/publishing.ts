/** The engine as it ships: one worker process, the real Telegram adapter, the sandbox over HTTP answering in 50 ms. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { runOn } from '#server/publishing/statements.ts';
import { checkLedger } from '#server/publishing/plan/ledger-check.ts';
import { latenessOf, openStage, planDeliveries, planSteady, untilPosted, type Stage } from './publishing-stage.ts';
import { beginRenders } from './renders-beside.ts';
import { atLeast, atMost, bytes, exactly, ms, quantile, reported, type Figure } from './table.ts';

const latencyMs = 50;
const accounts = 10_000;
/** Few enough accounts that their pace, one post a second, also limits the rate: five posts each. */
const rushAccounts = 2000;
const rush = 10_000;
const steadyPerSecond = 50;
const steady = 1000;
const sideBySide = 100;
const idealRate = (sideBySide * 1000) / latencyMs;
const longestRushMs = 120_000;

/** One by one, fifty a second; then all due at the same instant. */
export async function measure(): Promise<Figure[]> {
  const stage = await openStage({ accounts, latencyMs, secretKey: randomBytes(32) });
  try {
    return [
      ...(await measureSteady(stage)),
      ...(await measureBeside(stage)),
      ...(await measureBurst(stage)),
      ...(await measureRush(stage)),
    ];
  } finally {
    await stage.stop();
  }
}

async function measureSteady(stage: Stage): Promise<Figure[]> {
  const dueAt = await planSteady(stage, { name: 'steady', count: steady, perSecond: steadyPerSecond, inMs: 3000 });
  await untilPosted(stage, steady, (steady * 1000) / steadyPerSecond + 20_000);
  const lateness = latenessOf(stage.posts(), { dueAt, latencyMs });
  const { rows } = await stage.db.pool.query<{ overhead: string }>(
    'select extract(epoch from t.fenced_at - d.first_tried_at) * 1000 as overhead from attempts t join deliveries d ' +
      'on d.id = t.delivery_id',
  );
  const toFence = rows.map(({ overhead }) => Number(overhead));
  return [
    exactly(`${steadyPerSecond} a second: posted`, lateness.length, steady),
    atMost('at the network after its time, p50', quantile(lateness, 0.5), 10, ms),
    atMost('at the network after its time, p99', quantile(lateness, 0.99), 50, ms),
    atMost('from the begin of the claim until the fence is asked for, p50', quantile(toFence, 0.5), 3, ms),
  ];
}

/** The same while two videos are rendered on the same cores. */
async function measureBeside(stage: Stage): Promise<Figure[]> {
  const before = stage.posts().length;
  const stopRenders = await beginRenders(2);
  const dueAt = await planSteady(stage, { name: 'beside', count: steady, perSecond: steadyPerSecond, inMs: 5000 });
  await untilPosted(stage, before + steady, (steady * 1000) / steadyPerSecond + 20_000);
  const made = await stopRenders();
  const lateness = latenessOf(stage.posts(), { dueAt, latencyMs });
  await untilFinished(stage);
  return [
    exactly('the same beside two renders: posted', lateness.length, steady),
    atMost('beside two renders, at the network after its time, p99', quantile(lateness, 0.99), 50, ms),
    reported('videos of ten slides made meanwhile', String(made)),
  ];
}

/** One post for each of many accounts: only the network's answering time limits a worker. */
async function measureBurst(stage: Stage): Promise<Figure[]> {
  const before = stage.posts().length;
  const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 8000);
  const dueAt = await planDeliveries(stage, {
    name: 'burst',
    deliveries: Array.from({ length: accounts }, (_, account) => ({ account, dueAt: due })),
  });
  await untilPosted(stage, before + accounts, longestRushMs);
  const seconds = Math.max(...latenessOf(stage.posts(), { dueAt, latencyMs })) / 1000;
  await untilFinished(stage);
  const what = `${accounts} deliveries, ${sideBySide} side by side, a second, of the ideal ${idealRate}`;
  return [atLeast(what, accounts / seconds / idealRate, 0.8, (share) => `${(share * 100).toFixed(0)} %`)];
}

async function measureRush(stage: Stage): Promise<Figure[]> {
  const before = stage.posts().length;
  const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 8000);
  const dueAt = await planDeliveries(stage, {
    name: 'rush',
    deliveries: Array.from({ length: rush }, (_, index) => ({ account: index % rushAccounts, dueAt: due })),
  });
  if (Date.now() > due.getTime()) throw new Error('planning took longer than the lead it has');
  await untilPosted(stage, before + rush, longestRushMs);
  const lateness = latenessOf(stage.posts(), { dueAt, latencyMs });
  await untilFinished(stage);
  const once = new Set(stage.posts().map(({ text }) => text));
  const inconsistent = await checkLedger(runOn(stage.db.pool));
  return [
    exactly(`${rush} deliveries over ${rushAccounts} accounts due at once: posted`, lateness.length, rush),
    atMost('all out after', Math.max(...lateness), 30_000, ms),
    reported('lateness p50 / p99', `${ms(quantile(lateness, 0.5))} / ${ms(quantile(lateness, 0.99))}`),
    exactly('posted twice', stage.posts().length - once.size, 0),
    exactly('lost', rush - lateness.length, 0),
    exactly('not written down as published', await unpublished(stage), 0),
    exactly('inconsistencies of the ledger', inconsistent.length, 0),
    reported('worker, processor time a delivery', ms(stage.workerProcessorMs() / (rush + accounts + 2 * steady))),
    atMost('worker memory, the most it had', stage.workerPeakBytes(), 300_000_000, bytes),
  ];
}

async function unpublished({ db }: Stage): Promise<number> {
  const { rows } = await db.pool.query<{ state: string; message: string; count: number }>(
    `select state, message, count(*)::int as count from deliveries where state <> 'published' group by state, message`,
  );
  for (const { state, message, count } of rows) console.log(`${count} ${state}: ${message}`);
  return rows.reduce((all, { count }) => all + count, 0);
}

/** Waits until every outcome is recorded, 20 s at most; the ledger counts what is left then. */
async function untilFinished(stage: Stage): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const { rows } = await stage.db.pool.query(`select from deliveries where state <> 'published' limit 1`);
    if (rows.length === 0) return;
    await sleep(200);
  }
}
