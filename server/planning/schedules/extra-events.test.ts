import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { extraEvents } from './extra-events.ts';

const week = { from: '2026-12-21', to: '2027-01-02' };
const titles = (membership: string, range = week) => extraEvents(membership, range).map(({ title }) => title);

test('with more than one plan there are holidays and awareness days, over the end of a year, by date', () => {
  const events = extraEvents('enterprise__unlimited', week);
  assert.ok(events.some(({ title, date }) => title === "New Year's Day" && date === '2027-01-01'));
  assert.ok(events.some(({ title, date }) => title === 'Christmas Day' && date === '2026-12-25'));
  assert.deepEqual(
    events.map(({ date }) => date),
    events.map(({ date }) => date).toSorted(),
  );
  assert.ok(events.every(({ date }) => date >= week.from && date < week.to));
});

test('a membership of one plan has no extra events, and the VIP calendar needs its own plan', () => {
  assert.deepEqual(titles('dfy'), []);
  const kinds = (membership: string) => new Set(extraEvents(membership, week).map(({ kind }) => kind));
  assert.equal(kinds('enterprise__unlimited').has('vip'), false);
  assert.equal(kinds('dfy__unlimited').has('vip'), true);
});

test('get-calender returns the extra events with the posts, and the calendar requests them by date', async () => {
  const server = await aServer({ clock: () => new Date('2026-12-20T12:00:00Z') });
  const setPlans = (membership: string) =>
    server.db.pool.query('update users set membership = $1 where id = $2', [membership, server.owner.id]);
  await setPlans('enterprise');
  assert.deepEqual(await server.ask('get-calender', {}), []);
  assert.deepEqual(await server.ask('fetch-extra-events', week), { countries: [], events: [] });
  await setPlans('enterprise__unlimited');
  const whole = await server.ask('get-calender', {});
  assert.ok(whole.some(({ title, date }) => title === "New Year's Day" && date === '2027-01-01T00:00:00.000Z'));
  const { countries, events } = await server.ask('fetch-extra-events', week);
  assert.ok(countries.includes('DE') && !countries.includes('world'));
  assert.deepEqual(events, extraEvents('enterprise__unlimited', week));
  assert.equal((await server.call('fetch-extra-events', { from: '2026-01-01', to: '2028-01-01' })).code, 422);
});
