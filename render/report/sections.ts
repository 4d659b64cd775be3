/** The sections of a report on its pages. */
import type { Report, ReportPost } from '#contract/insights/reports.ts';
import { networkNames } from '#rules/eligibility.ts';
import { ledgerBuckets, bucketNames } from '#rules/ledger.ts';
import { sectionNames, type ReportSection } from '#rules/reports.ts';
import { drawGrowth } from './chart.ts';
import { columnWidth, ink, type Sheet } from './sheet.ts';
import { drawTable, type Cell, type Column } from './table.ts';
import {
  changeOf,
  countedWords,
  dayTitle,
  figure,
  hourTitle,
  localTime,
  monthTitle,
  profitWords,
  readingsWords,
} from '#rules/report-words.ts';

/** The data that the sections are drawn from. `pictures` are small JPEGs by the address in the report. */
export type Material = {
  report: Report;
  color: string;
  pictures: ReadonlyMap<string, Buffer>;
  onRow: (index: number) => Promise<void>;
};

type Draw = (sheet: Sheet, material: Material) => Promise<void> | void;

const end = (label: string, width: number): Column => ({ label, width, align: 'end' });

function heading(sheet: Sheet, text: string): void {
  sheet.room(70);
  sheet.paragraph('H2', text, { size: 14, weight: 700, below: 4 });
}

const note = (sheet: Sheet, text: string): void => sheet.paragraph('P', text, { size: 8.5, color: ink.dim, below: 8 });

const written =
  (id: 'introduction' | 'closing'): Draw =>
  (sheet, { report }) => {
    if (report[id] === '') return;
    heading(sheet, sectionNames[id]);
    for (const paragraph of report[id].split(/\n{2,}/)) sheet.paragraph('P', paragraph, { below: 8 });
  };

const summary: Draw = async (sheet, { report }) => {
  heading(sheet, sectionNames.summary);
  const { ledger, before } = report;
  const row = (label: string, now: number, then: number): Cell[] => [
    { text: label },
    { text: figure(now) },
    { text: figure(then) },
    { text: changeOf(now, then) },
  ];
  await drawTable(sheet, {
    columns: [
      { label: 'Posts', width: columnWidth - 300 },
      end(monthTitle(report.month), 100),
      end(monthTitle(before.month), 100),
      end('Change', 100),
    ],
    rows: [
      row('Planned', ledger.planned, before.ledger.planned),
      ...ledgerBuckets.map((bucket) => row(bucketNames[bucket], ledger[bucket], before.ledger[bucket])),
    ],
  });
  note(sheet, countedWords(report));
};

const contract: Draw = async (sheet, { report }) => {
  if (report.contract === null) return;
  const { posts_a_week: perWeek, agreed, delivered, weeks } = report.contract;
  const today = localTime(report.made_at, report.timezone).slice(0, 10);
  heading(sheet, sectionNames.contract);
  sheet.paragraph('P', `${perWeek} posts a week are agreed: ${delivered} of ${agreed} went out.`);
  await drawTable(sheet, {
    columns: [{ label: 'Days', width: columnWidth - 200 }, end('Agreed', 100), end('Went out', 100)],
    rows: weeks.map((week) => [
      { text: week.from === week.to ? dayTitle(week.from) : `${dayTitle(week.from)} – ${dayTitle(week.to)}` },
      { text: figure(week.agreed) },
      { text: figure(week.delivered), color: week.delivered < week.agreed && week.to < today ? '#a32020' : ink.text },
    ]),
  });
  note(sheet, 'A post that went to several accounts counts once here, on the day it was planned for.');
};

