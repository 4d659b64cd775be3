import { setTimeout as sleep } from 'node:timers/promises';
import type { Name } from '#contract/index.ts';
import { aPerson } from '#server/app/testing/people.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { atMost, exactly, ms, quantile, reported, type Figure } from './table.ts';

const times = 40;
const timezone = 'Europe/Berlin';
const parts = {
  'fetch-dashboard': {},
  'fetch-today': { timezone },
  'fetch-needs-you': {},
  'fetch-next-days': { timezone },
} satisfies Partial<Record<Name, object>>;
/** The tables that grow with the plan. */
const grown = ['occurrences', 'deliveries', 'schedules', 'items', 'social_accounts', 'users'];
/** A connection reports what it has read once it has been idle for ten seconds. Source: PostgreSQL 18, pgstat.c. */
const notifiedAfterMs = 11_000;

/** The number of sequential scans of each growing table so far. */
async function scans({ db }: Rig): Promise<Map<string, number>> {
  await sleep(notifiedAfterMs);
  const { rows } = await db.pool.query<{ name: string; scans: string }>(
    'select relname as name, seq_scan as scans from pg_stat_user_tables where relname = any($1)',
    [grown],
  );
  return new Map(rows.map((row) => [row.name, Number(row.scans)]));
}

async function timesOf({ url, owner }: Rig, [name, input]: [string, object]): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { authorization: owner.token, 'content-type': 'application/json' },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    took.push(performance.now() - startedAt);
  }
  return took.slice(times / 4); // the first calls warm up
}

/**
 * The dashboard's calls, one after the other, for an agency of 250 clients and 10,000 deliveries beside nine more of
 * that size; a tenth have failed.
 */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const from = `${new Date().toISOString().slice(0, 7)}-01`;
    const others = await Promise.all(Array.from({ length: 9 }, () => aPerson(rig.db, { role: 'owner' })));
    for (const { agencyId } of [rig.owner, ...others]) await fillAgency(rig.db, { agencyId, schedules: 250, from });
    await rig.db.pool.query(
      `update deliveries set state = case when id % 10 = 0 then 'failed' else 'published' end,
        message = 'The network said no' where due_at < now()`,
    );
    await rig.db.pool.query(`update occurrences set state = 'posted' where due_at < now()`);
    await rig.db.pool.query('vacuum analyze');
    const before = await scans(rig);
    const figures: Figure[] = [];
    for (const part of Object.entries(parts)) {
      const took = await timesOf(rig, part);
      figures.push(
        reported(`${part[0]}: p50`, ms(quantile(took, 0.5))),
        atMost(`${part[0]}: p99`, quantile(took, 0.99), 50, ms),
      );
    }
    const after = await scans(rig);
    return [
      ...figures,
      ...grown.map((name) =>
        exactly(`${name} read from end to end, times`, (after.get(name) ?? 0) - (before.get(name) ?? 0), 0),
      ),
    ];
  } finally {
    await rig.stop();
  }
}
