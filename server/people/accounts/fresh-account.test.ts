import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Refreshed } from '#networks/network.ts';
import { withOwnApp } from './apps.ts';
import { credentialsWorked, freshAccount } from './fresh-account.ts';
import { aRenewal, tokenOf } from './testing-renewing.ts';

const minutes = (count: number): number => count * 60;

const ends: [string, number | null, number][] = [
  ['have ended', -60, 1],
  ['end within ten minutes', minutes(10), 1],
  ['last longer', minutes(11), 0],
  ['have no known end', null, 0],
];
for (const [what, endsIn, times] of ends) {
  test(`credentials that ${what} are ${times === 0 ? 'not renewed' : 'renewed once'}`, async () => {
    const stage = await aRenewal({ endsIn });
    assert.equal(tokenOf(await stage.fresh()), times === 0 ? 'a0' : 'a1');
    assert.equal(stage.asked.length, times);
  });
}

const passing: [string, Refreshed][] = [
  ['asks for a wait', { kind: 'rateLimited', retryAfterSeconds: 120, message: 'slow down' }],
  ['cannot be reached', { kind: 'unreachable', message: 'connection refused' }],
];
for (const [what, answer] of passing) {
  test(`a network that ${what} never disconnects an account and is not asked again for a while`, async () => {
    const stage = await aRenewal();
    stage.script.push(() => answer);
    assert.equal((await stage.fresh()).kind, answer.kind);
    assert.equal((await stage.fresh()).kind, 'rateLimited');
    assert.deepEqual(
      [stage.asked.length, (await stage.row()).status, (await stage.row()).renewal_problem],
      [1, 'connected', ''],
    );
    stage.clock.pass(121);
    assert.equal(tokenOf(await stage.fresh()), 'a2');
    assert.equal((await stage.row()).renewal_failures, 0);
  });
}

test('credentials that could not be renewed are used as long as they work', async () => {
  const stage = await aRenewal({ endsIn: minutes(5) });
  stage.script.push(
    () => ({ kind: 'unreachable', message: '' }),
    () => ({ kind: 'unauthorized', message: 'consent withdrawn' }),
  );
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  stage.clock.pass(120);
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  stage.clock.pass(150);
  assert.deepEqual(await stage.fresh(), { kind: 'refused', message: 'consent withdrawn' });
  assert.equal(stage.asked.length, 2);
});

test('replaced credentials are kept until the renewed ones have worked, and used if these are invalid', async () => {
  const stage = await aRenewal();
  const renewed = await stage.fresh();
  assert.equal((await stage.row()).credentials_before, stage.sealed);
  stage.script.push(() => ({ kind: 'unauthorized', message: 'invalid_grant' }));
  const again = await stage.fresh({ refused: renewed.kind === 'usable' ? renewed.sealed : '' });
  assert.deepEqual(
    stage.asked.map(({ account }) => account.credentials['refresh']),
    ['r0', 'r1', 'r0'],
  );
  assert.equal(tokenOf(again), 'a3');
  await credentialsWorked(stage.aProcess(), { ...stage.key, sealed: again.kind === 'usable' ? again.sealed : '' });
  assert.equal((await stage.row()).credentials_before, '');
});

test("a person's own app renews the account that it connected, and stays with the credentials", async () => {
  const own = { clientId: 'own', clientSecret: 'own secret' };
  const stage = await aRenewal({ credentials: withOwnApp({ token: 'a0' }, own), apps: {} });
  await stage.fresh();
  assert.deepEqual(stage.asked[0]?.app, own);
  assert.deepEqual(await stage.open(), withOwnApp({ token: 'a1', refresh: 'r1' }, own));
});

test('an account cannot be renewed without the app that connected it, and is used as it is', async () => {
  const stage = await aRenewal();
  await stage.db.pool.query(`update social_accounts set app_client_id = 'another'`);
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  assert.equal((await stage.fresh({ refused: stage.sealed })).kind, 'cannot');
  assert.equal(stage.asked.length, 0);
});

test('a disconnected account has no working credentials', async () => {
  const stage = await aRenewal();
  await stage.db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  assert.deepEqual(await stage.fresh(), { kind: 'gone' });
});

test('an adapter that throws counts as a network that could not be reached', async () => {
  const stage = await aRenewal();
  const bugs: unknown[] = [];
  stage.script.push(() => {
    throw new TypeError('a bug');
  });
  assert.equal(
    (await freshAccount({ ...stage.aProcess(), onBug: (error) => bugs.push(error) }, stage.key)).kind,
    'unreachable',
  );
  assert.equal(bugs.length, 1);
});
