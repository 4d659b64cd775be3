import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { ownAppOf } from './apps.ts';
import { aClient } from '../../app/testing/server.ts';
import { aConsentStage } from './testing-consent.ts';

const { answers, begin, page, server, statusOf, visits } = await aConsentStage();

test('Vimeo is connected with the app that the person typed, which is stored encrypted', async () => {
  const client = await aClient(server.db, server.owner);
  const missing = async (typed: { client_id?: string; client_secret?: string }) => {
    const reply = await server.call('connect-ticket', {
      network: 'vimeo',
      user_id: client.id,
      key: 'key-without-an-app',
      ...typed,
    });
    return [reply.code, reply.status ? null : reply.errors];
  };
  assert.deepEqual(await missing({}), [
    422,
    { client_id: 'Client ID is required', client_secret: 'Client Secret is required' },
  ]);
  assert.deepEqual(await missing({ client_id: 'my-app', client_secret: ' ' }), [
    422,
    { client_secret: 'Client Secret is required' },
  ]);
  const { url, state } = await begin({
    network: 'vimeo',
    user_id: client.id,
    client_id: 'my-app',
    client_secret: 'my-hidden-word',
  });
  assert.doesNotMatch(url, /my-/);
  assert.deepEqual(visits.at(-1)?.app, { clientId: 'my-app', clientSecret: 'my-hidden-word' });
  const { rows } = await server.db.pool.query('select * from connect_tickets');
  assert.doesNotMatch(JSON.stringify(rows), /my-hidden-word/);
  const {
    account: { id },
  } = await server.ask('save-vimeo', { state, code: 'x' });
  const {
    rows: [row],
  } = await server.db.pool.query<{ credentials: string; user_id: string }>(
    'select credentials, user_id from social_accounts where id = $1',
    [id],
  );
  const associatedData = {
    agencyId: server.owner.agencyId,
    table: 'social_accounts',
    field: 'credentials',
    owner: `${row?.user_id}:vimeo:1`,
  };
  const opened = z
    .record(z.string(), z.string())
    .parse(JSON.parse(server.services.secrets.open(row?.credentials ?? '', associatedData)));
  assert.deepEqual(ownAppOf(opened), { clientId: 'my-app', clientSecret: 'my-hidden-word' });
  assert.doesNotMatch(server.log.join('\n'), /my-hidden-word/);
});

test('Facebook lists pages once by name, more of them on demand, and connects the chosen one', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({
    kind: 'connected',
    accounts: [page('1', 'Page 1'), page('2', 'Page 1'), page('3', 'Page 3')],
    next: { after: '4' },
  });
  const { key, state } = await begin({ network: 'facebook', user_id: client.id });
  const first = await server.ask('facebook-targets', { state, code: 'x' });
  assert.deepEqual(first, {
    more: true,
    targets: [
      { fb_id: '1', title: 'Page 1', category: 'page' },
      { fb_id: '3', title: 'Page 3', category: 'page' },
    ],
  });
  const second = await server.ask('facebook-targets', { state });
  assert.deepEqual(second, { more: false, targets: [{ fb_id: '4', title: 'Page 4', category: 'page' }] });
  assert.equal((await server.call('facebook-targets', { state })).code, 404);

  const chosen = { user_id: client.id, title: 'Page 4', token: state, fb_id: '4', category: 'page' as const };
  assert.equal((await server.call('save-facebook', { ...chosen, fb_id: '5' })).code, 404);
  const joined = await server.ask('save-facebook', chosen);
  assert.deepEqual([joined.account.username, joined.account.type], ['Page 4', 'facebook']);
  assert.deepEqual(await statusOf(key), [true, 'Account connected successfully']);
  assert.equal((await server.call('save-facebook', chosen)).code, 404);
});

test('a network without an app is unavailable, and its message says what the operator must set', async () => {
  const networks = await server.ask('fetch-networks', {});
  assert.deepEqual(
    networks.filter(({ available }) => available).map(({ type }) => type),
    ['reddit', 'vimeo', 'facebook'],
  );
  assert.ok(networks.filter(({ available }) => !available).every(({ reason }) => reason !== ''));
});

test('a chosen Facebook group is stored as an account by hand, without credentials', async () => {
  const client = await aClient(server.db, server.owner);
  answers.push({
    kind: 'connected',
    accounts: [{ ...page('77', 'Bakers of Berlin'), profile: { category: 'group' } }],
    next: null,
  });
  const { key, state } = await begin({ network: 'facebook', user_id: client.id });
  await server.ask('facebook-targets', { state, code: 'x' });
  const { account } = await server.ask('save-facebook', {
    user_id: client.id,
    title: 'Bakers of Berlin',
    token: state,
    fb_id: '77',
    category: 'group',
  });
  assert.deepEqual(
    [account.username, account.by_hand, await statusOf(key)],
    ['Bakers of Berlin', true, [true, 'Account connected successfully']],
  );
  const { rows } = await server.db.pool.query('select credentials, profile from social_accounts where id = $1', [
    account.id,
  ]);
  assert.deepEqual(rows, [{ credentials: '', profile: { url: 'https://www.facebook.com/groups/77' } }]);
});
