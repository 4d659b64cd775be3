import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay, byHour, type CalendarEvent } from './events.ts';

const event = (id: string, local: string): CalendarEvent => ({
  id,
  schedule_id: '1',
  title: 'Tips',
  client: 'Ada',
  type: 'text',
  networks: ['telegram'],
  thumbnail: null,
  date: '2026-11-21T08:00:00.000Z',
  local,
  done: '0',
  attention: '',
});

test("events stand under their day on the viewer's clocks", () => {
  const days = byDay({
    days: [
      { date: '2026-11-21', total: 40, posted: 0, failed: 0, uncertain: 0 },
      { date: '2026-11-22', total: 1, posted: 0, failed: 0, uncertain: 0 },
    ],
    events: [event('a', '2026-11-21 23:30'), event('b', '2026-11-22 00:15')],
  });
  assert.deepEqual(
    days.get('2026-11-21')?.events.map(({ id }) => id),
    ['a'],
  );
  assert.equal(days.get('2026-11-21')?.total, 40);
  assert.deepEqual(
    days.get('2026-11-22')?.events.map(({ id }) => id),
    ['b'],
  );
  assert.equal(byDay(undefined).size, 0);
});

test('a day is divided by its hours, empty ones left out', () => {
  const hours = byHour([
    event('a', '2026-11-21 09:00'),
    event('b', '2026-11-21 09:45'),
    event('c', '2026-11-21 17:10'),
  ]);
  assert.deepEqual(
    hours.map(([hour, events]) => [hour, events.map(({ id }) => id)]),
    [
      [9, ['a', 'b']],
      [17, ['c']],
    ],
  );
});
