import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ExtraEvent } from '#contract/planning/schedules-calendar.ts';
import { specialDays } from './special-days.ts';

const event = (title: string, kind: ExtraEvent['kind'], country: string): ExtraEvent => ({
  title,
  kind,
  countries: [country],
  date: '2026-12-25',
  idea: '',
});
const events = [
  event('Christmas Day', 'holiday', 'world'),
  event('A day of Germany', 'holiday', 'DE'),
  event('A day of soils', 'awareness', 'world'),
  event('A day of pancakes', 'vip', 'US'),
];
const shown = (choice: Parameters<typeof specialDays>[1]['choice'], country: string | null = null) =>
  (specialDays(events, { choice, country }).get('2026-12-25') ?? []).map(({ title }) => title);

test('special days are shown by kind, and can be switched off', () => {
  assert.deepEqual(shown('holidays'), ['Christmas Day', 'A day of Germany']);
  assert.deepEqual(shown('awareness'), ['A day of soils']);
  assert.equal(shown('all').length, 4);
  assert.deepEqual(shown('none'), []);
});

test('a country has its own special days and international ones', () => {
  assert.deepEqual(shown('all', 'DE'), ['Christmas Day', 'A day of Germany', 'A day of soils']);
});
