import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { Report } from '#contract/insights/reports.ts';
import { writeReportApart } from '#render/report/apart.ts';
import { enqueueJob, jobs } from '#server/base/jobs.ts';
import { insertPdf } from '#server/insights/reports/pdf-queries.ts';
import { emojiOf } from '#server/insights/reports/pictures.ts';
import { callsTo } from '#server/app/testing/calls.ts';
import { aPerson } from '#server/app/testing/people.ts';
import { alternating } from './alternating.ts';
import {
  insertAccounts,
  latenessOf,
  openStage,
  planSteady,
  untilPosted,
  type Accounts,
  type Stage,
} from './publishing-stage.ts';
import { publishMonth } from './reports-stage.ts';
import { openRig, type Rig } from './rig.ts';
import { atMost, bytes, exactly, ms, quantile, reported, type Figure } from './table.ts';

const month = '2026-06';
const posts = 2000;
const pictures = 300;
const latencyMs = 50;
const clients = 20;
const postsOfClient = 100;
const perSecond = 50;
const steady = 1000;
const others = 1_000_000;

/** A report of 2,000 posts and its PDF; monthly reports beside publishing; the lists beside them. */
export async function measure(): Promise<Figure[]> {
  const rig = await openRig();
  try {
    const { figures, report } = await measureReport(rig);
    return [...figures, ...(await measurePdf(report)), ...(await measureLists(rig)), ...(await measureBeside())];
  } finally {
    await rig.stop();
  }
}

async function measureReport(rig: Rig): Promise<{ figures: Figure[]; report: Report }> {
  const agency: Accounts = {
    db: rig.db,
    ...(await insertAccounts(rig.db, { accounts: 4, secretKey: randomBytes(32) })),
  };
  await publishMonth(agency, { month, posts });
  const owner = await aPerson(rig.db, {
    role: 'owner',
    agencyId: agency.agencyId,
    membership: 'enterprise__unlimited',
  });
  const { ask } = callsTo(rig.url, owner);
  const [year = '', number = ''] = month.split('-');
  const taken: number[] = [];
  let report: Report | undefined;
  for (let round = 0; round < 10; round += 1) {
    const began = performance.now();
    report = await ask('client-report', { id: agency.clientId, month: number, year });
    taken.push(performance.now() - began);
  }
  if (report === undefined) throw new Error('there is no report');
  return {
    report,
    figures: [
      exactly(`a report: posts`, report.scheduler.length, posts),
      atMost(`a report of ${posts} posts, the slowest of ten`, Math.max(...taken), 1000, ms),
    ],
  };
}

