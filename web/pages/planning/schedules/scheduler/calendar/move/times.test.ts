import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CalendarData } from '../events.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { addDays } from '../days.ts';
import { clientTimeAt, isMovable, localAt, localByKey, withMoved } from './times.ts';

test('a post dropped on a day keeps its time, on an hour its minutes', () => {
  assert.equal(localAt('2026-11-26', '2026-11-23 09:45'), '2026-11-26 09:45');
  assert.equal(localAt('2026-11-26 14', '2026-11-23 09:45'), '2026-11-26 14:45');
});

/** A post of a client in the calendar of a viewer. */
const seen = (scheduled: string, { client, viewer }: { client: string; viewer: string }) => ({
  scheduled,
  local: instantToLocal(localToInstant(scheduled, client), viewer),
});

test('a post of 09:00 in Berlin dragged in Los Angeles over a change of the clocks stays at 09:00 in Berlin', () => {
  const event = seen('2027-03-26 09:00', { client: 'Europe/Berlin', viewer: 'America/Los_Angeles' });
  assert.equal(event.local, '2027-03-26 01:00');
  const at = clientTimeAt(event, localAt('2027-03-28', event.local));
  assert.deepEqual(
    [at, localToInstant(at, 'Europe/Berlin').toISOString()],
    ['2027-03-28 09:00', '2027-03-28T07:00:00.000Z'],
  );
});

test('a post dropped on an hour that a clock skips is as many hours later on the clock of its client', () => {
  const event = seen('2027-03-27 01:30', { client: 'Europe/Berlin', viewer: 'Europe/Berlin' });
  assert.equal(clientTimeAt(event, localAt('2027-03-28 02', event.local)), '2027-03-28 02:30');
  const abroad = seen('2027-03-13 10:30', { client: 'Europe/Berlin', viewer: 'America/Los_Angeles' });
  assert.equal(clientTimeAt(abroad, localAt('2027-03-14 02', abroad.local)), '2027-03-14 11:30');
});

const zones = [
  'Europe/Berlin',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Nuuk',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
];
for (const client of zones) {
  test(`a post of ${client} moved by days keeps its time of day there, in any viewer's zone`, () => {
    for (const viewer of zones)
      for (const day of ['2027-03-12', '2027-03-26', '2027-04-02', '2027-09-24', '2027-10-29', '2027-11-05'])
        for (const clock of ['00:10', '09:00', '23:50']) {
          const event = seen(`${day} ${clock}`, { client, viewer });
          const later = addDays(event.local.slice(0, 10), 3);
          const byKey = ['ArrowRight', 'ArrowRight', 'ArrowRight'].reduce(
            (at, key) => localByKey('week', at, key) ?? '',
            event.local,
          );
          const hour = event.local.slice(10, 13);
          for (const target of [localAt(later, event.local), localAt(`${later}${hour}`, event.local), byKey])
            assert.equal(clientTimeAt(event, target), `${addDays(day, 3)} ${clock}`, `${viewer}, ${day} ${clock}`);
        }
  });
}

const keys: [view: 'month' | 'week' | 'day', key: string, at: string | undefined][] = [
  ['month', 'ArrowRight', '2026-12-01 23:30'],
  ['month', 'ArrowLeft', '2026-11-29 23:30'],
  ['month', 'ArrowUp', '2026-11-23 23:30'],
  ['month', 'ArrowDown', '2026-12-07 23:30'],
  ['week', 'ArrowDown', '2026-12-01 00:30'],
  ['day', 'ArrowUp', '2026-11-30 22:30'],
  ['week', 'PageDown', '2026-12-07 23:30'],
  ['week', 'x', undefined],
];
for (const [view, key, at] of keys) {
  test(`in the ${view} ${key} moves a post from 30 November 23:30 to ${at ?? 'nowhere'}`, () => {
    assert.equal(localByKey(view, '2026-11-30 23:30', key), at);
  });
}

test('a waiting or missed post can be moved, a published or unclear one cannot', () => {
  assert.equal(isMovable({ done: '0', attention: '' }), true);
  assert.equal(isMovable({ done: '0', attention: 'approval' }), true);
  assert.equal(isMovable({ done: '2', attention: 'missed' }), true);
  assert.equal(isMovable({ done: '2', attention: 'uncertain' }), false);
  assert.equal(isMovable({ done: 1, attention: '' }), false);
});

test('a post being moved is listed under its new day, in order, and counted there', () => {
  const event: Omit<CalendarData['events'][number], 'id' | 'local'> = {
    schedule_id: '1',
    title: '',
    client: '',
    type: 'text',
    networks: [],
    thumbnail: null,
    date: '',
    scheduled: '2026-11-23 09:00',
    timezone: 'Europe/Berlin',
    done: '0',
    attention: '',
  };
  const data: CalendarData = {
    days: ['2026-11-23', '2026-11-24'].map((date) => ({ date, total: 1, posted: 0, failed: 0, uncertain: 0 })),
    events: [
      { ...event, id: '1', local: '2026-11-23 09:00' },
      { ...event, id: '2', local: '2026-11-24 10:00' },
    ],
  };
  const moved = withMoved(data, { id: '1', local: '2026-11-24 11:00' });
  assert.deepEqual(
    moved?.events.map(({ id, local }) => [id, local]),
    [
      ['2', '2026-11-24 10:00'],
      ['1', '2026-11-24 11:00'],
    ],
  );
  assert.deepEqual(
    moved?.days.map(({ total }) => total),
    [0, 2],
  );
  assert.equal(withMoved(data, { id: '9', local: '2026-11-24 11:00' }), data);
});
