/** The cost of a claim among a million planned deliveries, and beside due ones that must wait. */

import { randomBytes } from 'node:crypto';
import type { Database } from '#db/database.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { claimDue, findNextDue } from '#server/publishing/engine/claim.ts';
import { openEnginePool, runOn, type Run } from '#server/publishing/statements.ts';
import { withDatabase } from './own-database.ts';
import { insertAccounts, planDeliveries, type Accounts } from './publishing-stage.ts';
import { fillAgency } from './rig.ts';
import { atMost, ms, quantile, reported, type Figure } from './table.ts';

const few = 10_000;
const many = 1_000_000;
const deliveriesPerSchedule = 40;
const rounds = 200;
const atOnce = 10;
const accounts = 2200;
const waiting = 10_000;

/** Claim times with few and with many planned deliveries, then with ten thousand due ones that a claim must skip. */
export async function measure(): Promise<Figure[]> {
  const [small, large] = [await claimTimes(few), await claimTimes(many)];
  const name = `${many.toLocaleString('en')} planned ahead`;
  return [
    reported(
      `claim of ${atOnce} due ones, ${few.toLocaleString('en')} planned ahead, p50 / p99`,
      `${ms(quantile(small.busy, 0.5))} / ${ms(quantile(small.busy, 0.99))}`,
    ),
    reported(`the same, ${name}, p50 / p99`, `${ms(quantile(large.busy, 0.5))} / ${ms(quantile(large.busy, 0.99))}`),
    atMost(`what ${name} add to a claim, p50`, quantile(large.busy, 0.5) - quantile(small.busy, 0.5), 1, ms),
    atMost(`claim with nothing due, ${name}, p50`, quantile(large.idle, 0.5), 2, ms),
    reported(
      'room on the disk for a planned delivery with its share of an occurrence, indexes included',
      `${large.bytesEach.toFixed(0)} bytes`,
    ),
    atMost(`look for the next due instant, ${name}, p50`, quantile(large.nextDue, 0.5), 2, ms),
    ...(await beside()),
  ];
}

type Times = { busy: number[]; idle: number[]; nextDue: number[]; bytesEach: number };

const claimTimes = (planned: number): Promise<Times> =>
  withDatabase(async (db) => {
    const stage: Accounts = {
      db,
      ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })),
    };
    await fillAgency(db, { agencyId: stage.agencyId, schedules: planned / deliveriesPerSchedule, from: '2040-01-01' });
    const {
      rows: [size],
    } = await db.pool.query<{ bytes: string }>(
      `select pg_total_relation_size('deliveries') + pg_total_relation_size('occurrences') as bytes`,
    );
    const bytesEach = Number(size?.bytes) / planned;
    return withClaims(db, async (claim, run) => {
      const idle = await timesOf(claim);
      const nextDue = await timesOf(() => findNextDue(run, new Date()));
      await planDue(stage);
      return { idle, nextDue, bytesEach, busy: await timesOf(claim) };
    });
  });

/** Ten thousand due deliveries to Telegram that must wait, beside due ones to another network that need not. */
const beside = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const stage: Accounts = {
      db,
      ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })),
    };
    await planDue(stage);
    await db.pool.query(`update social_accounts set network = 'wordpress'`);
    const blocked: Accounts = {
      db,
      ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })),
    };
    const dueAt = new Date(Date.now() - 120_000);
    await planDeliveries(blocked, {
      name: 'blocked',
      deliveries: Array.from({ length: waiting }, (_, index) => ({ account: index % accounts, dueAt })),
    });
    await db.pool.query('vacuum analyze');
    const bound = 5;
    const timed = (rooms: ReadonlyMap<NetworkId, number>): Promise<number> =>
      withClaims(db, async (claim) => quantile(await timesOf(claim), 0.5), rooms);

    const full = await timed(
      new Map([
        ['telegram', 0],
        ['wordpress', 50],
      ]),
    );
    await db.pool.query(`insert into network_waits (network, until) values ('telegram', now() + interval '1 hour')`);
    const waits = await timed(bothRooms);
    const dueOnes = `${waiting.toLocaleString('en')} due ones`;
    return [
      atMost(`claim beside ${dueOnes} of a network that has no room, p50`, full, bound, ms),
      atMost(`claim beside ${dueOnes} of a network that asked everybody to wait, p50`, waits, bound, ms),
    ];
  });

const bothRooms: ReadonlyMap<NetworkId, number> = new Map([
  ['telegram', 100],
  ['wordpress', 50],
]);

/** Claims like a worker; each claim is released at once, which is not timed. */
async function withClaims<T>(
  db: Database,
  work: (claim: () => Promise<void>, run: Run) => Promise<T>,
  rooms = bothRooms,
): Promise<T> {
  const pool = openEnginePool(db.pool, { max: 1, durable: false });
  const run = runOn(pool);
  const claim = async (): Promise<void> => {
    await claimDue(run, {
      worker: 'bench',
      now: new Date(),
      leaseUntil: new Date(Date.now() + 60_000),
      limit: atOnce,
      rooms,
    });
  };
  try {
    return await work(claim, run);
  } finally {
    await giveBack(db);
    await pool.end();
  }

  async function giveBack({ pool: plain }: Database): Promise<void> {
    await plain.query(
      `update deliveries set state = 'scheduled', worker = null, lease_until = null where state = 'claimed'`,
    );
    await plain.query(`update social_accounts set free_at = '-infinity' where free_at = 'infinity'`);
  }
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - began);
  }
  return times;
}

/** Enough due deliveries for all rounds: each claim holds its accounts, so every round needs other accounts. */
async function planDue(stage: Accounts): Promise<void> {
  const dueAt = new Date(Date.now() - 60_000);
  await planDeliveries(stage, {
    name: 'due',
    deliveries: Array.from({ length: accounts }, (_, index) => ({ account: index, dueAt })),
  });
}
