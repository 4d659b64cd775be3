/**
 * The format of dates in mails, histories of posts and checks of plans: in English, the day before its month, in a
 * zone's local time. Screens format their own dates with `web/lib/dates.ts`, in the viewer's order; reports, on the
 * page and in PDF, with `report-words.ts`.
 */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes 50 µs, so each is cached. */
function formatterOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formatters.set(key, formatter);
  return formatter;
}

/** The day of an instant in a zone: '1 June 2026'. */
export const sayDay = (at: Date, zone: string): string =>
  formatterOf(zone, { day: 'numeric', month: 'long', year: 'numeric' }).format(at);

/** An instant in a zone: 'Mon, 1 Jun 2026, 12:00'. */
export const sayInstant = (at: Date, zone: string): string =>
  formatterOf(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

/** An instant of this season in a zone: 'Tue 1 Dec, 09:30'. */
export const sayMinute = (at: Date, zone: string): string => {
  const parts = formatterOf(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`;
};

/** An instant within a sentence: '1 June 2026 at 12:00'. */
export const sayMoment = (at: Date, zone: string): string =>
  `${sayDay(at, zone)} at ${formatterOf(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)}`;
