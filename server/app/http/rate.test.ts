import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openRateLimiter } from './rate.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';

test('a window passes its number of requests, then the answer names the wait, then another window begins', () => {
  const limiter = openRateLimiter({ most: 2, seconds: 60 });
  const at = (seconds: number) => limiter.take('a', new Date(seconds * 1000));
  assert.deepEqual([at(0), at(1), at(2), at(60), limiter.take('b', new Date(2000))], [0, 0, 58, 0, 0]);
});

for (const [address, prefix] of [
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['', ''],
] as const) {
  test(`a limit by address counts ${address === '' ? 'none' : address} as ${prefix === '' ? 'none' : prefix}`, () => {
    assert.equal(addressPrefix(address), prefix);
  });
}
