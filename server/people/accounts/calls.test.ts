import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { openNetworks } from '#networks/index.ts';
import { startSandbox } from '../../../sandbox/start.ts';
import { aClient, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
const { networks, close } = openNetworks({
  telegramApiUrl: sandbox.telegramApiUrl,
  telegramWebUrl: sandbox.telegramWebUrl,
  mediumApiUrl: sandbox.mediumApiUrl,
  allowPrivateHosts: [new URL(sandbox.url).host],
});
const server = await aServer({ networks });
afterAll(async () => {
  await close();
  await sandbox.stop();
});

const telegram = { chat_id: '@sunrise_bakery', bot_token: '7100000001:AAsunriseBakerySandboxKey0000000001' };
const wordpress = {
  url: `${sandbox.wordpressUrl}/sunrise-blog`,
  username: 'editor',
  password: 'abcd efgh ijkl mnop qrst uvwx',
};
const medium = { access_token: '2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09' };

test('typed credentials are verified with each of three networks and saved, and the account is listed', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  assert.equal((await server.call('connect-telegram', { user_id, ...telegram })).message, messages.accountConnected);
  assert.equal((await server.call('save-wordpress', { user_id, ...wordpress })).message, messages.accountConnected);
  assert.equal((await server.call('save-medium', { user_id, ...medium })).message, messages.accountConnected);
  const { accounts } = await server.ask('fetch-social-accounts', { user_id });
  assert.deepEqual(
    accounts.map((account) => account.type),
    ['telegram', 'wordpress', 'medium'],
  );
  for (const account of accounts) assert.notEqual(account.username, '');
});

test('connecting the same account again renews it instead of adding another', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  await server.ask('connect-telegram', { user_id, ...telegram });
  assert.equal((await server.call('connect-telegram', { user_id, ...telegram })).message, messages.accountUpdated);
  assert.equal((await server.ask('fetch-social-accounts', { user_id })).accounts.length, 1);
});

test('the network’s reason for a refusal is shown, and nothing is saved', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  const refusals = [
    await server.call('connect-telegram', {
      user_id,
      ...telegram,
      bot_token: '7100000004:AAoldRevokedSandboxKey0000000000004',
    }),
    await server.call('connect-telegram', { user_id, ...telegram, chat_id: '@nobody_there' }),
    await server.call('save-wordpress', { user_id, ...wordpress, password: 'wrong' }),
    await server.call('save-wordpress', { user_id, ...wordpress, url: `${sandbox.wordpressUrl}/closed-blog` }),
    await server.call('save-medium', { user_id, access_token: 'gone' }),
  ];
  for (const refusal of refusals) {
    assert.equal(refusal.code, 422);
    assert.match(refusal.message, /\w+ \w+/);
  }
  assert.deepEqual((await server.ask('fetch-social-accounts', { user_id })).accounts, []);
});

test('an account of several clients shows the other clients to the agency, but not to a client', async () => {
  const first = await aClient(server.db, server.owner, { name: 'Twin Bakery' });
  const second = await aClient(server.db, server.owner, { name: 'Other Bakery' });
  const other = await anotherAgency(server.db);
  const elsewhere = await aClient(server.db, other, { name: 'Bakery Elsewhere' });
  const own = { chat_id: '-1001000000004', bot_token: telegram.bot_token };
  for (const { id: user_id } of [first, second]) await server.ask('connect-telegram', { user_id, ...own });
  await server.ask('connect-telegram', { user_id: elsewhere.id, ...own }, { as: other });
  const sharedOf = async (user_id: string, as: TestPerson = server.owner) =>
    (await server.ask('fetch-social-accounts', { user_id }, { as })).accounts.map((account) => account.shared_with);
  assert.deepEqual(await sharedOf(first.id), [['Other Bakery']]);
  assert.deepEqual(await sharedOf(second.id), [['Twin Bakery']]);
  assert.deepEqual(await sharedOf(elsewhere.id, other), [[]], 'another agency is another agency');
  assert.deepEqual(await sharedOf(first.id, first), [[]]);
});

test('credentials are encrypted in the database, and no call returns them', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  await server.ask('save-wordpress', { user_id, ...wordpress });
  const { rows } = await server.db.pool.query<{ row: string }>(
    'select to_jsonb(a)::text as row from social_accounts a where user_id = $1',
    [user_id],
  );
  assert.equal(rows[0]?.row.includes('abcd'), false);
  assert.equal(JSON.stringify(await server.ask('fetch-social-accounts', { user_id })).includes('abcd'), false);
});

test('a client account connects its own accounts and cannot see anyone else’s', async () => {
  const [client, other] = [await aClient(server.db, server.owner), await aClient(server.db, server.owner)];
  await server.ask('save-medium', { user_id: other.id, ...medium });
  await server.ask('save-medium', { user_id: client.id, ...medium }, { as: client });
  const { accounts } = await server.ask('fetch-social-accounts', {}, { as: client });
  assert.deepEqual(
    accounts.map((account) => account.user_id),
    [client.id],
  );
  assert.equal((await server.call('fetch-social-accounts', { user_id: other.id }, { as: client })).code, 404);
  assert.equal((await server.call('save-medium', { user_id: other.id, ...medium }, { as: client })).code, 404);
});

test('a deleted account and its credentials are gone, and another agency cannot delete it', async () => {
  const { id: user_id } = await aClient(server.db, server.owner);
  const { id } = await server.ask('save-medium', { user_id, ...medium });
  const otherAgency = await anotherAgency(server.db);
  assert.equal((await server.call('delete-social', { id }, { as: otherAgency })).code, 404);
  assert.equal((await server.call('delete-social', { id })).message, messages.accountDeleted);
  const { rows } = await server.db.pool.query<{ credentials: string }>(
    'select credentials from social_accounts where id = $1',
    [id],
  );
  assert.equal(rows[0]?.credentials, '');
  assert.equal((await server.call('delete-social', { id })).code, 404);
});

test('a network without an adapter says why it is disabled; the others give their limits', async () => {
  const all = await server.ask('fetch-networks', {});
  assert.equal(all.length, 9);
  const of = (type: string) => all.find((network) => network.type === type);
  assert.equal(of('telegram')?.available, true);
  assert.equal(of('telegram')?.caption_length, 1024);
  assert.deepEqual(
    [of('telegram')?.length_unit, of('telegram')?.title_unit, of('telegram')?.title_length],
    ['utf16', 'utf16', null],
  );
  assert.equal(of('reddit')?.available, false);
  assert.notEqual(of('reddit')?.reason, '');
});
