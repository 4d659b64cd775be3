import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paths } from '../../../../paths.ts';
import { askedIn, searchWith } from './address.ts';

const asked = (address: string) => askedIn(new URL(address, 'http://x.test').searchParams);
const nothing = {
  new: null,
  view: null,
  day: null,
  client: null,
  network: null,
  status: null,
  special: 'holidays',
  country: null,
};

test('an address can request a new schedule, for a client, from a day and an hour on', () => {
  assert.deepEqual(asked(paths.scheduler({ new: '', for: '7', first: '2026-11-25' })), {
    ...nothing,
    new: { clientId: '7', streamId: null, first: '2026-11-25', at: null, isSettled: false },
  });
  assert.deepEqual(asked('/scheduler?new&at=09:00').new, {
    clientId: null,
    streamId: null,
    first: null,
    at: '09:00',
    isSettled: false,
  });
  assert.deepEqual(asked(paths.scheduler({ new: '' })).new, {
    clientId: null,
    streamId: null,
    first: null,
    at: null,
    isSettled: false,
  });
  assert.equal(asked('/scheduler?new&for=7&step=stream').new?.isSettled, true);
  assert.equal(asked('/scheduler?new&step=stream').new?.isSettled, false);
  const { streamId, isSettled } = asked(paths.scheduler({ new: '', for: '7', stream: '12' })).new ?? {};
  assert.deepEqual([streamId, isSettled], ['12', true]);
  assert.equal(
    asked(paths.scheduler({ new: '', stream: '12' })).new?.isSettled,
    false,
    'its client is still to be chosen',
  );
});

test('an address says which part of the plan is shown', () => {
  assert.deepEqual(asked(paths.scheduler({ view: 'day', day: '2028-02-29' })), {
    ...nothing,
    view: 'day',
    day: '2028-02-29',
  });
  assert.deepEqual(asked('/scheduler?client=7&network=reddit&status=needs-you'), {
    ...nothing,
    client: '7',
    network: 'reddit',
    status: 'needs-you',
  });
});

test('invalid values in an address are ignored', () => {
  for (const search of [
    '',
    '?for=7&first=2026-11-25',
    '?view=year&day=2026-13-01',
    '?client=-1&day=soon&network=myspace&status=odd&special=odd&country=Germany',
    '?day=2027-02-29',
  ])
    assert.deepEqual(asked(`/scheduler${search}`), nothing, search);
  assert.deepEqual(asked('/scheduler?new&for=x&first=2026-02-30&at=25:00').new, {
    clientId: null,
    streamId: null,
    first: null,
    at: null,
    isSettled: false,
  });
});

test('a change of the search keeps its other values', () => {
  const search = new URLSearchParams('view=day&client=7&new=');
  assert.equal(
    searchWith(search, { client: null, day: '2026-11-25', new: null }).toString(),
    'view=day&day=2026-11-25',
  );
  assert.equal(search.toString(), 'view=day&client=7&new=');
});
