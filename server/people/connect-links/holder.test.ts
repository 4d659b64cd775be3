import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { calls, type Name } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { aClient, anotherAgency } from '../../app/testing/server.ts';
import { aLinkHolder } from './testing.ts';
import { aLinkStage } from './testing-server.ts';

const { accountOf, linksOf, server } = await aLinkStage();

/** Everything that a holder of a link may do; all other calls of the contract answer 403. */
const allowed: readonly Name[] = [
  'check-network-status',
  'connect-by-hand',
  'connect-reddit',
  'connect-telegram',
  'connect-ticket',
  'facebook-targets',
  'fetch-connect-page',
  'fetch-networks',
  'linkedin-callback',
  'save-facebook',
  'save-medium',
  'save-vimeo',
  'save-wordpress',
  'save-youtube',
  'twitter-callback',
];

describe('a holder of a connect link', async () => {
  const client = await aClient(server.db, server.owner, { name: 'Sunrise Bakery' });
  const { holder } = await aLinkHolder(server, client);

  for (const call of calls.filter(({ who }) => who !== 'anyone')) {
    test(`a link’s holder ${allowed.includes(call.name) ? 'may' : 'may not'} call ${call.name}`, async () => {
      const response = await server.send(`/api/${call.name}`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: holder.token },
      });
      if (allowed.includes(call.name)) assert.ok([200, 422].includes(response.status), `${response.status}`);
      else assert.equal(response.status, 403);
    });
  }

  test('a holder can connect and reconnect its client’s accounts, which the agency sees in the log', async () => {
    await server.ask('connect-telegram', accountOf(client.id, '@sunrise'), { as: holder });
    const again = await server.call('connect-telegram', accountOf(client.id, '@sunrise'), { as: holder });
    assert.equal(again.message, messages.accountUpdated);
    const { accounts } = await server.ask('fetch-social-accounts', { user_id: client.id });
    assert.deepEqual(
      accounts.map(({ type, username }) => [type, username]),
      [['telegram', 'Channel @sunrise']],
    );
    const [link] = await linksOf(client.id);
    assert.deepEqual(link?.accounts, [{ type: 'telegram', username: 'Channel @sunrise' }]);
    const { items } = await server.ask('fetch-activity', { timezone: 'UTC' });
    assert.deepEqual(items.map(({ what, who }) => [who, what]).slice(0, 4), [
      ['Sunrise Bakery', 'Connected “Channel @sunrise” on Telegram again by a connect link'],
      ['Sunrise Bakery', 'Connected “Channel @sunrise” on Telegram by a connect link'],
      ['Sunrise Bakery', 'Opened a connect link made for “Sunrise Bakery”'],
      [server.owner.name, 'Made a connect link for “Sunrise Bakery”'],
    ]);
  });

  test('a holder can connect an account by consent, in a visit of its own', async () => {
    const { url, state } = await server.ask(
      'connect-ticket',
      { network: 'youtube', user_id: client.id, key: 'a-key-of-a-visit-1' },
      { as: holder },
    );
    assert.equal((await server.send(url, { redirect: 'manual' })).status, 303);
    assert.equal(
      (await server.call('save-youtube', { user_id: client.id, state, code: 'c' })).code,
      404,
      'not the owner’s visit',
    );
    assert.equal(
      (await server.ask('save-youtube', { user_id: client.id, state, code: 'c' }, { as: holder })).account.type,
      'youtube',
    );
  });

  test('a holder sees only the names of the agency, the client and its accounts', async () => {
    const page = await server.ask('fetch-connect-page', {}, { as: holder });
    assert.deepEqual(
      { ...page, accounts: page.accounts.map(({ type, status }) => [type, status]) },
      {
        agency: { name: page.agency.name, logo: null },
        user_id: client.id,
        name: 'Sunrise Bakery',
        link: { expires: '2026-06-08T10:00:00.000Z', made_by: server.owner.name },
        accounts: [
          ['telegram', 'connected'],
          ['youtube', 'connected'],
        ],
      },
    );
    assert.match(page.agency.name, /^Agency /);
  });

  test('a holder cannot connect accounts for another client, of its agency or another', async () => {
    for (const other of [await aClient(server.db, server.owner), await anotherAgency(server.db), server.owner]) {
      assert.equal((await server.call('connect-telegram', accountOf(other.id, '@x'), { as: holder })).code, 404);
      assert.equal(
        (
          await server.call(
            'connect-ticket',
            { network: 'youtube', user_id: other.id, key: 'a-key-of-a-visit-2' },
            { as: holder },
          )
        ).code,
        404,
      );
    }
  });
});

test('a client’s list of sessions leaves out those of its connect links', async () => {
  const { rows } = await server.db.pool.query<{ n: string }>(
    "select count(*) as n from sessions where opened_by = 'connect-link'",
  );
  assert.notEqual(rows[0]?.n, '0');
  const sessions = await server.ask('fetch-sessions', {});
  assert.equal(sessions.length, 1);
});
