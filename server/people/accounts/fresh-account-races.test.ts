import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import type { Refreshed } from '#networks/network.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { freshAccount, renewAccount, type RenewalMeans } from './fresh-account.ts';
import { aRenewal, briefly, tokenOf } from './testing-renewing.ts';

test('two concurrent processes renew once, and both get the result', async () => {
  const stage = await aRenewal();
  const gate = Promise.withResolvers<Refreshed>();
  const reached = Promise.withResolvers<undefined>();
  stage.script.push(() => {
    reached.resolve(undefined);
    return gate.promise;
  });
  const first = stage.fresh();
  await reached.promise;
  const waited = Promise.withResolvers<undefined>();
  const second = freshAccount(
    {
      ...stage.aProcess(),
      pause: () => {
        waited.resolve(undefined);
        return briefly();
      },
    },
    stage.key,
  );
  await waited.promise;
  gate.resolve({
    kind: 'refreshed',
    credentials: { token: 'a1', refresh: 'r1' },
    expiresAt: new Date(stage.clock.now().getTime() + 7_200_000),
  });
  const both = await Promise.all([first, second]);
  assert.deepEqual(both.map(tokenOf), ['a1', 'a1']);
  assert.deepEqual(
    both.map((fresh) => fresh.kind === 'usable' && fresh.renewed),
    [true, false],
  );
  assert.equal(stage.asked.length, 1);
});

test('rotated credentials are committed before anyone gets them', async () => {
  const stage = await aRenewal();
  const fresh = await stage.fresh();
  assert.deepEqual(await stage.open(), { token: 'a1', refresh: 'r1' });
  assert.equal(fresh.kind === 'usable' ? fresh.sealed : '', (await stage.row()).credentials);
  assert.equal(await stage.fresh().then(tokenOf), 'a1');
  stage.clock.pass(7200);
  assert.equal(await stage.fresh().then(tokenOf), 'a2');
  assert.equal(stage.asked[1]?.account.credentials['refresh'], 'r1');
});

test('if a process dies before its commit, others wait a minute and renew the kept credentials', async () => {
  const stage = await aRenewal();
  let answer = (_answer: Refreshed): void => {};
  stage.script.push(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const vanished = new Error('the process is gone');
  const dying: RenewalMeans = { ...stage.aProcess() };
  const lost = renewAccount(
    {
      ...dying,
      secrets: {
        ...dying.secrets,
        seal: () => {
          throw vanished;
        },
      },
    },
    stage.key,
  );
  await until(() => stage.asked.length > 0);
  answer({ kind: 'refreshed', credentials: { token: 'lost', refresh: 'lost' }, expiresAt: null });
  await assert.rejects(lost, vanished);
  assert.notEqual((await stage.row()).renewing_by, null);
  stage.clock.pass(61);
  assert.equal(tokenOf(await stage.fresh()), 'a2');
  assert.equal(stage.asked[1]?.account.credentials['refresh'], 'r0');
});

test('refused credentials that were replaced meanwhile are not renewed again', async () => {
  const stage = await aRenewal({ endsIn: null });
  assert.equal(tokenOf(await stage.fresh({ refused: stage.sealed })), 'a1');
  assert.equal(tokenOf(await stage.fresh({ refused: stage.sealed })), 'a1');
  assert.equal(stage.asked.length, 1);
});

test("an account reconnected during the renewal of its former credentials keeps the person's", async () => {
  const stage = await aRenewal();
  const associatedData = credentialsAssociatedData({
    agencyId: stage.key.agencyId,
    userId:
      (await stage.db.pool.query<{ user_id: string }>('select user_id from social_accounts')).rows[0]?.user_id ?? '',
    network: 'reddit',
    externalId: `${stage.key.agencyId}-1`,
  });
  stage.script.push(async () => {
    const sealed = stage.services.secrets.seal('{"token":"by hand"}', associatedData);
    await stage.db.pool.query(
      `update social_accounts set credentials = $1, expires_at = null, renewing_by = null, renewing_until = null`,
      [sealed],
    );
    return { kind: 'refreshed', credentials: { token: 'too late' }, expiresAt: null };
  });
  assert.equal(tokenOf(await stage.fresh()), 'by hand');
  assert.deepEqual(await stage.open(), { token: 'by hand' });
});
