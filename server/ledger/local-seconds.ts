import { formatLocal, offsetAt } from '#rules/zones.ts';

/** The clock of a zone to the second: `'2026-06-01 12:00:03'`. */
export function localSeconds(instant: Date, zone: string): string {
  const local = formatLocal(instant.getTime() + offsetAt(instant.getTime(), zone));
  return `${local}:${String(instant.getUTCSeconds()).padStart(2, '0')}`;
}
