/** Reports of a client's month: read, edited, shared with the client, as CSV and as PDF. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { ledgerBuckets } from '#rules/ledger.ts';
import { reportSections } from '#rules/reports.ts';
import { call } from '../base/call.ts';
import { id, instant, line, noData, text } from '../base/fields.ts';
import { version } from '../base/versions.ts';

/** The first year for which a report can be made. */
export const firstReportYear = 2021;

const month = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^(0?[1-9]|1[0-2])$/, 'Please choose a month'))
  .transform((value) => value.padStart(2, '0'));
const year = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^20\d\d$/, 'Please choose a year'))
  .refine((value) => Number(value) >= firstReportYear, `Please choose a year from ${firstReportYear} on`);
/** The client and the month of a report: `month` 01 to 12, `year` from 2021 to the current one. */
const which = { id, month, year };

const count = z.number().int();
const figure = z.number().int().nullable();
const engagementFigures = { likes: figure, views: figure, shares: figure, comments: figure, points: figure };

/** Deliveries as the ledger counts them. */
const ledgerCounts = z.object({
  planned: count,
  published: count,
  failed: count,
  missed: count,
  cancelled: count,
  uncertain: count,
  waiting: count,
});

/** One post to one account. Times are instants; `local` is the planned one in the report's zone, 'YYYY-MM-DD HH:mm'. */
export const reportPost = z.object({
  delivery_id: z.string(),
  title: z.string(),
  type: z.enum(networkIds),
  username: z.string(),
  place: z.enum(ledgerBuckets),
  /** Published by a person, not by us. */
  by_hand: z.boolean(),
  message: z.string(),
  post_url: z.string().nullable(),
  thumbnail: z.string().nullable(),
  at: instant,
  local: z.string(),
  published_at: instant.nullable(),
  ...engagementFigures,
  /** When the figures were read; null if never. */
  read_at: instant.nullable(),
});
export type ReportPost = z.output<typeof reportPost>;

/** The sums of the figures of all measured posts, and the time span of the readings. */
const measured = z.object({
  ...engagementFigures,
  /** Posts with figures, and published posts without any. */
  measured: count,
  unmeasured: count,
  first_read_at: instant.nullable(),
  last_read_at: instant.nullable(),
});

/** A section in its position, shown or hidden. */
export const sectionChoice = z.object({ id: z.enum(reportSections), on: z.boolean() });

/** The page on which a client reads its report. */
export const reportLink = z.object({
  id: z.string(),
  url: z.string(),
  created: instant,
  /** How often it was opened, and when last. */
  uses: count,
  used: instant.nullable(),
});

/** The contents of a report, for the agency and for its client. */
export const report = z.object({
  agency: z.object({ name: z.string(), logo: z.string().nullable(), site: z.string() }),
  client: z.object({ id: z.string(), name: z.string(), company: z.string(), image: z.string().nullable() }),
  /** 'YYYY-MM', as it begins and ends in `timezone`. */
  month: z.string(),
  timezone: z.string(),
  made_at: instant,
  social_accounts: z.array(z.object({ id: z.string(), type: z.enum(networkIds), username: z.string() })),
  /** The posts in the order of the plan, at most 5,000 of `scheduler_total`. */
  scheduler: z.array(reportPost),
  scheduler_total: count,
  ledger: ledgerCounts,
  /** How many of the published ones a person posted by hand. */
  by_hand: count,
  adds_up: z.boolean(),
  before: z.object({ month: z.string(), ledger: ledgerCounts, points: figure }),
  /** The reasons why posts were not published, most frequent first. */
  reasons: z.array(z.object({ place: z.enum(ledgerBuckets), message: z.string(), count })),
  networks: z.array(z.object({ type: z.enum(networkIds), planned: count, published: count, ...measured.shape })),
  /**
   * Null if no number of posts is agreed. `agreed` is the number for this month's days. A post to several accounts
   * counts once.
   */
  contract: z
    .object({
      posts_a_week: count,
      agreed: count,
      delivered: count,
      weeks: z.array(z.object({ from: z.string(), to: z.string(), days: count, agreed: count, delivered: count })),
    })
    .nullable(),
  /** Null if the agency's plan has no engagement. */
  engagement: measured
    .extend({
      /** The points of all posts at the end of each day on which some were read. */
      days: z.array(z.object({ day: z.string(), points: count, read_at: instant })),
      /** The posts with the most points, best first: their `delivery_id`. */
      best_posts: z.array(z.string()),
      /** None if too few posts are measured. */
      best_hours: z.array(z.object({ hour: count, mean: z.number(), posts: count })),
    })
    .nullable(),
  /** The agency's profit in the month; null unless its section is on. */
  profit: z
    .object({
      paid_cents: count,
      minutes: count,
      costs_cents: count,
      profit_cents: count,
      an_hour_cents: figure,
      a_post_cents: figure,
    })
    .nullable(),
  introduction: z.string(),
  closing: z.string(),
  sections: z.array(sectionChoice),
});
export type Report = z.output<typeof report>;

