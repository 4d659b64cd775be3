import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account, Network, NetworkApp, Refreshed } from '#networks/network.ts';
import { credentialsPlace } from '../credentials.ts';
import { aClock, aNetwork, aSchedule } from '../publishing/testing.ts';
import { aServer } from '../testing.ts';
import { withOwnApp } from './apps.ts';
import { credentialsWorked, freshAccount, renewAccount, renewalMeans, type Fresh, type RenewalMeans } from './fresh-account.ts';

const app: NetworkApp = { clientId: 'operator', clientSecret: 'secret' };
const minutes = (count: number): number => count * 60;

/** An account whose credentials end in `endsIn` seconds, at a network that answers renewing by the script, else by counting up. */
async function aStage({ endsIn = -1, credentials = { token: 'a0', refresh: 'r0' }, apps = { reddit: app } }: { endsIn?: number | null; credentials?: Readonly<Record<string, string>>; apps?: RenewalMeans['apps'] } = {}) {
  const clock = aClock();
  const asked: { account: Account; app: NetworkApp }[] = [];
  const script: ((account: Account) => Refreshed | Promise<Refreshed>)[] = [];
  const refresh: NonNullable<Network['refresh']> = async (account, context) => {
    asked.push({ account, app: context.app });
    const next = script.shift();
    const turn = asked.length;
    return next ? next(account) : { kind: 'refreshed', credentials: { token: `a${turn}`, refresh: `r${turn}` }, expiresAt: new Date(clock.now().getTime() + 7_200_000) };
  };
  const { services, db } = await aServer({ networks: { reddit: { ...aNetwork({ id: 'reddit' }).network, refresh } }, clock: clock.now, config: { apps } });
  const { agencyId, clientId, accountIds: [accountId = ''] } = await aSchedule(db, { network: 'reddit' });
  const place = credentialsPlace({ agencyId, userId: clientId, network: 'reddit', externalId: `${agencyId}-1` });
  const sealed = services.secrets.seal(JSON.stringify(credentials), place);
  const expiresAt = endsIn === null ? null : new Date(clock.now().getTime() + endsIn * 1000);
  await db.pool.query('update social_accounts set credentials = $1, expires_at = $2', [sealed, expiresAt]);
  const row = async () => {
    const { rows: [account] } = await db.pool.query<{
      status: string; credentials: string; credentials_before: string; renewal_problem: string; renewal_failures: number; renewing_by: string | null; expires_at: Date | null;
    }>('select * from social_accounts where id = $1', [accountId]);
    assert.ok(account);
    return account;
  };
  /** A process of its own; the account itself is all that processes share. */
  const aProcess = (): RenewalMeans => ({ ...renewalMeans(services), pause: () => new Promise((resolve) => { setTimeout(resolve, 1); }) });
  const key = { agencyId, accountId };
  const open = async (): Promise<unknown> => JSON.parse(services.secrets.open((await row()).credentials, place));
  return { clock, asked, script, services, db, key, sealed, row, aProcess, open, fresh: (ask = {}) => freshAccount(aProcess(), { ...key, ...ask }) };
}

const tokenOf = (fresh: Fresh): string | undefined => (fresh.kind === 'usable' ? fresh.account.credentials['token'] : undefined);

const ends: [string, number | null, number][] = [['have ended', -60, 1], ['end within ten minutes', minutes(10), 1], ['last longer', minutes(11), 0], ['have no known end', null, 0]];
for (const [what, endsIn, times] of ends) {
  test(`credentials that ${what} are renewed ${times === 0 ? 'not at all' : 'once'}`, async () => {
    const stage = await aStage({ endsIn });
    assert.equal(tokenOf(await stage.fresh()), times === 0 ? 'a0' : 'a1');
    assert.equal(stage.asked.length, times);
  });
}

test('two processes that ask at once renew once, and both get what that gave', async () => {
  const stage = await aStage();
  const gate = Promise.withResolvers<Refreshed>();
  const reached = Promise.withResolvers<undefined>();
  stage.script.push(() => { reached.resolve(undefined); return gate.promise; });
  const first = stage.fresh();
  await reached.promise;
  const waited = Promise.withResolvers<undefined>();
  const second = freshAccount({ ...stage.aProcess(), pause: () => { waited.resolve(undefined); return new Promise((resolve) => { setTimeout(resolve, 1); }); } }, stage.key);
  await waited.promise;
  gate.resolve({ kind: 'refreshed', credentials: { token: 'a1', refresh: 'r1' }, expiresAt: new Date(stage.clock.now().getTime() + 7_200_000) });
  const both = await Promise.all([first, second]);
  assert.deepEqual(both.map(tokenOf), ['a1', 'a1']);
  assert.deepEqual(both.map((fresh) => fresh.kind === 'usable' && fresh.renewed), [true, false]);
  assert.equal(stage.asked.length, 1);
});

test('rotated credentials are committed before anybody is given them', async () => {
  const stage = await aStage();
  const fresh = await stage.fresh();
  assert.deepEqual(await stage.open(), { token: 'a1', refresh: 'r1' });
  assert.equal(fresh.kind === 'usable' ? fresh.sealed : '', (await stage.row()).credentials);
  assert.equal(await stage.fresh().then(tokenOf), 'a1');
  stage.clock.pass(7200);
  assert.equal(await stage.fresh().then(tokenOf), 'a2');
  assert.equal(stage.asked[1]?.account.credentials['refresh'], 'r1');
});

