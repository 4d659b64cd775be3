/** The format of numbers, days and instants in a report, the same on the page and in its PDF. */
import { dollars } from './money.ts';
import { instantToLocal } from './planning.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `'2026-05' -> 'May 2026'` */
export const monthTitle = (month: string): string => `${months[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** `'2026-05-04' -> '4 May'` */
export const dayTitle = (day: string): string =>
  `${Number(day.slice(8, 10))} ${(months[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3)}`;

/** A count, or a dash if unknown. */
export const figure = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en-US'));

/** `12, 10 -> '+2 (+20%)'`; '' without a figure to compare with. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return '';
  const by = now - before;
  const sign = by > 0 ? '+' : by < 0 ? '−' : '±';
  const share = before === 0 ? '' : ` (${sign}${Math.abs(Math.round((by / before) * 100))}%)`;
  return `${sign}${Math.abs(by).toLocaleString('en-US')}${share}`;
}

/** `'2026-05-04 09:30'` in the report's zone. */
export const localTime = (instant: string, zone: string): string => instantToLocal(new Date(instant), zone);

type Measured = {
  measured: number;
  unmeasured: number;
  first_read_at: string | null;
  last_read_at: string | null;
};

/** The readings behind a sum: the number of posts, and the instants between which they were read. */
export function readingsWords(
  { measured, unmeasured, first_read_at: first, last_read_at: last }: Measured,
  zone: string,
): string {
  const without =
    unmeasured === 0 ? '' : ` ${unmeasured} published ${unmeasured === 1 ? 'post has' : 'posts have'} no figures.`;
  if (first === null || last === null) return `No figures have been read.${without}`;
  const posts = measured === 1 ? '1 post' : `${measured.toLocaleString('en-US')} posts`;
  const when =
    first === last
      ? `read ${localTime(first, zone)}`
      : `each read last between ${localTime(first, zone)} and ${localTime(last, zone)}`;
  return `From ${posts}, ${when} (${zone}).${without}`;
}

/** `9 -> '09:00–10:00'` */
export const hourTitle = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:00–${String((hour + 1) % 24).padStart(2, '0')}:00`;

/** The note below a month's counts: what counts as a post, whether they add up, and how many were posted by hand. */
export function countedWords({ adds_up: addsUp, by_hand: byHand }: { adds_up: boolean; by_hand: number }): string {
  const sum = addsUp ? 'Planned is the sum of all the others.' : 'These figures do not add up: please tell us.';
  const person =
    byHand === 0 ? '' : ` ${figure(byHand)} of the posted ones ${byHand === 1 ? 'was' : 'were'} posted by a person.`;
  return `A post to several accounts counts once for each. ${sum}${person}`;
}

type Profit = {
  paid_cents: number;
  minutes: number;
  costs_cents: number;
  profit_cents: number;
  an_hour_cents: number | null;
  a_post_cents: number | null;
};

/** `'$1,500 paid, $200 of costs: $1,300 left, $260 for each of 5 hours of work, $108.33 for each post that …'` */
export function profitWords(profit: Profit): string {
  const money = (cents: number): string => dollars(cents / 100);
  const { paid_cents: paid, costs_cents: costs, profit_cents: left, minutes } = profit;
  const hours = (minutes / 60).toLocaleString('en-US', { maximumFractionDigits: 2 });
  const shares = [
    ...(profit.an_hour_cents === null
      ? []
      : [`${money(profit.an_hour_cents)} for ${hours === '1' ? '1 hour' : `each of ${hours} hours`} of work`]),
    ...(profit.a_post_cents === null ? [] : [`${money(profit.a_post_cents)} for each post that went out`]),
  ];
  const sum = costs === 0 ? `${money(paid)} paid, no costs` : `${money(paid)} paid, ${money(costs)} of costs`;
  return `${sum}: ${money(left)} ${shares.length === 0 ? 'left.' : `left, ${shares.join(', ')}.`}`;
}
