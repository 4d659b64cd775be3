/** The report of a client's month: its sections, its weeks, and the conclusions from figures. */
import { instantToLocal, localToInstant } from './planning.ts';

/** The sections of a report in their usual order. */
export const reportSections = [
  'introduction',
  'summary',
  'contract',
  'engagement',
  'best',
  'problems',
  'posts',
  'profit',
  'closing',
] as const;
export type ReportSection = (typeof reportSections)[number];

/** The title of each section. */
export const sectionNames: Readonly<Record<ReportSection, string>> = {
  introduction: 'Introduction',
  summary: 'Planned and delivered',
  contract: 'Delivery contract',
  engagement: 'Engagement',
  best: 'Best posts and hours',
  problems: 'What did not go out',
  posts: 'All posts',
  profit: 'Profit',
  closing: 'Closing word',
};

/** A section in its position, shown or hidden. */
export type SectionChoice = { id: ReportSection; on: boolean };

/** Every section once, chosen ones first in their order; undecided ones are shown, except for profit. */
export function completeSections(chosen: readonly SectionChoice[]): SectionChoice[] {
  const known = chosen.filter(({ id }, at) => chosen.findIndex((other) => other.id === id) === at);
  const missing = reportSections.filter((id) => !known.some((choice) => choice.id === id));
  return [...known, ...missing.map((id) => ({ id, on: id !== 'profit' }))];
}

/** The initial sections of a month, from those of the month before: profit must be chosen again each month. */
export const sectionsAnew = (earlier: readonly SectionChoice[]): SectionChoice[] =>
  earlier.map(({ id, on }) => ({ id, on: on && id !== 'profit' }));

/** `2026-12, 1 -> 2027-01` */
export function monthPlus(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** When a month begins and ends in a zone: `'2026-03', 'Europe/Berlin' -> 28 Feb 23:00Z, 31 Mar 22:00Z`. */
export const monthBounds = ({ month, zone }: { month: string; zone: string }): { from: Date; to: Date } => ({
  from: localToInstant(`${month}-01 00:00`, zone),
  to: localToInstant(`${monthPlus(month, 1)}-01 00:00`, zone),
});

/** The number of days of a month. */
export const daysIn = (month: string): number =>
  new Date(`${monthPlus(month, 1)}-01T00:00Z`).getTime() / dayMs - new Date(`${month}-01T00:00Z`).getTime() / dayMs;

const dayMs = 86_400_000;

/** The part of a week, Monday to Sunday, in the month: its first and last day, 'YYYY-MM-DD'. */
export type WeekPart = { from: string; to: string; days: number };

/** The weeks of a month, cut at its ends. */
export function weeksOf(month: string): WeekPart[] {
  const parts: WeekPart[] = [];
  for (let day = 1; day <= daysIn(month); day += 1) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const isMonday = new Date(`${date}T00:00Z`).getUTCDay() === 1;
    const last = parts.at(-1);
    if (last === undefined || isMonday) parts.push({ from: date, to: date, days: 1 });
    else [last.to, last.days] = [date, last.days + 1];
  }
  return parts;
}

/** A delivery contract in a month: posts agreed for its days, and published posts, by week and in total. */
export type Contract = {
  postsAWeek: number;
  agreed: number;
  delivered: number;
  weeks: (WeekPart & { agreed: number; delivered: number })[];
};

/**
 * The posts that a contract of a number a week requires in a month. Partial weeks count by their days, rounded so that
 * the weeks add up to the month. `days` are the local days of published posts, one for each post.
 */
export function contractOf({
  month,
  postsAWeek,
  days,
}: {
  month: string;
  postsAWeek: number;
  days: readonly string[];
}): Contract {
  const until = (count: number): number => Math.round((postsAWeek * count) / 7);
  let passed = 0;
  const weeks = weeksOf(month).map((week) => {
    const before = until(passed);
    passed += week.days;
    const delivered = days.filter((day) => day >= week.from && day <= week.to).length;
    return { ...week, agreed: until(passed) - before, delivered };
  });
  return { postsAWeek, agreed: until(passed), delivered: weeks.reduce((sum, week) => sum + week.delivered, 0), weeks };
}

/** A post's points as they were read at an instant. */
export type PointsRead = { postId: string; at: Date; points: number };

/** The points of all posts together at the end of a local day, and when the last of them was read. */
export type GrowthDay = { day: string; points: number; readAt: Date };

/** The growth of points: one entry for each local day with a reading. `reads` are in chronological order. */
export function growthOf(reads: readonly PointsRead[], zone: string): GrowthDay[] {
  const days = new Map<string, GrowthDay>();
  const latest = new Map<string, number>();
  let sum = 0;
  for (const { postId, at, points } of reads) {
    sum += points - (latest.get(postId) ?? 0);
    latest.set(postId, points);
    const day = instantToLocal(at, zone).slice(0, 10);
    days.set(day, { day, points: sum, readAt: at });
  }
  return [...days.values()];
}

/** An hour of the day (0 to 23) with the mean points of the posts published in it. */
export type HourOfDay = { hour: number; mean: number; posts: number };

/** The number of measured posts needed to compare hours. */
export const hoursNeed = 5;
const mostHours = 3;

/** The hours with the most points, at most three; none if too few posts were measured. */
export function bestHoursOf(posts: readonly { publishedAt: Date; points: number }[], zone: string): HourOfDay[] {
  if (posts.length < hoursNeed) return [];
  const hours = Map.groupBy(posts, ({ publishedAt }) => Number(instantToLocal(publishedAt, zone).slice(11, 13)));
  return [...hours]
    .map(([hour, own]) => ({
      hour,
      mean: own.reduce((sum, { points }) => sum + points, 0) / own.length,
      posts: own.length,
    }))
    .toSorted((a, b) => b.mean - a.mean || a.hour - b.hour)
    .slice(0, mostHours);
}