const engagement: Draw = async (sheet, { report, color }) => {
  if (report.engagement === null) return;
  const { engagement: sum, before, timezone: zone } = report;
  heading(sheet, sectionNames.engagement);
  const change = changeOf(sum.points, before.points);
  const compared = change === '' ? '' : ` (${monthTitle(before.month)}: ${figure(before.points)}, ${change})`;
  sheet.paragraph(
    'P',
    `${figure(sum.points)} points${compared}: ${figure(sum.likes)} likes, ${figure(sum.comments)} comments, ` +
      `${figure(sum.shares)} shares, ${figure(sum.views)} views.`,
  );
  note(sheet, `${readingsWords(sum, zone)} Points: 2 × likes + 3 × comments + views + 5 × shares.`);
  drawGrowth(sheet, {
    days: sum.days,
    color,
    alt: `Points of all posts by day, ${sum.days.map(({ day, points }) => `${dayTitle(day)} ${points}`).join(', ')}`,
  });
  await drawTable(sheet, {
    columns: [
      { label: 'Network', width: columnWidth - 420 },
      end('Posted', 60),
      end('Likes', 60),
      end('Comments', 60),
      end('Shares', 60),
      end('Views', 60),
      end('Points', 60),
      end('Measured', 60),
    ],
    rows: report.networks.map((own) => [
      { text: networkNames[own.type] },
      { text: figure(own.published) },
      { text: figure(own.likes) },
      { text: figure(own.comments) },
      { text: figure(own.shares) },
      { text: figure(own.views) },
      { text: figure(own.points) },
      { text: figure(own.measured) },
    ]),
  });
};

const best: Draw = async (sheet, { report, pictures }) => {
  if (report.engagement === null) return;
  const { best_posts: ids, best_hours: hours } = report.engagement;
  const posts = ids.flatMap((id) => report.scheduler.filter((post) => post.delivery_id === id));
  if (posts.length === 0) return;
  heading(sheet, sectionNames.best);
  await drawTable(sheet, {
    columns: [
      { label: 'Post', width: columnWidth - 248 },
      { label: 'Account', width: 110 },
      end('Points', 50),
      end('Read', 88),
    ],
    rows: posts.map((post) => [
      { text: post.title, link: post.post_url, picture: pictures.get(post.thumbnail ?? '') },
      { text: `${networkNames[post.type]} · ${post.username}` },
      { text: figure(post.points) },
      { text: post.read_at === null ? '' : localTime(post.read_at, report.timezone), color: ink.dim },
    ]),
  });
  if (hours.length > 0)
    note(
      sheet,
      `Best hours by the mean points of their posts: ${hours
        .map(({ hour, mean, posts: count }) => `${hourTitle(hour)} (${Math.round(mean)} from ${count})`)
        .join(', ')}.`,
    );
};

const problems: Draw = async (sheet, { report }) => {
  if (report.reasons.length === 0) return;
  heading(sheet, sectionNames.problems);
  await drawTable(sheet, {
    columns: [{ label: 'What', width: 90 }, { label: 'Why', width: columnWidth - 150 }, end('Posts', 60)],
    rows: report.reasons.map(({ place: bucket, message, count }) => [
      { text: bucketNames[bucket] },
      { text: message || 'No reason is known', most: 4 },
      { text: figure(count) },
    ]),
  });
};

const statusOf = ({ place: bucket, by_hand: byHand, message }: ReportPost): string =>
  `${bucketNames[bucket]}${byHand ? ' by hand' : ''}${message === '' || bucket === 'published' ? '' : `: ${message}`}`;

const posts: Draw = async (sheet, { report, pictures, onRow }) => {
  heading(sheet, sectionNames.posts);
  if (report.scheduler.length === 0) sheet.paragraph('P', 'No Data Found');
  else
    await drawTable(sheet, {
      columns: [
        { label: 'Planned', width: 86 },
        { label: 'Post', width: columnWidth - 336 },
        { label: 'Account', width: 105 },
        { label: 'Status', width: 95 },
        end('Points', 50),
      ],
      rows: report.scheduler.map((post) => [
        { text: post.local, color: ink.dim, most: 1 },
        { text: post.title, link: post.post_url, picture: pictures.get(post.thumbnail ?? '') },
        { text: `${networkNames[post.type]} · ${post.username}` },
        { text: statusOf(post), most: 3 },
        { text: figure(post.points) },
      ]),
      onRow,
    });
  if (report.scheduler_total > report.scheduler.length)
    note(sheet, `The first ${report.scheduler.length} of ${report.scheduler_total} posts.`);
};

const profit: Draw = (sheet, { report }) => {
  if (report.profit === null) return;
  heading(sheet, sectionNames.profit);
  sheet.paragraph('P', profitWords(report.profit));
};

/** Draws each section; one without data draws nothing. */
export const sectionDrawings: Readonly<Record<ReportSection, Draw>> = {
  introduction: written('introduction'),
  summary,
  contract,
  engagement,
  best,
  problems,
  posts,
  profit,
  closing: written('closing'),
};
