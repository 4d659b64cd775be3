/** The engine alone: a network in this process that answers at once, compared with the bare statements. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import type { Network } from '#networks/network.ts';
import { claimDue } from '#server/publishing/engine/claim.ts';
import { checkLedger } from '#server/publishing/plan/ledger-check.ts';
import { startPublisher, type Publisher } from '#server/publishing/engine/loop.ts';
import { openEnginePool, runOn } from '#server/publishing/statements.ts';
import { statement } from '#server/publishing/statement.ts';
import { withDatabase } from './own-database.ts';
import { insertAccounts, planDeliveries, type Accounts } from './publishing-stage.ts';
import { atLeast, atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const accounts = 2000;
const rush = 10_000;
const steadyPerSecond = 50;
const steadySeconds = 10;
const atOnce = 100;

/**
 * The overhead of single deliveries, then the rate of the whole engine against that of the bare statements on equal
 * rows.
 */
export const measure = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const stage: Accounts = {
      db,
      ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })),
    };
    const overhead = await measureOverhead(stage);
    await planRush(stage, 'bare');
    const bare = await bareRate(db);
    await planRush(stage, 'whole');
    const whole = await wholeRate(db);
    const inconsistent = await checkLedger(runOn(db.pool));
    return [
      ...overhead,
      reported(`bare claim and finish of ${rush} deliveries over ${accounts} accounts, a second`, bare.toFixed(0)),
      reported('the whole engine (claim, fence, post id, outcome, ledger), a second', whole.toFixed(0)),
      atLeast(
        'the whole engine against the bare statements',
        whole / bare,
        0.25,
        (value) => `${(value * 100).toFixed(0)} %`,
      ),
      exactly('inconsistencies of the ledger', inconsistent.length, 0),
    ];
  });

/**
 * One after the other, fifty a second: what the engine adds between claiming a delivery and being allowed to send it.
 */
async function measureOverhead(stage: Accounts): Promise<Figure[]> {
  const passedAt = new Map<string, { asked: number; passed: number }>();
  const publisher = await openPublisher(stage.db, (text, times) => passedAt.set(text, times));
  const first = Date.now() + 2000;
  const deliveries = Array.from({ length: steadyPerSecond * steadySeconds }, (_, index) => ({
    account: index % accounts,
    dueAt: new Date(first + (index * 1000) / steadyPerSecond),
  }));
  await planDeliveries(stage, { name: 'steady', deliveries });
  await untilDone(stage.db, first + steadySeconds * 1000 + 20_000);
  await publisher.stop();
  const { rows } = await stage.db.pool.query<{ text: string; claimed: Date }>(`
    select i.description as text, d.first_tried_at as claimed
    from deliveries d join occurrences o on o.id = d.occurrence_id join items i on i.id = o.item_id`);
  const taken = rows.flatMap(({ text, claimed }) => {
    const times = passedAt.get(text);
    return times === undefined
      ? []
      : [{ asked: times.asked - claimed.getTime(), passed: times.passed - claimed.getTime() }];
  });
  const asked = taken.map((times) => times.asked);
  const passed = taken.map((times) => times.passed);
  return [
    exactly(`deliveries, ${steadyPerSecond} a second`, taken.length, deliveries.length),
    atMost('from the begin of the claim until the fence is asked for, p50', quantile(asked, 0.5), 3, ms),
    reported('the same, p99', ms(quantile(asked, 0.99))),
    reported(
      '… until the fence is on the disk, p50 / p99',
      `${ms(quantile(passed, 0.5))} / ${ms(quantile(passed, 0.99))}`,
    ),
  ];
}

const now = (): number => performance.timeOrigin + performance.now();

/** The engine of a worker, with a network that posts as soon as it may; `told` gets each post's text. */
export async function openPublisher(
  db: Database,
  told: (text: string, times: { asked: number; passed: number }) => void,
): Promise<Publisher> {
  let posts = 0;
  const network: Network = {
    id: 'telegram',
    limits: {
      gapSeconds: 0,
      parallel: 1000,
      textLength: null,
      captionLength: null,
      titleLength: null,
      lengthUnit: 'utf16',
      imageBytes: null,
      videoBytes: null,
      videoSeconds: null,
    },
    publish: async ({ text }, _account, context) => {
      const asked = now();
      await context.fence({ payload: text });
      told(text, { asked, passed: now() });
      posts += 1;
      return { kind: 'published', postId: String(posts), postUrl: null };
    },
  };
  return await startPublisher({
    db,
    networks: { telegram: network },
    files: {
      storage: { open: () => Promise.resolve(null), put: () => Promise.resolve(), delete: () => Promise.resolve() },
      mediaUrl: (name) => name,
    },
    openCredentials: () => ({}),
    log: (event, fields) => console.log(event, fields),
    clock: { now: () => new Date(now()) },
  });
}

async function planRush(stage: Accounts, name: string): Promise<void> {
  const dueAt = new Date(Date.now() - 60_000);
  await planDeliveries(stage, {
    name,
    deliveries: Array.from({ length: rush }, (_, index) => ({ account: index % accounts, dueAt })),
  });
}

const finishStatement = statement({
  name: 'bare-finish',
  columns: {},
  text: `
  with done as (
    update deliveries d
    set state = 'published', next_at = 'infinity', worker = null, lease_until = null, post_id = d.id::text,
      published_at = $3, finished_at = $3
    where d.id = any($1::bigint[]) and d.worker = $2 and d.state = 'claimed'
    returning d.account_id
  )
  update social_accounts a set free_at = $3 from done where a.id = done.account_id`,
});

/** Only the queue's two statements, a hundred rows each, with the next claim in parallel with the last finish. */
async function bareRate(db: Database): Promise<number> {
  // Neither statement writes the history of deliveries that ended without an attempt.
  await db.pool.query('alter table deliveries disable trigger deliveries_history');
  const [claims, finishes] = [
    openEnginePool(db.pool, { max: 1, durable: false }),
    openEnginePool(db.pool, { max: 1, durable: true }),
  ];
  const rooms = new Map([['telegram', 1000]] as const);
  let finishing: Promise<unknown> = Promise.resolve();
  let count = 0;
  const began = performance.now();
  while (count < rush) {
    const rows = await claimDue(runOn(claims), {
      worker: 'bare',
      now: new Date(),
      leaseUntil: new Date(Date.now() + 60_000),
      limit: atOnce,
      rooms,
    });
    await finishing;
    finishing = runOn(finishes)(finishStatement, [rows.map(({ id }) => id), 'bare', new Date()]);
    count += rows.length;
  }
  await finishing;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([claims.end(), finishes.end()]);
  await db.pool.query('alter table deliveries enable trigger deliveries_history');
  await db.pool.query(
    `update occurrences o set state = 'posted' from deliveries d where d.occurrence_id = o.id
      and d.state = 'published'`,
  );
  return count / seconds;
}

async function wholeRate(db: Database): Promise<number> {
  const began = performance.now();
  const publisher = await openPublisher(db, () => {});
  await untilDone(db, Date.now() + 120_000);
  const seconds = (performance.now() - began) / 1000;
  await publisher.stop();
  return rush / seconds;
}

async function untilDone(db: Database, endMs: number): Promise<void> {
  while (Date.now() < endMs) {
    const { rows } = await db.pool.query(`select from deliveries where finished_at is null limit 1`);
    if (rows.length === 0) return;
    await sleep(50);
  }
}
