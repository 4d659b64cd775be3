import assert from 'node:assert/strict';
import { test } from 'vitest';
import { catchUpTimes, freeSteps, isHeld, pausedBy, usualChoice } from './pausing.ts';

const at = (clock: string): Date => new Date(`2026-06-01T${clock}Z`);
const clocks = (times: readonly Date[]): string[] => times.map((time) => time.toISOString().slice(11, 19));
const from = at('12:00:00');
const always = new Date(-8.64e15);

test('piled-up posts go out a pace apart, from the time their account is free', () => {
  const account = { from, gapSeconds: 900, taken: [], count: 3 };
  assert.deepEqual(clocks(catchUpTimes({ ...account, freeAt: always })), ['12:00:00', '12:15:00', '12:30:00']);
  assert.deepEqual(clocks(catchUpTimes({ ...account, freeAt: at('12:05:00') })), ['12:05:00', '12:20:00', '12:35:00']);
});

test('a post planned for the account keeps its time, with a pace before and after it', () => {
  const times = catchUpTimes({
    from,
    freeAt: always,
    gapSeconds: 900,
    taken: [at('12:20:00'), at('12:40:00'), at('14:00:00')],
    count: 3,
  });
  assert.deepEqual(clocks(times), ['12:00:00', '12:55:00', '13:10:00']);
});

test('a post planned exactly a pace away leaves the time before it free', () => {
  const times = catchUpTimes({
    from,
    freeAt: always,
    gapSeconds: 900,
    taken: [at('11:45:00'), at('12:15:00')],
    count: 2,
  });
  assert.deepEqual(clocks(times), ['12:00:00', '12:30:00']);
});

test('an account without a pace sends all posts at once, in order', () => {
  const times = catchUpTimes({ from, freeAt: always, gapSeconds: 0, taken: [from, at('12:00:01')], count: 3 });
  assert.deepEqual(
    times.map((time) => time.getTime() - from.getTime()),
    [0, 1, 2],
  );
});

test('free times follow the schedule’s clock and leave out taken times', () => {
  const taken = [new Date('2026-06-03T07:00:00Z')];
  const steps = freeSteps({
    origin: '2026-05-01 09:00',
    zone: 'Europe/Berlin',
    frequency: 'daily',
    after: from,
    taken,
    count: 3,
  });
  assert.deepEqual(
    steps.map(({ localAt }) => localAt),
    ['2026-06-02 09:00', '2026-06-04 09:00', '2026-06-05 09:00'],
  );
});

test('sending is offered for posts of the last day, moving for older ones', () => {
  const now = from;
  assert.equal(usualChoice({ oldest: null, lateLimitHours: 24, now }), 'publish-now');
  assert.equal(usualChoice({ oldest: at('11:00:00'), lateLimitHours: 24, now }), 'publish-now');
  assert.equal(usualChoice({ oldest: new Date('2026-05-31T11:59:59Z'), lateLimitHours: 24, now }), 'next-free-times');
});

test('the widest pause is named', () => {
  const none = { agency: null, client: null, account: null, schedule: null };
  assert.equal(pausedBy(none), null);
  assert.equal(pausedBy({ ...none, schedule: from })?.scope, 'schedule');
  assert.deepEqual(pausedBy({ ...none, account: from, schedule: from }), { scope: 'account', since: from });
  assert.equal(pausedBy({ ...none, account: from, client: from })?.scope, 'client');
  assert.equal(pausedBy({ agency: from, account: from, client: from, schedule: from })?.scope, 'everything');
});

test('a post shows as Paused from its due time until it is published', () => {
  const held = { state: 'scheduled', dueAt: from, isPaused: true };
  assert.equal(isHeld(held, from), true);
  assert.equal(isHeld(held, at('11:59:59')), false);
  assert.equal(isHeld({ ...held, isPaused: false }, from), false);
  for (const state of ['claimed', 'sending', 'published', 'failed'])
    assert.equal(isHeld({ ...held, state }, from), false);
});
