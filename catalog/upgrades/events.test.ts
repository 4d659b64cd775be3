import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import events from './documents/events.json' with { type: 'json' };
import { eventDate, type EventRule } from './events.ts';

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
  ['Diwali', 2026, '2026-11-08'],
];

/** A rule of the JSON file, checked; throws where it is none of the four kinds. */
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
  for (const year of [2026, 2027])
    test(`${year} has at least 365 events, each on a day that exists`, () => {
      const days = events.map(({ name, rule }) => ({ name, rule, day: eventDate(ruleOf(rule), year) }));
      assert.ok(days.length >= 365, `${days.length}`);
      for (const { name, rule, day } of days) {
        assert.match(day ?? '', new RegExp(`^${year}-\\d\\d-\\d\\d$`), name);
        if (rule.day !== undefined) assert.equal(Number(day?.slice(8)), rule.day, name);
      }
    });

  for (const [name, year, day] of known)
    test(`${name} ${year} is on ${day}`, () => {
      const event = events.find((one) => one.name === name);
      assert.ok(event);
      assert.equal(eventDate(ruleOf(event.rule), year), day);
    });

  test('names and ideas are there once, and every event names its countries', () => {
    assert.equal(new Set(events.map(({ name }) => name)).size, events.length);
    assert.equal(new Set(events.map(({ idea }) => idea)).size, events.length);
    for (const { name, countries, idea } of events) {
      assert.ok(idea.split(' ').length >= 5, name);
      assert.ok(countries.length > 0 && countries.every((code) => /^(?:[A-Z]{2}|world)$/.test(code)), name);
    }
  });

  test('no month has fewer than twenty events', () => {
    const months = events.map(({ rule }) => eventDate(ruleOf(rule), 2026)?.slice(5, 7));
    for (let month = 1; month <= 12; month++)
      assert.ok(months.filter((one) => one === String(month).padStart(2, '0')).length >= 20, `month ${month}`);
  });
});
