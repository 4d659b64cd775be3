import assert from 'node:assert/strict';
import { putAhead } from './ahead.ts';
import { test } from './fixtures.ts';

test('A clock that is put ahead twice is ahead by both, and given instants stay the same', () => {
  const real = Date;
  try {
    putAhead(3_600_000);
    putAhead(60_000);
    const ahead = Date.now() - real.now();
    assert.ok(Math.abs(ahead - 3_660_000) < 1_000, `ahead by ${ahead} ms`);
    assert.ok(Math.abs(new Date().getTime() - Date.now()) < 1_000);
    assert.ok(Math.abs(new Date(Date()).getTime() - Date.now()) < 2_000);
    assert.equal(new Date('2026-03-29T01:00:00Z').getTime(), 1_774_746_000_000);
    assert.equal(new Date(0).toISOString(), '1970-01-01T00:00:00.000Z');
    assert.equal(Date.UTC(2026, 0, 31), 1_769_817_600_000);
    assert.ok(new Date() instanceof Date);
  } finally {
    globalThis.Date = real;
  }
});
