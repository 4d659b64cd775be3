/** Instants in everyday words. */

import { dayIn, inWords, offsetOf, zoneOfBrowser } from './dates.ts';

/** `full` names the zone ('Tomorrow, 09:30 · Berlin'), `short` omits it. */
export type WhenForm = 'full' | 'short';

type Saying = {
  at: Date;
  now: Date;
  /** IANA name. */ zone: string;
  form?: WhenForm;
  /** In the middle of a sentence: 'today', not 'Today'. */ within?: boolean;
};

/** `'Today, 14:05 · Berlin'`, `'Tomorrow, …'`, `'Wed, 25 Nov, …'`, with the year if it is another year. */
export function sayWhen({ at, now, zone, form = 'full', within = false }: Saying): string {
  const clock = sayClock(at, zone);
  const day = sayNearDay({ at, now, zone });
  const said = `${within ? withinSentence(day) : day}, ${clock}`;
  return form === 'full' ? `${said} · ${zoneLabel(zone)}` : said;
}

/** Names of weekdays keep their capital letter. */
const withinSentence = (day: string): string =>
  day.replace(/^(Today|Tomorrow|Yesterday)$/, (word) => word.toLowerCase());

/** The day of an instant: `'Today'`, `'Tomorrow'`, `'Wed, 25 Nov'`, with the year if it is another year. */
export function sayNearDay({ at, now, zone }: Pick<Saying, 'at' | 'now' | 'zone'>): string {
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  const day = dayIn(at, zone);
  return inWords(
    at,
    {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(day.slice(0, 4) === dayIn(now, zone).slice(0, 4) ? {} : { year: 'numeric' }),
    },
    zone,
  );
}

/** The time of an instant: '09:30'; in the viewer's own zone by default. */
export const sayClock = (at: Date, zone?: string): string =>
  inWords(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);

/** The instant to the second, for places that name the zone elsewhere: `'Wed, 25 Nov 2026, 20:04:41'`. */
export const sayStep = (at: Date, zone: string): string =>
  inWords(
    at,
    {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    },
    zone,
  );

/** The instant to the second with its zone: `'Monday, 23 November 2026 at 09:30:00 CET (Europe/Berlin)'`. */
export const exactly = (at: Date, zone: string): string =>
  `${inWords(at, { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }, zone)} (${zone})`;

/** The label of a zone: `'America/Argentina/Buenos_Aires' -> 'Buenos Aires'`. */
export const zoneLabel = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** A zone as a list shows it: `'Europe/Berlin' -> 'Europe/Berlin (GMT+01:00)'`. */
export const zoneOption = (zone: string, now: Date): string => `${zone.replaceAll('_', ' ')} (${offsetOf(now, zone)})`;

const viewer: { zone?: string } = {};

/** The viewer's own zone, cached: each lookup takes as long as making a formatter. */
export const ownZone = (): string => (viewer.zone ??= zoneOfBrowser());

const dayNumber = (at: Date, zone: string): number => Date.parse(dayIn(at, zone)) / 86_400_000;
