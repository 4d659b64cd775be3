import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  clockIn,
  clockOnWire,
  firstChoice,
  firstInstant,
  isReachable,
  soonest,
  stepBeside,
  stepOfProblem,
  steps,
  timeFromWire,
  withClient,
  withStream,
  withoutPart,
  type Choice,
} from './wizard-state.ts';

const empty: Choice = {
  client: null,
  stream: null,
  accounts: [],
  date: '2026-12-01',
  time: '12:00',
  zone: 'Europe/Berlin',
  frequency: 'daily',
  repurpose: false,
};
const client = { id: '1', name: 'Ada' };
const stream = { id: '2', title: 'Tips', type: 'image', items: 3 } as const;
const reachable = (choice: Choice) => steps.filter((step) => isReachable(step, choice));

test('each tab opens once the one before it is answered', () => {
  assert.deepEqual(reachable(empty), ['client']);
  assert.deepEqual(reachable({ ...empty, client }), ['client', 'stream']);
  assert.deepEqual(reachable({ ...empty, client, stream }), ['client', 'stream', 'account']);
  assert.deepEqual(reachable({ ...empty, client, stream, accounts: ['9'] }), [...steps]);
});

test('Back stays on the first tab and Next on the last', () => {
  assert.equal(stepBeside('client', -1), 'client');
  assert.equal(stepBeside('schedule', 1), 'schedule');
  assert.equal(stepBeside('stream', 1), 'account');
});

test('another client clears the accounts, the same client keeps them', () => {
  const choice = { ...empty, client, accounts: ['9'] };
  assert.deepEqual(withClient(choice, { id: '5', name: 'Bo' }).accounts, []);
  assert.deepEqual(withClient(choice, client).accounts, ['9']);
});

test('a stream of another type keeps only the accounts that can publish it', () => {
  const choice = { ...empty, client, stream, accounts: ['9', '10'] };
  const accounts = [
    { id: '9', type: 'telegram' },
    { id: '10', type: 'wordpress' },
  ] as const;
  assert.deepEqual(withStream(choice, { ...stream, type: 'formatted' }, accounts).accounts, ['10']);
});

test('midnight is sent as hour 24 and read back as 00', () => {
  assert.deepEqual(clockOnWire('00:05'), { hours: '24', minutes: '05' });
  assert.deepEqual(clockOnWire('09:30'), { hours: '09', minutes: '30' });
  assert.equal(timeFromWire({ hours: '24', minutes: '5' }), '00:05');
});

test('a refused value opens the first step in which it was chosen', () => {
  assert.equal(stepOfProblem(['hours', 'social_accounts']), 'account');
  assert.equal(stepOfProblem(['schedule_date']), 'schedule');
  assert.equal(stepOfProblem(['user_client_id']), 'client');
  assert.equal(stepOfProblem(['content_stream_id']), 'stream');
  assert.equal(stepOfProblem([]), null);
});

test('the first instant is computed in the plan’s time zone', () => {
  assert.equal(firstInstant(empty)?.toISOString(), '2026-12-01T11:00:00.000Z');
  assert.equal(firstInstant({ ...empty, date: '2026-02-30' }), null);
  assert.equal(firstInstant({ ...empty, time: '' }), null);
});

test('the wizard opens at the next noon of the zone', () => {
  const at = (instant: string, zone = 'Europe/Berlin') => {
    const { date, time } = firstChoice(zone, new Date(instant));
    return `${date} ${time}`;
  };
  assert.equal(at('2026-11-21T10:30:00Z'), '2026-11-21 12:00');
  assert.equal(at('2026-11-21T11:00:00Z'), '2026-11-22 12:00');
  assert.equal(at('2026-11-21T23:30:00Z'), '2026-11-22 12:00');
  assert.equal(at('2026-11-21T23:30:00Z', 'Pacific/Auckland'), '2026-11-23 12:00');
});

test('now is the next whole minute in the time zone, which is still in the future', () => {
  const at = (instant: string, minutes = 0, zone = 'Europe/Berlin') => {
    const { date, time } = soonest(zone, new Date(instant), minutes);
    return `${date} ${time}`;
  };
  assert.equal(at('2026-11-21T10:30:00Z'), '2026-11-21 11:31');
  assert.equal(at('2026-11-21T10:30:59Z'), '2026-11-21 11:31');
  assert.equal(at('2026-11-21T10:30:59Z', 5), '2026-11-21 11:36');
  assert.equal(at('2026-11-21T22:59:30Z'), '2026-11-22 00:00');
  assert.equal(at('2026-11-21T22:59:30Z', 5, 'Pacific/Auckland'), '2026-11-22 12:05');
  assert.equal(at('2027-03-28T00:59:30Z'), '2027-03-28 03:00', 'the clocks skip the hour from two');
  assert.equal(at('2026-10-25T00:30:00Z'), '2026-10-25 02:31', 'the first of two equal hours');
  assert.equal(at('2026-10-25T01:30:00Z'), '2026-10-25 03:00', 'the second one cannot be said');
});

test('a best hour is read in the schedule’s time zone', () => {
  const on = '2026-12-01';
  assert.equal(clockIn('21:00', { on, from: 'Asia/Kolkata', to: 'Asia/Kolkata' }), '21:00');
  assert.equal(clockIn('21:00', { on, from: 'Asia/Kolkata', to: 'Europe/Berlin' }), '16:30');
  assert.equal(clockIn('01:00', { on, from: 'Europe/Berlin', to: 'America/New_York' }), '19:00');
  assert.equal(clockIn('soon', { on, from: 'Asia/Kolkata', to: 'Europe/Berlin' }), 'soon');
});

test('choices that the server no longer has are cleared; without the client, so are its accounts', () => {
  const chosen: Choice = {
    ...empty,
    client: { id: '1', name: 'Sunrise Bakery' },
    stream: { id: '2', title: 'Notes', type: 'text', items: 3 },
    accounts: ['3'],
  };
  assert.deepEqual(withoutPart(chosen, 'client'), { ...chosen, client: null, accounts: [] });
  assert.deepEqual(withoutPart(chosen, 'stream'), { ...chosen, stream: null });
  assert.deepEqual(withoutPart(chosen, 'account'), { ...chosen, accounts: [] });
  assert.deepEqual(withoutPart(chosen, 'schedule'), chosen);
});
