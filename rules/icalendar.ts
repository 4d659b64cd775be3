/**
 * Writes a plan in the format of calendar programs (RFC 5545 https://www.rfc-editor.org/rfc/rfc5545, read 2026-11-23).
 */

import { withoutControls } from './visible.ts';

/** One entry; `uid` stays the same for the same entry, even if it moves. */
export type CalendarEntry = {
  uid: string;
  startsAt: Date;
  minutes: number;
  summary: string;
  description: string;
  url: string;
};

type Calendar = { name: string; entries: readonly CalendarEntry[]; /** When it was generated. */ madeAt: Date };

/** Octets of a line without its end (RFC 5545, 3.1). */
const lineOctets = 75;
const encoder = new TextEncoder();

/**
 * A calendar to be published. Times are UTC instants, texts are escaped, lines are folded within 75 octets and never
 * inside a character, and every line ends with CRLF.
 */
export function iCalendarOf({ name, entries, madeAt }: Calendar): string {
  const stamp = utc(madeAt);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Content plan//Planned posts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(({ uid, startsAt, minutes, summary, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${text(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${utc(startsAt)}`,
      `DTEND:${utc(new Date(startsAt.getTime() + minutes * 60_000))}`,
      `SUMMARY:${text(summary)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${text(description)}`]),
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** `2026-11-23T09:30:00.000Z -> '20261123T093000Z'`. */
const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** A text value: line breaks, commas, semicolons and backslashes escaped. */
function text(value: string): string {
  return withoutControls(value.toWellFormed())
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

function folded(line: string): string {
  if (line.length <= lineOctets / 4) return line;
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).byteLength;
    if (octets + size > lineOctets) {
      lines.push(current);
      // The leading space of a continued line counts as one of its octets.
      [current, octets] = ['', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n ');
}
