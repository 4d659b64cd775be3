import assert from 'node:assert/strict';
import { test } from 'vitest';
import { calls } from '#contract/index.ts';
import { chosenCalls } from './chosen-calls.ts';

test('a tenth of the calls is tried in every run of the gate, and always the same', () => {
  const chosen = chosenCalls([]);
  assert.equal(chosen.length, Math.ceil(calls.length / 10));
  assert.deepEqual(chosenCalls([]), chosen);
  assert.deepEqual(chosenCalls(['server/app/testing/inputs.ts']), chosen, 'a list of inputs is no reason for more');
});

test('the calls of a changed contract or handler file are tried as well', () => {
  const names = chosenCalls(['server/planning/pausing/calls.ts', 'README.md']).map(({ name }) => name);
  assert.ok(names.includes('pause-publishing') && names.includes('resume-publishing'));
  assert.ok(chosenCalls(['contract/planning/pausing.ts']).some(({ name }) => name === 'pause-clients'));
});
