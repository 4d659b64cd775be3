import assert from 'node:assert/strict';
import { test } from 'vitest';
import { exactly, sayStep, sayWhen, zoneLabel, zoneOption } from './when.ts';

const now = new Date('2026-11-21T23:30:00Z'); // already Sunday in Berlin

const cases = [
  ['2026-11-22T08:30:00Z', 'Europe/Berlin', 'Today, 09:30 · Berlin'],
  ['2026-11-22T08:30:00Z', 'UTC', 'Tomorrow, 08:30 · UTC'],
  ['2026-11-21T10:00:00Z', 'Europe/Berlin', 'Yesterday, 11:00 · Berlin'],
  ['2026-11-25T23:00:00Z', 'America/New_York', 'Wed 25 Nov, 18:00 · New York'],
  ['2027-01-02T00:05:00Z', 'UTC', 'Sat 2 Jan 2027, 00:05 · UTC'],
] as const;

for (const [at, zone, said] of cases) {
  test(`${at} in ${zone} is written "${said}"`, () => {
    assert.equal(sayWhen({ at: new Date(at), now, zone }).replaceAll(',', ''), said.replaceAll(',', ''));
  });
}

test('the short form omits the zone', () => {
  assert.equal(sayWhen({ at: now, now, zone: 'UTC', form: 'short' }), 'Today, 23:30');
});

test('in a sentence "today" is lower case, and a weekday is not', () => {
  const say = (at: string) => sayWhen({ at: new Date(at), now, zone: 'UTC', form: 'short', within: true });
  assert.deepEqual(
    [say('2026-11-21T10:00:00Z'), say('2026-11-25T23:00:00Z').replaceAll(',', '')],
    ['today, 10:00', 'Wed 25 Nov 23:00'],
  );
});

test('the exact form names the zone', () => {
  assert.match(exactly(now, 'Europe/Berlin'), /22 November 2026.*00:30:00.*\(Europe\/Berlin\)/);
});

test('a step of a history is written to the second', () => {
  assert.equal(sayStep(now, 'Europe/Berlin').replaceAll(',', ''), 'Sun 22 Nov 2026 00:30:00');
});

test('a zone is labelled by its city', () => {
  assert.equal(zoneLabel('America/Argentina/Buenos_Aires'), 'Buenos Aires');
});

test('the list of zones shows the offset from UTC', () => {
  assert.equal(zoneOption('Asia/Kolkata', now), 'Asia/Kolkata (GMT+05:30)');
});
