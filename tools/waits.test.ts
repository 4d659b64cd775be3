import assert from 'node:assert/strict';
import { test } from 'vitest';
import { folderOf, isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Tests and helpers that set a timer, each with its reason: none of them waits for something to happen. */
const timers: Readonly<Record<string, string>> = {
  'db/testing-until.ts': 'the one wait for a state',
  'db/testing.ts': 'how long a database may take to close',
  'db/jobs.test.ts': 'a job that takes its time',
  'e2e/fields.ts': 'a timer that runs after those of a dialog that opens',
  'e2e/late-answers.ts': 'answers that come late, in any order',
  'e2e/menus.test.ts': 'looks for a state within the page',
  'outbound/limits.test.ts': 'a server that reads slowly',
  'outbound/redirects.test.ts': 'a server that answers slowly',
  'tools/two-webs.proof.ts': 'how long people work, and a press before it is repeated',
  'server/app/testing/vanished.proof.ts': 'how long a database is away',
  'server/people/accounts/testing-renewing.ts': 'the pause between two looks, shortened',
  'server/app/http/patient-signal.test.ts': 'a call that waits for a minute, unless it is stopped',
  'server/publishing/engine/lease.test.ts': 'the timers that the engine gets, shortened',
  'server/publishing/actions/pause.test.ts': 'a post whose preparing takes its time',
};

const files = sourceFiles(['.ts', '.tsx']).filter(({ path }) => path !== 'tools/waits.test.ts');

test('one helper waits for a lock, and fails if nothing waited', () => {
  assert.deepEqual(
    files.filter(({ text }) => text.includes('wait_event_type')).map(({ path }) => path),
    ['db/testing-locks.ts'],
  );
});

test('tests wait for a state, never for a fixed time', () => {
  // A quoted name is the name of a timer that a test controls.
  const set = files.filter(
    ({ path, text }) =>
      (isTest(path) || folderOf(path) === 'e2e') && /(?<!['"])\b(?:setTimeout|pg_sleep|waitForTimeout)\b/.test(text),
  );
  assert.deepEqual(set.map(({ path }) => path).toSorted(), Object.keys(timers).toSorted());
});
