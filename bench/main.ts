/**
 * `npm run bench`: measures and prints every figure with its bound; `npm run bench -- lists start` only those. Exit
 * code 1 if one is missed.
 */
import { cpus, totalmem } from 'node:os';
import { printTable, type Figure } from './table.ts';

const benches: Record<string, { title: string; load: () => Promise<{ measure: () => Promise<Figure[]> }> }> = {
  bundle: { title: 'What the browser loads (gzipped JavaScript)', load: () => import('./bundle.ts') },
  help: { title: 'The help without signing in', load: () => import('./help.ts') },
  start: { title: 'npm start and idling', load: () => import('./start.ts') },
  lists: { title: 'Lists and calendar under load (10 connections)', load: () => import('./lists.ts') },
  posts: { title: 'A post written, checked and planned', load: () => import('./posts.ts') },
  'plan-rows': { title: 'The calendar among a million deliveries of others', load: () => import('./plan-rows.ts') },
  growing: { title: 'Lists of a million rows against lists of a thousand', load: () => import('./growing.ts') },
  reports: { title: 'Reports, their PDFs and the lists beside them', load: () => import('./reports.ts') },
  dashboard: { title: 'The dashboard of 250 clients and 10,000 deliveries', load: () => import('./dashboard.ts') },
  hosts: { title: 'Ten thousand hosts of customers', load: () => import('./hosts.ts') },
  'stripe-events': {
    title: 'A thousand events of Stripe, shuffled, doubled and forged',
    load: () => import('./stripe-events.ts'),
  },
  'log-in': { title: 'Whether the time of an answer tells who has an account', load: () => import('./log-in.ts') },
  flood: { title: 'npm start while 200 addresses try to log in', load: () => import('./flood.ts') },
  'nasty-texts': { title: 'npm start while an agency sends nasty texts', load: () => import('./nasty-texts.ts') },
  uploads: { title: 'Small uploads while another agency floods', load: () => import('./uploads.ts') },
  'hundred-pictures': {
    title: 'A hundred pictures of 4 MB into a stream, three at a time',
    load: () => import('./hundred-pictures.ts'),
  },
  matrix: { title: 'Every call as everybody', load: () => import('./matrix.ts') },
  month: { title: 'Opening a month of 10,000 occurrences in the browser', load: () => import('./month.ts') },
  load: { title: 'Loading every page: what moves, and the longest tasks', load: () => import('./load.ts') },
  'slow-line': { title: 'A first visit at 50 kB a second and 600 ms', load: () => import('./slow-line.ts') },
  'long-stream': { title: 'Scrolling a stream of 1,000 items', load: () => import('./long-stream.ts') },
  publishing: { title: 'Publishing', load: () => import('./publishing.ts') },
  engine: { title: 'The engine by itself, with a network that answers at once', load: () => import('./engine.ts') },
  claiming: { title: 'Claiming among many', load: () => import('./claiming.ts') },
  metrics: { title: 'Figures and health checks among a million deliveries', load: () => import('./metrics.ts') },
  'ledger-check': {
    title: 'The check of the ledger among a million deliveries',
    load: () => import('./ledger-check.ts'),
  },
  years: { title: 'What a year adds, and deleting old rows beside posts', load: () => import('./years.ts') },
  workers: { title: 'Workers that share the work', load: () => import('./workers.ts') },
  engagement: { title: 'Reading the figures of 10,000 posts', load: () => import('./engagement.ts') },
  backup: { title: 'Backup and restore of a million deliveries and 1 GB', load: () => import('./backup.ts') },
  sources: { title: 'The embedded sources', load: () => import('./sources.ts') },
  video: { title: 'Memory of a worker that publishes a video of 20 MB', load: () => import('./video.ts') },
  killed: { title: 'A worker killed mid-publish', load: () => import('./killed.ts') },
  designs: { title: 'The image creator, and designs drawn by the server', load: () => import('./designs.ts') },
  render: { title: 'Videos against a bare encoding of their frames', load: () => import('./render.ts') },
  install: { title: 'From an empty npm cache to the first page', load: () => import('./install.ts') },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

console.log(
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ` +
    `${process.version}, ${new Date().toISOString()}`,
);
let missed = 0;
for (const [name, bench] of Object.entries(benches)) {
  // The installation reaches a registry, so it runs only when asked for by name.
  if (asked.length > 0 ? !asked.includes(name) : name === 'install') continue;
  const figures = await (await bench.load()).measure();
  printTable(bench.title, figures);
  missed += figures.filter((figure) => !figure.holds).length;
}
if (missed > 0) console.log(`\n${missed} missed`);
process.exit(missed > 0 ? 1 : 0);
