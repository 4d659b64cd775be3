import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aClient, aMember, anotherAgency } from '../../app/testing/server.ts';
import { aConsentStage } from './testing-consent.ts';

const { answers, app, begin, clock, server, statusOf, visits } = await aConsentStage();

test('a visit goes to the network with our app and returns with an account of the client', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, location, state } = await begin({ network: 'reddit', user_id: client.id });
  assert.equal(location, `https://reddit.test/authorize?state=${state}`);
  assert.deepEqual(visits.at(-1)?.app, app);
  assert.equal(visits.at(-1)?.redirectUri, `${server.services.config.publicUrl}/reddit-callback`);
  assert.ok((visits.at(-1)?.verifier.length ?? 0) >= 43);
  assert.deepEqual(await statusOf(key), ['pending', '']);

  const joined = await server.ask('connect-reddit', { state, code: 'worth it' });
  assert.deepEqual([joined.user_id, joined.account.username, joined.account.type], [client.id, 'sunrise', 'reddit']);
  assert.deepEqual(await statusOf(key), [true, 'Account connected successfully']);
  const { rows } = await server.db.pool.query<{ expires_at: Date; app_client_id: string; credentials: string }>(
    'select expires_at, app_client_id, credentials from social_accounts where id = $1',
    [joined.account.id],
  );
  assert.deepEqual([rows[0]?.expires_at, rows[0]?.app_client_id], [new Date('2026-07-01T00:00:00Z'), 'our-app']);
  assert.doesNotMatch(rows[0]?.credentials ?? '', /secret/);

  const again = await begin({ network: 'reddit', user_id: client.id });
  const renewed = await server.ask('connect-reddit', { state: again.state, code: 'worth it' });
  assert.equal(renewed.account.id, joined.account.id);
  assert.deepEqual(await statusOf(again.key), [true, 'Account updated successfully']);
});

test('a ticket opens one visit, and a state is good for one code', async () => {
  const client = await aClient(server.db, server.owner);
  const { url, state } = await begin({ network: 'reddit', user_id: client.id });
  assert.equal((await server.send(url, { redirect: 'manual' })).headers.get('location'), '/popup?problem=ticket');
  await server.ask('connect-reddit', { state, code: 'worth it' });
  assert.equal((await server.call('connect-reddit', { state, code: 'worth it' })).code, 404);
});

test('a visit ends ten minutes after it began', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, state } = await begin({ network: 'reddit', user_id: client.id });
  clock.now = new Date(clock.now.getTime() + 10 * 60_000);
  assert.equal((await server.call('connect-reddit', { state, code: 'worth it' })).code, 404);
  assert.deepEqual(await statusOf(key), [
    false,
    "The network's page was open for more than 10 minutes. Please try again.",
  ]);
});

test('a refusal on the network’s page ends the visit with its reason, and stores nothing', async () => {
  const client = await aClient(server.db, server.owner);
  const { key, state } = await begin({ network: 'reddit', user_id: client.id });
  const reply = await server.call('connect-reddit', { state, error: 'access_denied' });
  assert.deepEqual([reply.code, reply.message], [422, 'Reddit was not given permission. Nothing was connected.']);
  assert.deepEqual(await statusOf(key), [false, 'Reddit was not given permission. Nothing was connected.']);
  assert.deepEqual((await server.ask('fetch-social-accounts', { user_id: client.id })).accounts, []);
});

test('an invalid code, or an answer without an account, is reported and kept for the polling page', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({ kind: 'refused', message: 'The code has expired.' }, { kind: 'connected', accounts: [], next: null });
  for (const message of ['The code has expired.', 'Reddit named no account that could be connected.']) {
    const { key, state } = await begin({ network: 'reddit', user_id: client.id });
    assert.deepEqual(await server.call('connect-reddit', { state, code: 'x' }), {
      code: 422,
      status: false,
      message,
      errors: {},
    });
    assert.deepEqual(await statusOf(key), [false, message]);
  }
});

test('a visit can be opened, polled and completed only by its person', async () => {
  const client = await aClient(server.db, server.owner);
  const member = await aMember(server.db, server.owner);
  const otherAgency = await anotherAgency(server.db);
  const { key, state, url } = await begin({ network: 'reddit', user_id: client.id });
  for (const as of [member, otherAgency]) {
    assert.equal((await server.call('connect-reddit', { state, code: 'x' }, { as })).code, 404);
    assert.equal((await statusOf(key, as))[0], false);
  }
  const refused = await server.call(
    'connect-ticket',
    { network: 'reddit', user_id: client.id, key: 'key-of-another-agency' },
    { as: otherAgency },
  );
  assert.equal(refused.code, 404);
  const other = new URL(url, server.url);
  for (const [name, value] of [
    ['key', 'another-key-of-mine'],
    ['user_id', '1'],
    ['token', 'x'],
    ['user_id', 'x'],
  ] as const) {
    const { url: fresh } = await server.ask('connect-ticket', {
      network: 'reddit',
      user_id: client.id,
      key: 'key-of-the-owner-1',
    });
    const changed = new URL(fresh, server.url);
    changed.searchParams.set(name, value);
    assert.equal(
      (await server.send(changed.pathname + changed.search, { redirect: 'manual' })).headers.get('location'),
      '/popup?problem=ticket',
    );
  }
  assert.equal(
    (await server.send(`/api/connect-vimeo${other.search}`, { redirect: 'manual' })).headers.get('location'),
    '/popup?problem=ticket',
  );
});

test('a client account can connect accounts only for itself', async () => {
  const client = await aClient(server.db, server.owner);
  const sibling = await aClient(server.db, server.owner);
  const { state } = await begin({ network: 'reddit', user_id: client.id }, client);
  assert.equal((await server.ask('connect-reddit', { state, code: 'x' }, { as: client })).user_id, client.id);
  const reply = await server.call(
    'connect-ticket',
    { network: 'reddit', user_id: sibling.id, key: 'key-of-a-client-1' },
    { as: client },
  );
  assert.equal(reply.code, 404);
});