async function measurePdf(report: Report): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'bench-report-'));
  try {
    const files = new Map<string, string>();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    for (let picture = 0; picture < pictures; picture += 1) {
      const path = join(dir, String(picture));
      await writeFile(
        path,
        await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c96', noise } })
          .jpeg()
          .toBuffer(),
      );
      files.set(`/files/${picture}`, path);
    }
    const pictured = report.scheduler.map((post, index) => ({ ...post, thumbnail: `/files/${index % pictures}` }));
    const began = performance.now();
    const { pages, peakBytes } = await writeReportApart(join(dir, 'report.pdf'), {
      report: { ...report, scheduler: pictured },
      logo: null,
      address: 'https://example.test/client-report/abc',
      color: '#334455',
      pictures: files,
      emoji: emojiOf(report),
      fallbacks: { fonts: [], paths: {} },
      onProgress: () => Promise.resolve(),
      signal: new AbortController().signal,
    });
    return [
      atMost(`its PDF, with ${pictures} pictures`, performance.now() - began, 5000, ms),
      atMost('memory of the process that makes it, the most it had', peakBytes, 200_000_000, bytes),
      reported('pages', String(pages)),
    ];
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Lists of a small agency beside a million rows of another one. */
async function measureLists(large: Rig): Promise<Figure[]> {
  const small = await openRig();
  try {
    const [few, many] = [await listsOf(small), await listsOf(large)];
    const { agencyId } = await aPerson(large.db, { role: 'owner' });
    const { id: clientId } = await aPerson(large.db, { role: 'client', agencyId });
    await addRows(large, { agencyId, clientId, rows: others });
    const figures: Figure[] = [];
    for (const [name, call] of Object.entries(few)) {
      const [atFew, atMany] = await alternating(call, many[name] ?? call);
      figures.push(
        reported(`${name}: p50 at 1,000 / among 1,000,000`, `${ms(atFew)} / ${ms(atMany)}`),
        atMost('the second against the first', atMany / atFew, 1.3, (ratio) => `${ratio.toFixed(2)} times`),
      );
    }
    return figures;
  } finally {
    await small.stop();
  }
}

async function listsOf({ db, url }: Rig): Promise<Record<string, () => Promise<void>>> {
  const owner = await aPerson(db, { role: 'owner', membership: 'enterprise__unlimited' });
  const { agencyId } = owner;
  const { id: clientId } = await aPerson(db, { role: 'client', agencyId });
  await addRows({ db }, { agencyId, clientId, rows: 1000 });
  const { ask } = callsTo(url, owner);
  const [list] = await ask('fetch-prospect-lists', {});
  const listId = list?.id ?? '';
  return {
    'fetch-ideas': async () => void (await ask('fetch-ideas', { client_id: clientId })),
    'fetch-prospect-lists': async () => void (await ask('fetch-prospect-lists', {})),
    'fetch-prospects': async () => void (await ask('fetch-prospects', { list_id: listId })),
  };
}

/** Ideas of a client, and saved businesses in lists of 500. */
async function addRows(
  { db }: Pick<Rig, 'db'>,
  { agencyId, clientId, rows }: { agencyId: string; clientId: string; rows: number },
): Promise<void> {
  await db.pool.query(
    `insert into ideas (agency_id, client_id, title, created_at)
     select $1, $2, 'Idea ' || n, now() from generate_series(1, $3::int) n`,
    [agencyId, clientId, rows],
  );
  await db.pool.query(
    `with list as (
       insert into prospect_lists (agency_id, name, created_at)
       select $1, 'List ' || n, now() from generate_series(1, $2::int / 500) n returning id
     )
     insert into prospects (agency_id, list_id, place, name, latitude, longitude, added_at)
     select $1, list.id, 'node/' || n, 'Bakery ' || n, 52.5, 13.4, now() from list, generate_series(1, 500) n`,
    [agencyId, rows],
  );
  for (const table of ['ideas', 'prospects', 'prospect_lists']) await db.pool.query(`vacuum analyze ${table}`);
}

/** Posts on time while the worker makes the monthly reports of twenty clients. */
async function measureBeside(): Promise<Figure[]> {
  const secretKey = randomBytes(32);
  const stage = await openStage({ accounts: steady, latencyMs, secretKey });
  try {
    const agencies: Accounts[] = [];
    for (let client = 0; client < clients; client += 1) {
      const agency = { db: stage.db, ...(await insertAccounts(stage.db, { accounts: 4, secretKey })) };
      await publishMonth(agency, { month, posts: postsOfClient });
      agencies.push(agency);
    }
    const dueAt = await planSteady(stage, { name: 'beside', count: steady, perSecond, inMs: 3000 });
    const began = performance.now();
    await orderReports(agencies);
    const seconds = await untilMade(stage, began);
    await untilPosted(stage, steady, 60_000);
    const lateness = latenessOf(stage.posts(), { dueAt, latencyMs });
    return [
      exactly(`${perSecond} a second beside ${clients} reports: posted`, lateness.length, steady),
      atMost('at the network after its time, p99', quantile(lateness, 0.99), 50, ms),
      reported(`${clients} reports of ${postsOfClient} posts made as jobs in`, `${seconds.toFixed(1)} s`),
      reported('200 of them, extrapolated', `${(10 * seconds).toFixed(0)} s`),
    ];
  } finally {
    await stage.stop();
  }
}

async function orderReports(agencies: readonly Accounts[]): Promise<void> {
  for (const { db, agencyId, clientId } of agencies)
    await db.asAgency(agencyId, async (tx) => {
      const pdf = await insertPdf(tx, { agencyId, clientId, month, madeBy: clientId, now: new Date() });
      if (pdf !== undefined) await enqueueJob(tx, jobs.makeReportPdf, { pdfId: pdf.id });
    });
}

/** Seconds from `began` until every report is made. */
async function untilMade({ db }: Stage, began: number): Promise<number> {
  for (let look = 0; look < 1200; look += 1) {
    const { rows } = await db.pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from report_pdfs group by state',
    );
    if (rows.some(({ state }) => state === 'failed')) throw new Error('a report failed');
    if (rows.every(({ state }) => state === 'ready')) return (performance.now() - began) / 1000;
    await sleep(100);
  }
  throw new Error('the reports were not made in two minutes');
}
