import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isPast, nextAt, soon, timeInWords } from './when.ts';

const now = new Date('2026-12-02T10:30:00Z');
const at = (time: string) => ({ date: '2026-12-02', time, timezone: 'Europe/Berlin' });

test('a time is said in its own zone', () => {
  assert.equal(timeInWords(at('18:00'), now), 'Today, 18:00');
  assert.equal(timeInWords({ ...at('09:00'), date: '2026-12-03' }, now), 'Tomorrow, 09:00');
});

test('a time has passed from its minute on', () => {
  assert.deepEqual(
    [at('11:29'), at('11:30'), at('11:31')].map((time) => isPast(time, now)),
    [true, true, false],
  );
});

test('a best hour that has passed today is the one of tomorrow, in the zone of the client', () => {
  assert.deepEqual(nextAt('09:00', { from: 'Europe/Berlin', to: 'Europe/Berlin', now }), {
    date: '2026-12-03',
    time: '09:00',
    timezone: 'Europe/Berlin',
  });
  assert.deepEqual(nextAt('18:00', { from: 'America/New_York', to: 'Europe/Berlin', now }), {
    date: '2026-12-03',
    time: '00:00',
    timezone: 'Europe/Berlin',
  });
});

test('without a free slot the first full hour is offered, at least one hour ahead', () => {
  assert.deepEqual(soon('Europe/Berlin', now), { date: '2026-12-02', time: '13:00', timezone: 'Europe/Berlin' });
  assert.deepEqual(soon('Europe/Berlin', new Date('2026-12-02T22:59:00Z')), {
    date: '2026-12-03',
    time: '01:00',
    timezone: 'Europe/Berlin',
  });
});