test('a process that dies before its commit keeps others waiting for a minute, then the kept credentials are renewed', async () => {
  const stage = await aStage();
  let answer = (_answer: Refreshed): void => {};
  stage.script.push(() => new Promise((resolve) => { answer = resolve; }));
  const vanished = new Error('the process is gone');
  const dying: RenewalMeans = { ...stage.aProcess() };
  const lost = renewAccount({ ...dying, secrets: { ...dying.secrets, seal: () => { throw vanished; } } }, stage.key);
  while (stage.asked.length === 0) await new Promise((resolve) => { setTimeout(resolve, 1); });
  answer({ kind: 'refreshed', credentials: { token: 'lost', refresh: 'lost' }, expiresAt: null });
  await assert.rejects(lost, vanished);
  assert.notEqual((await stage.row()).renewing_by, null);
  stage.clock.pass(61);
  assert.equal(tokenOf(await stage.fresh()), 'a2');
  assert.equal(stage.asked[1]?.account.credentials['refresh'], 'r0');
});

const passing: [string, Refreshed][] = [
  ['asks for a wait', { kind: 'rateLimited', retryAfterSeconds: 120, message: 'slow down' }],
  ['cannot be reached', { kind: 'unreachable', message: 'connection refused' }],
];
for (const [what, answer] of passing) {
  test(`a network that ${what} never disconnects an account, and is let alone for a while`, async () => {
    const stage = await aStage();
    stage.script.push(() => answer);
    assert.equal((await stage.fresh()).kind, answer.kind);
    assert.equal((await stage.fresh()).kind, 'rateLimited');
    assert.deepEqual([stage.asked.length, (await stage.row()).status, (await stage.row()).renewal_problem], [1, 'connected', '']);
    stage.clock.pass(121);
    assert.equal(tokenOf(await stage.fresh()), 'a2');
    assert.equal((await stage.row()).renewal_failures, 0);
  });
}

test('what could not be renewed is used as long as it works', async () => {
  const stage = await aStage({ endsIn: minutes(5) });
  stage.script.push(() => ({ kind: 'unreachable', message: '' }), () => ({ kind: 'unauthorized', message: 'consent withdrawn' }));
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  stage.clock.pass(120);
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  stage.clock.pass(150);
  assert.deepEqual(await stage.fresh(), { kind: 'refused', message: 'consent withdrawn' });
  assert.equal(stage.asked.length, 2);
});

test('refused credentials that somebody has replaced meanwhile are not renewed again', async () => {
  const stage = await aStage({ endsIn: null });
  assert.equal(tokenOf(await stage.fresh({ refused: stage.sealed })), 'a1');
  assert.equal(tokenOf(await stage.fresh({ refused: stage.sealed })), 'a1');
  assert.equal(stage.asked.length, 1);
});

test('the replaced credentials are kept until the renewed ones have worked, and help where these are worth nothing', async () => {
  const stage = await aStage();
  const renewed = await stage.fresh();
  assert.equal((await stage.row()).credentials_before, stage.sealed);
  stage.script.push(() => ({ kind: 'unauthorized', message: 'invalid_grant' }));
  const again = await stage.fresh({ refused: renewed.kind === 'usable' ? renewed.sealed : '' });
  assert.deepEqual(stage.asked.map(({ account }) => account.credentials['refresh']), ['r0', 'r1', 'r0']);
  assert.equal(tokenOf(again), 'a3');
  await credentialsWorked(stage.aProcess(), { ...stage.key, sealed: again.kind === 'usable' ? again.sealed : '' });
  assert.equal((await stage.row()).credentials_before, '');
});

test('an account reconnected while its former credentials were being renewed keeps the person\'s', async () => {
  const stage = await aStage();
  const place = credentialsPlace({ agencyId: stage.key.agencyId, userId: (await stage.db.pool.query<{ user_id: string }>('select user_id from social_accounts')).rows[0]?.user_id ?? '', network: 'reddit', externalId: `${stage.key.agencyId}-1` });
  stage.script.push(async () => {
    const sealed = stage.services.secrets.seal('{"token":"by hand"}', place);
    await stage.db.pool.query(`update social_accounts set credentials = $1, expires_at = null, renewing_by = null, renewing_until = null`, [sealed]);
    return { kind: 'refreshed', credentials: { token: 'too late' }, expiresAt: null };
  });
  assert.equal(tokenOf(await stage.fresh()), 'by hand');
  assert.deepEqual(await stage.open(), { token: 'by hand' });
});

test('a person\'s own app renews the account it joined, and stays with the credentials', async () => {
  const own = { clientId: 'own', clientSecret: 'own secret' };
  const stage = await aStage({ credentials: withOwnApp({ token: 'a0' }, own), apps: {} });
  await stage.fresh();
  assert.deepEqual(stage.asked[0]?.app, own);
  assert.deepEqual(await stage.open(), withOwnApp({ token: 'a1', refresh: 'r1' }, own));
});

test('without the app it was joined with an account cannot be renewed, and is used as it is', async () => {
  const stage = await aStage();
  await stage.db.pool.query(`update social_accounts set app_client_id = 'another'`);
  assert.equal(tokenOf(await stage.fresh()), 'a0');
  assert.equal((await stage.fresh({ refused: stage.sealed })).kind, 'cannot');
  assert.equal(stage.asked.length, 0);
});

test('a disconnected account has no working credentials', async () => {
  const stage = await aStage();
  await stage.db.pool.query(`update social_accounts set status = 'needs-reconnecting'`);
  assert.deepEqual(await stage.fresh(), { kind: 'gone' });
});

test('an adapter that breaks counts as a network that could not be reached', async () => {
  const stage = await aStage();
  const bugs: unknown[] = [];
  stage.script.push(() => { throw new TypeError('a bug'); });
  assert.equal((await freshAccount({ ...stage.aProcess(), onBug: (error) => bugs.push(error) }, stage.key)).kind, 'unreachable');
  assert.equal(bugs.length, 1);
});
