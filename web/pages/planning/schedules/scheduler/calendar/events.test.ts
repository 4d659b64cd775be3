import assert from 'node:assert/strict';
import { test } from 'vitest';
import { byDay, byHour, countOf, sayCount, type CalendarDraft, type CalendarEvent } from './events.ts';

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
  scheduled: local,
  timezone: 'Europe/Berlin',
  done: '0',
  attention: '',
});

test("events are listed under their day in the viewer's time zone", () => {
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

test('a day is divided by hours, without empty ones', () => {
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

const draft = (id: string, local: string): CalendarDraft => ({
  id,
  client_id: '1',
  client: 'Ada',
  item_id: id,
  version: '0123456789abcdef',
  type: 'text',
  title: 'Idea',
  words: 'Words',
  format: 'text',
  thumbnail: null,
  has_file: false,
  url: '',
  accounts: [],
  date: '2026-11-21',
  time: '10:00',
  timezone: 'UTC',
  due: '2026-11-21T10:00:00.000Z',
  expired: false,
  created: '2026-11-20T10:00:00.000Z',
  local,
});

test('drafts are listed among the posts of their day by time, and counted beside them', () => {
  const day = { date: '2026-11-21', total: 2, posted: 0, failed: 0, uncertain: 0 };
  const posts = [event('a', '2026-11-21 09:00'), event('b', '2026-11-21 12:00')];
  const drafts = [draft('c', '2026-11-21 10:00'), draft('d', '2026-12-24 10:00')];
  const found = byDay({ days: [day], events: posts }, drafts).get('2026-11-21');
  assert.deepEqual(
    found?.events.map(({ id }) => id),
    ['a', 'c', 'b'],
  );
  assert.deepEqual([countOf(found), sayCount(found)], [3, '2 posts, 1 draft']);
  const empty = byDay({ days: [{ ...day, total: 0 }], events: [] }, drafts).get('2026-11-21');
  assert.deepEqual([countOf(empty), sayCount(empty)], [1, '1 draft']);
  assert.deepEqual([countOf(undefined), sayCount(undefined)], [0, '0 posts']);
});

test('a day of which not all posts are loaded shows no drafts that may come after missing ones', () => {
  const day = { date: '2026-11-21', total: 9, posted: 0, failed: 0, uncertain: 0 };
  const posts = [event('a', '2026-11-21 09:00'), event('b', '2026-11-21 12:00')];
  const found = byDay({ days: [day], events: posts }, [draft('c', '2026-11-21 18:00')]).get('2026-11-21');
  assert.deepEqual(
    found?.events.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.equal(countOf(found), 10);
});
