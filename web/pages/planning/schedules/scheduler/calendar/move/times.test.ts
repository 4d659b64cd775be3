import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { CalendarData } from '../events.ts';
import { isMovable, localAt, localByKey, withMoved } from './times.ts';

test('a post dropped on a day keeps its time, on an hour its minutes', () => {
  assert.equal(localAt('2026-11-26', '2026-11-23 09:45'), '2026-11-26 09:45');
  assert.equal(localAt('2026-11-26 14', '2026-11-23 09:45'), '2026-11-26 14:45');
});

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