/** The report of a client's month, with the parts that only its agency sees. */
export const clientReport = call('client-report', {
  who: 'reports',
  shows: [
    'agency',
    'rebranding',
    'white-label',
    'clients',
    'accounts',
    'streams',
    'schedules',
    'posts',
    'reports',
    'profits',
  ],
  input: z.object(which),
  data: report.extend({
    posts_a_week: count.nullable(),
    mail_monthly: z.boolean(),
    link: reportLink.nullable(),
    version,
  }),
});

/**
 * Saves a report's texts and sections (profit: the owner only); with `version`, only if nobody else has saved it since.
 */
export const saveReport = call('save-report', {
  who: 'reports',
  changes: ['reports'],
  input: z.object({
    ...which,
    introduction: text(5000),
    closing: text(5000),
    sections: z.array(sectionChoice).max(reportSections.length),
    version: version.optional(),
  }),
  data: z.object({ version }),
});

/**
 * Saves the agreement with a client: posts a week (null: none agreed), and whether its reports are mailed each month.
 */
export const saveReportSettings = call('save-report-settings', {
  who: 'reports',
  changes: ['reports'],
  input: z.object({
    id,
    posts_a_week: count.min(1, 'Please enter 1 or more').max(1000, 'Please enter at most 1000').nullable(),
    mail_monthly: z.boolean(),
  }),
  data: noData,
});

/** The posts of a report with their figures and the times of the readings, as CSV. */
export const exportReport = call('export-report', {
  who: 'reports',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts'],
  input: z.object(which),
  data: z.object({ file_name: z.string(), csv: z.string() }),
});

/** Creates the page on which everyone with its address can read the report; an existing page is answered as it is. */
export const makeReportLink = call('make-report-link', {
  who: 'reports',
  changes: ['reports', 'activity'],
  input: z.object(which),
  data: reportLink,
});

/** Ends the page of a report at once. */
export const endReportLink = call('end-report-link', {
  who: 'reports',
  changes: ['reports', 'activity'],
  input: z.object({ id }),
  data: noData,
});

/** The report behind a page's address. A page that was ended says so; an unknown address is not found. */
export const openSharedReport = call('open-shared-report', {
  who: 'anyone',
  changes: ['reports'],
  input: z.object({ token: line('Link', 100) }),
  data: z.discriminatedUnion('state', [
    z.object({ state: z.literal('open'), report }),
    z.object({ state: z.literal('ended'), agency: z.object({ name: z.string(), logo: z.string().nullable() }) }),
  ]),
});
export type SharedReport = z.output<typeof openSharedReport.data>;

/** A report as a PDF file, and its progress. */
export const reportPdf = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
  percent: count,
  /** Why it failed, or the characters that no font has; '' otherwise. */
  message: z.string(),
  pages: count,
  size_bytes: count.nullable(),
  created: instant,
});

/** Starts making the PDF; one that is already being made is answered as it is. */
export const makeReportPdf = call('make-report-pdf', {
  who: 'reports',
  changes: ['reports'],
  input: z.object(which),
  data: reportPdf,
});

/** The latest PDF of a report; null if there is none. */
export const fetchReportPdf = call('fetch-report-pdf', {
  who: 'reports',
  shows: ['clients', 'reports'],
  input: z.object(which),
  data: reportPdf.nullable(),
});

/** The address to download a PDF from, valid for some minutes. */
export const downloadReportPdf = call('download-report-pdf', {
  who: 'reports',
  changes: ['reports'],
  input: z.object({ id }),
  data: z.object({ url: z.string() }),
});
