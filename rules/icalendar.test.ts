import assert from 'node:assert/strict';
import { sync as ical } from 'node-ical';
import { test } from 'vitest';
import { iCalendarOf, type CalendarEntry } from './icalendar.ts';

const madeAt = new Date('2026-11-23T04:00:00Z');
const entry: CalendarEntry = {
  uid: 'post-7@agency.test',
  startsAt: new Date('2026-12-01T08:30:00Z'),
  minutes: 15,
  summary: 'Sunrise Bakery: Fresh bread',
  description: 'Out of the oven.',
  url: 'https://agency.test/schedule-detail/3',
};
const calendarOf = (...entries: Partial<CalendarEntry>[]) =>
  iCalendarOf({ name: 'Planned posts', madeAt, entries: entries.map((part) => ({ ...entry, ...part })) });
const eventIn = (calendar: string, uid = entry.uid) => {
  const found = ical.parseICS(calendar)[uid];
  if (found?.type !== 'VEVENT') throw new Error(`no event in ${calendar}`);
  return found;
};

test('a calendar program reads each planned post at its instant', () => {
  const event = eventIn(calendarOf({}));
  assert.equal(event.start.toISOString(), '2026-12-01T08:30:00.000Z');
  assert.equal(event.end?.toISOString(), '2026-12-01T08:45:00.000Z');
  assert.deepEqual(
    [event.summary, event.description, event.url],
    [entry.summary, entry.description, 'https://agency.test/schedule-detail/3'],
  );
});

const words = [
  'a, b; c \\ d : "e"',
  'line one\nline two\n\nline four',
  'ends in a backslash \\',
  'END:VEVENT\nEND:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:mine',
  '<b>bold</b> & <script>alert(1)</script>',
  '👩‍👩‍👧‍👦 '.repeat(30).trim(),
  'صباح الخير، يا عالم',
  'ä'.repeat(400),
  'a\u0301'.repeat(200),
  'x'.repeat(75),
];
for (const said of words)
  test(`${JSON.stringify(said.slice(0, 30))} is read as it was written`, () => {
    const calendar = calendarOf({ summary: said, description: said });
    const event = eventIn(calendar);
    assert.deepEqual([event.summary, event.description], [said, said]);
    assert.equal(Object.values(ical.parseICS(calendar)).filter((part) => part?.type === 'VEVENT').length, 1);
  });

test('no line has more than 75 octets, each ends with CRLF, and no character is cut', () => {
  const calendar = calendarOf({ summary: '🥐é'.repeat(200), description: 'word '.repeat(300) });
  assert.ok(calendar.endsWith('END:VCALENDAR\r\n'));
  for (const line of calendar.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.equal(/[\r\n]/.test(line) || !line.isWellFormed(), false, line);
  }
});

// The parser mistakes an escaped backslash before an n for a line break, so the line itself is checked.
test('a backslash before a letter stays a backslash', () => {
  assert.match(calendarOf({ summary: 'C:\\new' }), /\r\nSUMMARY:C:\\\\new\r\n/);
});

test('control characters become spaces, halves of surrogate pairs U+FFFD', () => {
  const event = eventIn(
    calendarOf({ summary: 'a\0b\u0007c\td\u007f\ud800', description: 'one\r\ntwo\rthree\u2028four' }),
  );
  assert.deepEqual([event.summary, event.description], ['a b c d \ufffd', 'one\ntwo\nthree\nfour']);
});

test('an empty plan is a valid calendar', () => {
  const calendar = calendarOf();
  assert.match(calendar, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*END:VCALENDAR\r\n$/);
  assert.doesNotMatch(calendar, /VEVENT/);
});
