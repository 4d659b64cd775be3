import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bestHour, nextReadAt, pointsOf } from './engagement.ts';

const nothing = { likes: null, comments: null, shares: null, views: null };

test('points are 2 per like, 3 per comment, 1 per view, 5 per share', () => {
  assert.equal(pointsOf({ likes: 1, comments: 10, views: 100, shares: 1000 }), 2 + 30 + 100 + 5000);
});

test('a figure that a network does not report adds no points, and without any figure there are none', () => {
  assert.equal(pointsOf({ ...nothing, likes: 4 }), 8);
  assert.equal(pointsOf({ ...nothing, views: 0 }), 0);
  assert.equal(pointsOf(nothing), null);
});

test('a post is read at 1, 6 and 24 hours, 3, 7 and 30 days, and then no more', () => {
  const published = new Date('2026-06-01T12:00:00Z');
  const reads: string[] = [];
  for (let at = nextReadAt(published, published); at !== null; at = nextReadAt(published, at))
    reads.push(at.toISOString());
  assert.deepEqual(reads, [
    '2026-06-01T13:00:00.000Z',
    '2026-06-01T18:00:00.000Z',
    '2026-06-02T12:00:00.000Z',
    '2026-06-04T12:00:00.000Z',
    '2026-06-08T12:00:00.000Z',
    '2026-07-01T12:00:00.000Z',
  ]);
});

test('a missed reading is not made up', () => {
  const published = new Date('2026-06-01T12:00:00Z');
  assert.deepEqual(nextReadAt(published, new Date('2026-06-03T00:00:00Z')), new Date('2026-06-04T12:00:00Z'));
});

test('the best hour is the one with the highest mean in the zone, given five posts', () => {
  const post = (at: string, points: number) => ({ publishedAt: new Date(at), points });
  const four = [
    post('2026-06-01T07:10:00Z', 10),
    post('2026-06-02T07:50:00Z', 20),
    post('2026-06-03T15:00:00Z', 16),
    post('2026-06-04T15:30:00Z', 15),
  ];
  assert.equal(bestHour(four, 'Europe/Berlin'), null);
  assert.equal(bestHour([...four, post('2026-06-05T20:00:00Z', 1)], 'Europe/Berlin'), 17);
  assert.equal(bestHour([...four, post('2026-06-05T20:00:00Z', 1)], 'America/New_York'), 11);
});

test('of equally good hours the earlier one is the best', () => {
  const posts = [9, 9, 14, 14, 20].map((hour) => ({
    publishedAt: new Date(`2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`),
    points: 3,
  }));
  assert.equal(bestHour(posts, 'UTC'), 9);
});
