import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dayIn, englishFor, offsetOf, sayDate, sayDay, sayDays, sayLocal, sayMonth } from './dates.ts';

for (const [language, english] of [
  ['en-US', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de-DE', 'en-GB'],
  ['fr', 'en-GB'],
  ['ja-JP', 'en-US'],
] as const)
  test(`a viewer whose language is ${language} sees day and month in their usual order, in English`, () => {
    assert.equal(englishFor(language), english);
  });

test('a locale that is not a valid tag is used without its modifier, or as British English', () => {
  assert.deepEqual(['en-US@posix', 'C', ''].map(englishFor), ['en-US', 'en-GB', 'en-GB']);
});

test('a calendar day has a few formats, and is the same day in every zone', () => {
  const forms = ['short', 'date', 'long', 'full', 'weekday', 'dayOfMonth', 'dayAndMonth'] as const;
  assert.deepEqual(
    forms.map((form) => sayDay('2026-11-21', form)),
    [
      'Sat, 21 Nov',
      '21 Nov 2026',
      'Saturday, 21 November',
      'Saturday, 21 November 2026',
      'Sat',
      '21 Nov',
      '21 November',
    ],
  );
});

test('a local time is written with its day, and keeps its time of day', () => {
  assert.equal(sayLocal('2026-11-25 20:27', 'date'), '25 Nov 2026, 20:27');
});

test('a range of days writes the shared month and year once', () => {
  assert.equal(sayDays('2026-11-16', '2026-11-22'), '16 – 22 November 2026');
  assert.equal(sayDays('2026-12-28', '2027-01-03'), '28 December 2026 – 3 January 2027');
});

test('a month has its year', () => {
  assert.equal(sayMonth('2026-01'), 'January 2026');
});

test('an instant is a day in the requested zone, and an unreadable one is empty', () => {
  const night = new Date('2026-11-21T23:30:00Z');
  assert.deepEqual([dayIn(night, 'UTC'), dayIn(night, 'Europe/Berlin')], ['2026-11-21', '2026-11-22']);
  assert.deepEqual([sayDate('soon'), sayDate('2026-11-21T12:00:00Z')], ['', '21 Nov 2026']);
});

test('a zone is written with its offset from UTC', () => {
  assert.deepEqual([offsetOf(new Date(0), 'Asia/Kolkata'), offsetOf(new Date(0), 'UTC')], ['GMT+05:30', 'GMT+00:00']);
});
