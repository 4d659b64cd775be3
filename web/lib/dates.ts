/** Dates in words. All screens use this file, so that dates look the same everywhere. */

/**
 * English with day and month in the order of the viewer's language: `'de-AT' -> 'en-GB'` ('25 Nov 2026'), `'en-US' ->
 * 'en-US'` ('Nov 25, 2026'). Browsers without a locale report a value that is not a language tag ('en-US@posix').
 */
export function englishFor(language: string): 'en-GB' | 'en-US' {
  const parts = new Intl.DateTimeFormat(tagOf(language), { day: 'numeric', month: 'numeric' }).formatToParts(0);
  const indexOf = (type: 'day' | 'month') => parts.findIndex((part) => part.type === type);
  return indexOf('month') < indexOf('day') ? 'en-US' : 'en-GB';
}

/** A language tag that formatters accept: `'en-US@posix' -> 'en-US'`, `'C' -> 'en-GB'`. */
function tagOf(language: string): string {
  const [tag = ''] = language.split('@');
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en-GB';
  } catch {
    return 'en-GB'; // not a language tag
  }
}

// Outside a browser the language does not matter.
const english = typeof document === 'undefined' ? 'en-GB' : englishFor(navigator.language);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes 50 µs and a table has hundreds of dates, so each is cached. */
function formatterOf(zone: string | undefined, options: Intl.DateTimeFormatOptions, locale: string) {
  const key = `${locale} ${zone ?? ''} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** An instant in words, in the viewer's day-month order; in the viewer's own zone by default. */
export function inWords(at: Date | number, options: Intl.DateTimeFormatOptions, zone?: string): string {
  const words = formatterOf(zone, options, english).format(at);
  // Browser versions differ in the comma after a weekday.
  return options.weekday === undefined ? words : words.replace(/^(\p{L}+) (?=\d)/u, '$1, ');
}

/** The calendar day of an instant in a zone: '2026-11-25'; in the viewer's own zone by default. */
export const dayIn = (at: Date | number, zone?: string): string =>
  formatterOf(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(at);

/** The viewer's own zone as the browser knows it. */
export const zoneOfBrowser = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The offset of a zone from UTC at an instant: 'GMT+01:00'. */
export const offsetOf = (at: Date, zone: string): string =>
  formatterOf(zone, { timeZoneName: 'longOffset' }, 'en-GB')
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';

const dayForms = {
  /** 'Sat, 21 Nov'. */ short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** '21 Nov 2026'. */ date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 'Saturday, 21 November'. */ long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** 'Saturday, 21 November 2026'. */ full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** 'Sat'. */ weekday: { weekday: 'short' },
  /** '21 Nov'. */ dayOfMonth: { day: 'numeric', month: 'short' },
  /** '21 November'. */ dayAndMonth: { day: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The format of a day in a date field, in dayjs's notation: 'Sat, 21 Nov 2026'. */
export const fieldFormat = english === 'en-US' ? 'ddd, MMM D, YYYY' : 'ddd, D MMM YYYY';

/** A calendar day, 'YYYY-MM-DD', in words. It has no zone, so it is formatted in UTC, which shifts nothing. */
export const sayDay = (day: string, form: keyof typeof dayForms): string =>
  inWords(Date.parse(`${day}T00:00:00Z`), dayForms[form], 'UTC');

/** A local time, 'YYYY-MM-DD HH:mm', in words: '25 Nov 2026, 20:27'. It has no zone either. */
export const sayLocal = (local: string, form: keyof typeof dayForms): string =>
  `${sayDay(local.slice(0, 10), form)}, ${local.slice(11)}`;

/** A range of days: '16 – 22 November 2026', '30 November – 6 December 2026'. */
export const sayDays = (from: string, to: string): string =>
  formatterOf('UTC', { ...dayForms.dayAndMonth, year: 'numeric' }, english)
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(/\s*–\s*/, ' – ');

/** A month, 'YYYY-MM', in words: 'November 2026'. */
export const sayMonth = (month: string): string =>
  inWords(Date.parse(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric' }, 'UTC');

/** The day of an instant in the viewer's zone: '21 Nov 2026'; '' for an unreadable one. */
export function sayDate(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : inWords(at, dayForms.date);
}
