import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, test } from 'vitest';
import { calls, type Name } from '#contract/index.ts';

/** How the server answers the next call. */
let answer: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'));
Object.defineProperty(globalThis, 'fetch', {
  value: (address: string) => (address === '/healthz' ? Promise.resolve(new Response('')) : answer()),
});
const { call } = await import('./call.ts');
const { queryClient } = await import('./query-client.ts');
const { makeStale } = await import('./stale.ts');

const reply = (status: number, body: object) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const refused = (status: number, data: object = {}) => reply(status, { status: false, message: 'No', data });

/** The calls whose stored answers are marked to be read again. */
const readAgain = (): string[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated })
    .map(({ queryKey }) => String(queryKey[0]));

/** Makes a call and returns which answers are read again afterwards. */
async function endOf(name: Name, input: object, signal?: AbortSignal): Promise<string[]> {
  // The test sets the server's answer, whatever the input is.
  await call(name, Object.assign({}, input), { signal }).catch(() => undefined);
  return readAgain();
}

afterAll(() => queryClient.clear()); // a kept answer's timer would keep the process

describe('stored answers', () => {
  beforeEach(() => {
    queryClient.clear();
    for (const { name } of calls) queryClient.setQueryData([name, {}], {});
    answer = reply(200, { status: true, message: 'Done', data: null });
  });

  const dashboard = ['fetch-dashboard', 'fetch-today', 'fetch-needs-you', 'fetch-next-days'];
  const planned = ['fetch-schedulers', 'fetch-scheduler', 'fetch-calendar', 'fetch-approvals', 'fetch-planned'];
  for (const [name, expected] of [
    ['resolve-delivery', ['fetch-delivery', 'fetch-hand-over', 'explain-delivery', 'fetch-published', 'fetch-ledger']],
    ['delete-client', ['fetch-app-client', 'fetch-social-accounts', 'fetch-pauses', 'fetch-connect-links']],
    ['delete-social', ['fetch-app-client', 'fetch-social-accounts', 'fetch-connect-page', 'fetch-fit']],
    ['delete-stream', ['fetch-stream', 'fetch-streams', 'fetch-fit']],
    ['delete-stream-file', ['fetch-stream', 'fetch-streams', 'fetch-fit']],
    ['approve-posts', ['fetch-approval', 'fetch-activity']],
  ] as const) {
    test(`${name} makes the dashboard and everything with planned posts read again`, async () => {
      const again = await endOf(name, {});
      assert.deepEqual(
        [...dashboard, ...planned, ...expected].filter((each) => !again.includes(each)),
        [],
      );
    });
  }

  test('a call that only reads makes no stored answer stale', async () => {
    assert.deepEqual(await endOf('fetch-streams', {}), []);
  });

  test('stored answers without the changed nouns are not affected', async () => {
    const again = await endOf('hide-suggestion', {});
    assert.deepEqual(again, ['fetch-suggestions']);
  });

  for (const [what, ends] of [
    ['no answer came', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server reports an internal error', refused(500)],
    ['a proxy gave up on the server', reply(504, {})],
    ['somebody else was quicker', refused(409)],
    ['the thing no longer exists', refused(404)],
  ] as const) {
    test(`stored answers are read again where ${what}`, async () => {
      answer = ends;
      assert.deepEqual(await endOf('hide-suggestion', {}), ['fetch-suggestions']);
    });
  }

  test('stored answers are read again if the person cancelled the call after it was sent', async () => {
    const leaving = new AbortController();
    answer = () => {
      leaving.abort();
      return Promise.reject(leaving.signal.reason);
    };
    assert.deepEqual(await endOf('hide-suggestion', {}, leaving.signal), ['fetch-suggestions']);
  });

  for (const [what, ends] of [
    ['the input was refused', refused(422)],
    ['the person may not do it', refused(403)],
    ['it was tried too often', refused(429)],
    ['a conflict contains the current state', refused(409, { version: '2', current: {}, yours: {} })],
  ] as const) {
    test(`stored answers are left alone where ${what}`, async () => {
      answer = ends;
      assert.deepEqual(await endOf('hide-suggestion', {}), []);
    });
  }

  test('stored answers are read again for a noun that a page reports itself', () => {
    makeStale('second-factor');
    assert.deepEqual(readAgain().toSorted(), ['fetch-second-factor', 'fetch-suggestions']);
  });

  test("stored answers marked to survive their subject's deletion are not affected", async () => {
    const [queryKey, meta] = [['fetch-uses', { of: 'client', id: '1' }], { still: true }];
    await queryClient.fetchQuery({ queryKey, meta, queryFn: () => Promise.resolve({}) });
    makeStale('clients');
    assert.equal(queryClient.getQueryState(queryKey)?.isInvalidated, false);
  });

  test('stored answers that are read in pages are read again, too', () => {
    queryClient.setQueryData(['fetch-streams', { search: 'x' }, 'pages'], {});
    makeStale('streams');
    assert.equal(readAgain().filter((name) => name === 'fetch-streams').length, 2);
  });
});
