import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { calls, type Name } from '#contract/index.ts';
import { makeStale } from './queries.ts';
import { staleByDecision, staleByDeleting } from './stale.ts';

/** The calls whose answers are read again after some were made stale, out of all that could be on the screen. */
function readAgain(names: readonly Name[]): Set<string> {
  const client = new QueryClient();
  for (const { name } of calls) client.setQueryData([name, {}], {});
  for (const name of names) makeStale(client, name);
  return new Set(client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated }).map(({ queryKey }) => String(queryKey[0])));
}

const dashboard = ['fetch-dashboard', 'fetch-today', 'fetch-needs-you', 'fetch-next-days', 'fetch-suggestions'];
const planned = [...dashboard, 'fetch-schedulers', 'fetch-scheduler', 'fetch-calendar', 'fetch-approvals', 'fetch-planned'];

describe('what is read again', () => {
  test('the dashboard is all of its parts, and nothing else', () => {
    assert.deepEqual([...readAgain(['fetch-dashboard'])].toSorted(), dashboard.toSorted());
  });

  test('another call is only itself', () => {
    assert.deepEqual([...readAgain(['fetch-streams'])], ['fetch-streams']);
  });

  for (const [deed, names, expected] of [
    ['a decision about a post', staleByDecision, [...planned, 'fetch-delivery', 'fetch-hand-over', 'explain-delivery']],
    ['deleting a client', staleByDeleting.client, [...planned, 'fetch-app-client']],
    ['deleting an account', staleByDeleting.account, [...planned, 'fetch-social-accounts', 'fetch-app-client']],
    ['deleting a file', staleByDeleting.file, [...planned, 'fetch-stream', 'fetch-streams']],
    ['deleting a stream', staleByDeleting.stream, [...planned, 'fetch-stream', 'fetch-streams']],
  ] as const) {
    test(`${deed} has calendar, schedules, approvals and the whole dashboard read again`, () => {
      const again = readAgain(names);
      assert.deepEqual(expected.filter((name) => !again.has(name)), []);
    });
  }
});
