import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedIn, dayAddress, planAddress } from './address.ts';

const asked = (address: string) => askedIn(new URL(address, 'http://x.test').searchParams);

test('an address says whose plan is to be made from which day, or which day is to be seen', () => {
  assert.deepEqual(asked(planAddress({ clientId: '7', first: '2026-11-25' })), { clientId: '7', first: '2026-11-25', view: null, day: null });
  assert.deepEqual(asked(dayAddress('2028-02-29')), { clientId: null, first: null, view: 'day', day: '2028-02-29' });
});

test('what makes no sense in an address is left out', () => {
  const nothing = { clientId: null, first: null, view: null, day: null };
  for (const search of ['', '?client=x&first=2026-02-30', '?view=year&day=2026-13-01', '?client=-1&day=soon', '?first=2027-02-29']) assert.deepEqual(asked(`/scheduler${search}`), nothing, search);
});
