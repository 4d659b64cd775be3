import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import events from './documents/events.json' with { type: 'json' };
import { eventDays, type EventRule } from './events.ts';

/** Days known from printed calendars. */
const known: readonly [string, number, string][] = [
  ['Easter Sunday', 2026, '2026-04-05'],
  ['Easter Sunday', 2027, '2027-03-28'],
  ['Easter Sunday', 2038, '2038-04-25'],
  ['Easter Sunday', 2049, '2049-04-18'],
  ['Easter Sunday', 2076, '2076-04-19'],
  ['Ash Wednesday', 2026, '2026-02-18'],
  ['Whit Monday', 2026, '2026-05-25'],
  ['Thanksgiving Day', 2026, '2026-11-26'],
  ['Black Friday', 2026, '2026-11-27'],
  ['Cyber Monday', 2027, '2027-11-29'],
  ['Memorial Day', 2026, '2026-05-25'],
  ['Memorial Day', 2027, '2027-05-31'],
  ["Grandparents' Day (US)", 2026, '2026-09-13'],
  ['Mothering Sunday (UK)', 2026, '2026-03-15'],
  ['Rare Disease Day', 2026, '2026-02-28'],
  ['Rare Disease Day', 2028, '2028-02-29'],
  ["Administrative Professionals' Day", 2026, '2026-04-22'],
  ["Administrative Professionals' Day", 2027, '2027-04-21'],
  ['Diwali', 2026, '2026-11-08'],
  ['Diwali', 2033, '2033-10-22'],
  ['Holi', 2032, '2032-03-27'],
  ['Lunar New Year', 2030, '2030-02-03'],
  ['Orthodox Easter', 2029, '2029-04-08'],
];

/** A day of another calendar, as `Intl` counts it. */
type Counted = Readonly<{ calendar: string; month: string; day: string }>;
const otherCalendars: Readonly<Record<string, Counted>> = {
  'Lunar New Year': { calendar: 'chinese', month: '1', day: '1' },
  'Mid-Autumn Festival': { calendar: 'chinese', month: '8', day: '15' },
  'Ramadan begins': { calendar: 'islamic-umalqura', month: '9', day: '1' },
  'Eid al-Fitr': { calendar: 'islamic-umalqura', month: '10', day: '1' },
  'Eid al-Adha': { calendar: 'islamic-umalqura', month: '12', day: '10' },
  'First day of Passover': { calendar: 'hebrew', month: 'Nisan', day: '15' },
  'Rosh Hashanah': { calendar: 'hebrew', month: 'Tishri', day: '1' },
  'Yom Kippur': { calendar: 'hebrew', month: 'Tishri', day: '10' },
  'First day of Hanukkah': { calendar: 'hebrew', month: 'Kislev', day: '25' },
};
const dayMs = 86_400_000;

/** The days of a Gregorian year on which this day of another calendar falls, as `YYYY-MM-DD`. */
function daysIn(year: number, { calendar, month, day }: Counted): string[] {
  const names = calendar === 'hebrew' ? 'long' : 'numeric';
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { timeZone: 'UTC', month: names, day: 'numeric' });
  const found: string[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    if (parts.get('month') === month && parts.get('day') === day) found.push(new Date(at).toISOString().slice(0, 10));
  }
  return found;
}

const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

/** A rule of the JSON file, checked; throws if it is not one of the four kinds. */
function ruleOf(rule: (typeof events)[number]['rule']): EventRule {
  const { month, day, weekday, nth, plusDays, easter, years } = rule;
  if (years !== undefined) return { years };
  if (easter !== undefined) return { easter };
  assert.ok(month !== undefined && month >= 1 && month <= 12);
  if (day !== undefined) return { month, day };

  const name = weekdays.find((known) => known === weekday);
  assert.ok(name !== undefined && nth !== undefined && (nth === -1 || (nth >= 1 && nth <= 4)));
  return { month, weekday: name, nth, plusDays };
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

describe('calendar of events', () => {
  test('every year has at least 365 events, each on an existing day', () => {
    for (let year = 2026; year <= 2100; year += 1) {
      const days = events.flatMap(({ name, rule }) =>
        eventDays(ruleOf(rule), year).map((day) => ({ name, rule, day })),
      );
      assert.ok(days.length >= 365, `${year}: ${days.length}`);
      for (const { name, rule, day } of days) {
        const [, month, date] = day.split('-').map(Number);
        assert.match(day, new RegExp(`^${year}-\\d\\d-\\d\\d$`), name);
        assert.equal(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), day, name);
        if (rule.day !== undefined && rule.day > 0)
          assert.deepEqual([month, date], [rule.month, rule.day], `${name} ${year}`);
      }
    }
  });

  test('feasts of lunar calendars have days up to 2035, at most a day off from other calendars', () => {
    const feasts = events.filter(({ rule }) => rule.years !== undefined);
    assert.ok(feasts.length >= 12);
    for (const { name, rule } of feasts)
      for (let year = 2026; year <= 2035; year += 1) {
        const days = eventDays(ruleOf(rule), year);
        const counted = otherCalendars[name];
        const near = counted === undefined ? [] : daysIn(year, counted);
        assert.ok(days.length > 0 && (counted === undefined || days.length === near.length), `${name} ${year}`);
        for (const [index, day] of days.entries())
          assert.ok(counted === undefined || daysBetween(day, near[index] ?? '') <= 1, `${name}: ${day}`);
      }
  });

  for (const [name, year, day] of known)
    test(`${name} ${year} is on ${day}`, () => {
      const event = events.find((one) => one.name === name);
      assert.ok(event);
      assert.deepEqual(eventDays(ruleOf(event.rule), year), [day]);
    });

  test('names and ideas are unique, and every event names its countries', () => {
    assert.equal(new Set(events.map(({ name }) => name)).size, events.length);
    assert.equal(new Set(events.map(({ idea }) => idea)).size, events.length);
    for (const { name, countries, idea } of events) {
      assert.ok(idea.split(' ').length >= 5, name);
      assert.ok(countries.length > 0 && countries.every((code) => /^(?:[A-Z]{2}|world)$/.test(code)), name);
    }
  });

  test('no month has fewer than twenty events', () => {
    const months = events.map(({ rule }) => eventDays(ruleOf(rule), 2026)[0]?.slice(5, 7));
    for (let month = 1; month <= 12; month++)
      assert.ok(months.filter((one) => one === String(month).padStart(2, '0')).length >= 20, `month ${month}`);
  });
});
