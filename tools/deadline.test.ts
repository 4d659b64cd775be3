import assert from 'node:assert/strict';
import { test } from 'vitest';
import { freeMilliseconds } from '#db/pool.ts';
import { patienceMs } from '#server/app/http/patient-signal.ts';
import { deadlineMs } from '../web/api/deadline.ts';

test('the browser waits longer for an answer than the server takes at most', () => {
  assert.ok(deadlineMs > patienceMs + freeMilliseconds, `${deadlineMs} ms`);
});
