import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sayDay, sayInstant, sayMoment } from './say-dates.ts';

test('dates are formatted in the local time of their zone', () => {
  const at = new Date('2026-05-31T22:30:00Z');
  assert.deepEqual(
    ['UTC', 'Europe/Berlin'].map((zone) => [sayDay(at, zone), sayInstant(at, zone), sayMoment(at, zone)]),
    [
      ['31 May 2026', 'Sun, 31 May 2026, 22:30', '31 May 2026 at 22:30'],
      ['1 June 2026', 'Mon, 1 Jun 2026, 00:30', '1 June 2026 at 00:30'],
    ],
  );
});
