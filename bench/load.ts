import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { instantToLocal } from '#rules/planning.ts';
import { callsTo } from '#server/app/testing/calls.ts';
import { paths } from '#web/paths.ts';
import { startBrowser } from '../tools/browser.ts';
import { fillAgency, openRig, type Rig } from './rig.ts';
import { signedInPage } from './signed-in-page.ts';
import { atMost, ms, quantile, reported, type Figure } from './table.ts';

const siteDir = fileURLToPath(new URL('../dist', import.meta.url));
const schedules = 30;
/** Chromium's "good" ends at 0.1: https://web.dev/articles/cls, 2026-11-23. */
const shiftBound = 0.02;
const taskBoundMs = 100;
const widths = [1280, 390] as const;
/** Loads of a page whose tasks are timed; the median counts, since other processes run meanwhile. */
const timedLoads = 5;

/** Runs in the page before its own scripts: adds up the shifts without recent input, and keeps the longest task. */
const watch = `
  Object.assign(window, { shifted: 0, shiftedBy: [], longestTask: 0 });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) {
      shifted += value;
      shiftedBy.push(...sources.map(({ node }) => node?.nodeName + ' ' + (node?.className ?? '')));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });`;

const seenShape = z.object({ shifted: z.number(), shiftedBy: z.array(z.string()), longestTask: z.number() });
type Seen = z.infer<typeof seenShape>;

/** Loads an address and measures it until no more requests are made. */
async function seenAt(page: Page, address: string): Promise<Seen> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))');
  return seenShape.parse(await page.evaluate('({ shifted, shiftedBy, longestTask })'));
}

/** A page in a browser without any stored files; at some addresses refused answers are expected. */
async function aVisit(browser: Browser, { rig, width }: { rig: Rig; width: number }): Promise<Page> {
  const { page } = await signedInPage(browser, rig);
  await page.setViewportSize({ width, height: 900 });
  await page.addInitScript({ content: watch });
  return page;
}

type Things = { client: string; schedule: string; delivery: string; stream: string; longStream: string };

/** The address of every page, with the ids of existing rows where it takes one. */
function addressesOf({ client, schedule, delivery, stream, longStream }: Things): readonly string[] {
  const [year = '', month = ''] = new Date().toISOString().split('-');
  const { connect, clientReport, join, editClient, editStream, scheduleDetail, ledgerPost, generateReport, ...plain } =
    paths;
  return [
    ...Object.values(plain).map((path) => path()),
    connect('none'),
    clientReport('none'),
    join('1'),
    editClient(client),
    ...(['posts', 'approvals', 'accounts', 'details'] as const).map((tab) => editClient(client, { tab })),
    editStream(stream),
    editStream(longStream),
    scheduleDetail(schedule),
    ledgerPost(delivery),
    generateReport({ id: client, month: String(Number(month)), year }),
    plain.scheduler({ view: 'day' }),
    plain.training({ id: 'networks' }),
    plain.articleDetails({ id: 'networks', cid: 'connect-reddit' }),
    '/no-such-page',
  ];
}

/** Fills the owner's agency with thirty clients, a schedule each, and a stream of 1,000 texts. */
async function fill({ db, url, owner }: Rig): Promise<Things> {
  const from = `${instantToLocal(new Date(), 'Europe/Berlin').slice(0, 7)}-01`;
  await fillAgency(db, { agencyId: owner.agencyId, schedules, from });
  await db.pool.query(`update users set membership = 'unlimited__enterprise__dfy' where id = $1`, [owner.id]);
  await db.pool.query(
    `update deliveries set state = case when id % 10 = 0 then 'failed' else 'published' end,
      message = 'The network said no' where due_at < now()`,
  );
  await db.pool.query(`update occurrences set state = 'posted' where due_at < now()`);
  const { rows } = await db.pool.query<Omit<Things, 'longStream'>>(
    `select s.user_client_id::text as client, s.id::text as schedule, s.stream_id::text as stream,
      min(d.id)::text as delivery from schedules s join deliveries d on d.schedule_id = s.id group by s.id limit 1`,
  );
  const { ask } = callsTo(url, owner);
  const [long] = await ask('content-stream', { type: 'text', title: 'Long', description: 'Long' });
  const things = rows[0];
  if (things === undefined || long === undefined) throw new Error('nothing was made');
  for (let texts = 0; texts < 1000; texts += 200)
    await ask('text-stream', {
      content_stream_id: long.id,
      description: JSON.stringify(
        Array.from({ length: 200 }, (_none, index) => ({ title: `Tip ${texts + index + 1}`, value: 'Bread keeps.' })),
      ),
    });
  return { ...things, longStream: long.id };
}

/** The layout shift of the pages while they load, at one width: on the first visit, and at a reload. */
async function shifts(browser: Browser, options: { rig: Rig; addresses: readonly string[]; width: number }) {
  const { addresses, width } = options;
  const all: { address: string; shifted: number; by: readonly string[] }[] = [];
  for (const address of addresses) {
    const page = await aVisit(browser, options);
    const seen = [await seenAt(page, address), await seenAt(page, address)].toSorted((a, b) => b.shifted - a.shifted);
    all.push({ address, shifted: seen[0]?.shifted ?? 0, by: seen[0]?.shiftedBy ?? [] });
    await page.context().close();
  }
  const [worst, ...others] = all.toSorted((a, b) => b.shifted - a.shifted);
  if (worst === undefined) throw new Error('no page was opened');
  const also = others.filter(({ shifted }) => shifted >= shiftBound);
  const show = (value: number) => value.toFixed(4);
  return [
    atMost(`most layout shift of ${all.length} pages, ${width} px (${worst.address})`, worst.shifted, shiftBound, show),
    ...[worst, ...also]
      .filter(({ shifted }) => shifted >= shiftBound)
      .map(({ address, shifted, by }) =>
        reported(`moves: ${address}`, `${show(shifted)} ${[...new Set(by)].join(', ')}`),
      ),
  ];
}

/** The longest task while a page loads in a browser that has its files: the median of some loads. */
async function longestTask(browser: Browser, options: { rig: Rig; address: string; width: number }): Promise<number> {
  const page = await aVisit(browser, options);
  await seenAt(page, options.address);
  const tasks: number[] = [];
  for (let load = 0; load < timedLoads; load += 1) tasks.push((await seenAt(page, options.address)).longestTask);
  await page.context().close();
  return quantile(tasks, 0.5);
}

/**
 * Every page in a real browser, over a full agency: its layout shift while it loads, and the longest tasks of two
 * pages.
 */
export async function measure(): Promise<Figure[]> {
  if (!existsSync(siteDir)) throw new Error('build the browser app first: npm run build');
  const rig = await openRig({ siteDir });
  const browser = await startBrowser();
  try {
    const things = await fill(rig);
    const addresses = addressesOf(things);
    const figures: Figure[] = [];
    for (const width of widths) figures.push(...(await shifts(browser, { rig, addresses, width })));
    for (const width of widths)
      for (const [what, address] of [
        ['/scheduler', paths.scheduler()],
        ['/edit-stream of 10 items', paths.editStream(things.stream)],
        ['/edit-stream of 1,000 items', paths.editStream(things.longStream)],
      ] as const)
        figures.push(
          atMost(
            `longest task while ${what} loads, ${width} px`,
            await longestTask(browser, { rig, address, width }),
            taskBoundMs,
            ms,
          ),
        );
    return figures;
  } finally {
    await browser.close();
    await rig.stop();
  }
}
