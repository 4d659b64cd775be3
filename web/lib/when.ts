/** Instants said the way people say them. */

/** `full` names the place ('Tomorrow, 09:30 · Berlin'), `short` leaves it out. */
export type WhenForm = 'full' | 'short';

type Saying = {
  at: Date;
  now: Date;
  /** IANA name. */ zone: string;
  form?: WhenForm;
  /** In the middle of a sentence: 'today', not 'Today'. */ within?: boolean;
};

/** `'Today, 14:05 · Berlin'`, `'Tomorrow, …'`, `'Wed, 25 Nov, …'`, with the year where it is another one. */
export function sayWhen({ at, now, zone, form = 'full', within = false }: Saying): string {
  const clock = format(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = sayDay(at, now, zone);
  const said = `${within ? withinSentence(day) : day}, ${clock}`;
  return form === 'full' ? `${said} · ${placeOf(zone)}` : said;
}

/** Names of weekdays stay as they are. */
const withinSentence = (day: string): string =>
  day.replace(/^(Today|Tomorrow|Yesterday)$/, (word) => word.toLowerCase());

function sayDay(at: Date, now: Date, zone: string): string {
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  const sameYear = format(at, zone, { year: 'numeric' }) === format(now, zone, { year: 'numeric' });
  return format(at, zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** The instant to the second with its zone: `'Monday, 23 November 2026 at 09:30:00 CET (Europe/Berlin)'`. */
export const exactly = (at: Date, zone: string): string =>
  `${format(at, zone, { dateStyle: 'full', timeStyle: 'long' })} (${zone})`;

/** The place a zone is named after: `'America/Argentina/Buenos_Aires' -> 'Buenos Aires'`. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** A zone as a list shows it: `'Europe/Berlin' -> 'Europe/Berlin (GMT+01:00)'`. */
export const zoneOption = (zone: string, now: Date): string => {
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find((part) => part.type === 'timeZoneName')?.value;
  return `${zone.replaceAll('_', ' ')} (${offset ?? 'GMT'})`;
};

const viewer: { zone?: string } = {};

/** The viewer's own zone, looked up once: each look takes as long as making a formatter. */
export const ownZone = (): string => (viewer.zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

const dayNumber = (at: Date, zone: string): number => {
  const [year, month, day] = format(at, zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')
    .split('-')
    .map(Number);
  return Math.floor(Date.UTC(year ?? 0, (month ?? 1) - 1, day) / 86_400_000);
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes 50 µs and a table has hundreds of dates, so each is kept. */
function format(at: Date, zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formatters.set(key, formatter);
  }
  return formatter.format(at);
}
