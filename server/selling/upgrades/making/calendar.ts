/** The calendar of events as a workbook: a sheet for each of two years. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { eventDays } from '#catalog/upgrades/events.ts';
import type { WorkSheet } from '#render/documents/xlsx.ts';

const weekday = z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);
const rule = z.union([
  z.strictObject({ years: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
  z.strictObject({ easter: z.number() }),
  z.strictObject({ month: z.number(), day: z.number() }),
  z.strictObject({ month: z.number(), weekday, nth: z.number(), plusDays: z.number().optional() }),
]);
const events = z.array(
  z.object({ rule, name: z.string(), kind: z.string(), countries: z.array(z.string()), idea: z.string() }),
);

const columns = [
  { title: 'Date', width: 18 },
  { title: 'Event', width: 58 },
  { title: 'Kind', width: 13 },
  { title: 'Where', width: 24 },
  { title: 'Idea for a post', width: 108 },
];

/** The workbook of a list of events by day; the first sheet is for `year`. */
export async function calendarOf(
  source: string,
  { title, year }: { title: string; year: number },
): Promise<{ title: string; sheets: WorkSheet[] }> {
  const list = events.parse(JSON.parse(await readFile(source, 'utf8')));
  const sheet = (of: number): WorkSheet => {
    const days = list.flatMap((event) => eventDays(event.rule, of).map((day) => ({ ...event, day })));
    const rows = days
      .toSorted((one, other) => one.day.localeCompare(other.day) || (one.name < other.name ? -1 : 1))
      .map(({ day, name, kind, countries, idea }) => [{ day }, name, kind, countries.join(', '), idea]);
    return { name: String(of), columns, rows };
  };
  return { title: `${title} ${year} and ${year + 1}`, sheets: [sheet(year), sheet(year + 1)] };
}
