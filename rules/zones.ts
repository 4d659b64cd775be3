/** Converts between the wall-clock time of a zone and instants, by the time-zone data inside Intl. */

const minute = 60_000;
const day = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A wall-clock time, `'YYYY-MM-DD HH:mm'`. It names an instant only together with a zone. */
export type LocalTime = string;

/** Whether the zone exists, by its IANA name (aliases included; `'+02:00'` is not a zone). */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  if (formatters.has(zone)) return true;
  try {
    // Not cached: a name has as many spellings as its letters have cases.
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false; // Intl throws a RangeError for an unknown name
  }
}

/** The parts of zone names that are not written with one capital letter each. */
const spellings = new Map(
  (
    'UTC UCT GMT GMT0 EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT CET MET EET WET GB NZ PRC ROC ROK US W SU CHAT ACT ' +
    'LHI NSW DeNoronha BajaNorte BajaSur EasterIsland ComodRivadavia McMurdo DumontDUrville IN of au es'
  )
    .split(' ')
    .map((part) => [part.toLowerCase(), part]),
);

/** A zone's name in the spelling of the IANA data, aliases kept: `'asia/kolkata' -> 'Asia/Kolkata'`. */
export const zoneName = (zone: string): string =>
  zone
    .toLowerCase()
    .split(/(?<=[/_+-])/)
    .map((part) => {
      const [word = '', mark = ''] = part.split(/(?=[/_+-]$)/);
      return (spellings.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)) + mark;
    })
    .join('');

/** Every IANA zone by its main name, sorted, `'UTC'` first. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Whether the text is a wall-clock time whose day exists: `'2026-02-29 10:00'` and `'2026-01-01 24:00'` are not. */
export function isLocalTime(text: string): boolean {
  return parseLocal(text) !== undefined;
}

/**
 * The instant at which the zone's clocks show this time: `'2026-03-29 09:30', 'Europe/Berlin' -> 2026-03-29T07:30Z`. A
 * skipped time moves forward by as much as the clocks skip; for a repeated time it is the first one. Throws a
 * RangeError for a day that does not exist or an unknown zone.
 */
export function localToInstant(local: LocalTime, zone: string): Date {
  const asUtc = parseLocal(local);
  if (asUtc === undefined) throw new RangeError(`no such local time: ${local}`);
  // Zones are within 14 hours of UTC, so a day to either side is certainly before and after any change near this time.
  const before = offsetAt(asUtc - day, zone);
  const after = offsetAt(asUtc + day, zone);
  if (before === after || offsetAt(asUtc - before, zone) === before) return new Date(asUtc - before);
  if (offsetAt(asUtc - after, zone) === after) return new Date(asUtc - after);
  return new Date(asUtc - before);
}

/**
 * Whether the zone's clocks skip a wall-clock time, show it twice, or neither (''). Throws as `localToInstant` does.
 */
export function clockChangeAt(local: LocalTime, zone: string): '' | 'skipped' | 'twice' {
  const instant = localToInstant(local, zone);
  if (instantToLocal(instant, zone) !== local) return 'skipped';
  const shift = offsetAt(instant.getTime(), zone) - offsetAt(instant.getTime() + day, zone);
  return shift > 0 && instantToLocal(new Date(instant.getTime() + shift), zone) === local ? 'twice' : '';
}

/**
 * The zone's wall-clock time at an instant, seconds dropped: `2026-03-29T07:30Z, 'Europe/Berlin' -> '2026-03-29
 * 09:30'`.
 */
export function instantToLocal(instant: Date, zone: string): LocalTime {
  return formatLocal(instant.getTime() + offsetAt(instant.getTime(), zone));
}

/** Milliseconds by which the zone's clocks are ahead of UTC at an instant, also in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const text = formatterOf(zone).format(instant);
  // '03/29/2026, 09:30:15', fixed by the formatter below; reading it by position is four times as fast as formatToParts
  const [date = '', clock = ''] = text.split(', ');
  const [month, dayOfMonth, year] = date.split('/');
  const [hours, minutes, seconds] = clock.split(':');
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(dayOfMonth),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/** An instant at which a zone's clocks change, and by how many minutes (positive: forward). */
export type OffsetChange = { changesAt: Date; minutes: number };

/** The clock change of the zone between two instants whose offsets differ, found to the minute. */
export function findOffsetChange({ from, to, zone }: { from: Date; to: Date; zone: string }): OffsetChange | undefined {
  const before = offsetAt(from.getTime(), zone);
  if (offsetAt(to.getTime(), zone) === before) return undefined;
  let low = Math.floor(from.getTime() / minute);
  let high = Math.ceil(to.getTime() / minute);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minute, zone) === before) low = middle;
    else high = middle;
  }
  return { changesAt: new Date(high * minute), minutes: (offsetAt(high * minute, zone) - before) / minute };
}

/**
 * Milliseconds of a wall-clock time read as if it were UTC, for arithmetic on days; undefined if no such day or time
 * exists.
 */
export function parseLocal(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0, hours = 0, minutes = 0] = match.slice(1).map(Number);
  const time = Date.UTC(year, month - 1, dayOfMonth, hours, minutes);
  return formatLocal(time) === text ? time : undefined;
}

/** The reverse of `parseLocal`. */
export function formatLocal(asUtc: number): LocalTime {
  return new Date(asUtc).toISOString().slice(0, 16).replace('T', ' ');
}

/** Creating a formatter takes 50 µs and using it 1 µs, so each zone's is cached. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}
