import { formatLocal, offsetAt } from '#rules/zones.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as a story says it in a zone: `'Mon, 1 Jun 2026, 12:00'`. */
export function sayLocal(instant: Date, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    });
    formats.set(zone, format);
  }
  return format.format(instant);
}

/** The clock of a zone to the second: `'2026-06-01 12:00:03'`. */
export function localSeconds(instant: Date, zone: string): string {
  const local = formatLocal(instant.getTime() + offsetAt(instant.getTime(), zone));
  return `${local}:${String(instant.getUTCSeconds()).padStart(2, '0')}`;
}
