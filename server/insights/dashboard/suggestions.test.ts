import assert from 'node:assert/strict';
import { test } from 'vitest';
import { anAccount, anOrder } from '../../planning/schedules/testing.ts';
import { aTextStream } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, aServer, type TestPerson } from '../../app/testing/server.ts';

const now = new Date('2026-06-01T00:00:00Z');
const server = await aServer({ clock: () => now });
const { db, owner } = server;
const query = (text: string, values: unknown[]) => db.pool.query(text, values);
await query(`update users set membership = 'dfy__enterprise__unlimited' where id = $1`, [owner.id]);
const ask = async (as: TestPerson = owner) => server.ask('fetch-suggestions', {}, { as });
const idsOf = async (as: TestPerson = owner) => (await ask(as)).suggestions.map(({ id }) => id);

test('an empty agency gets no suggestion that needs a client', async () => {
  assert.deepEqual(await ask(), {
    suggestions: [
      {
        id: 'second-factor',
        title: 'Protect your sign-in',
        action: 'Turn on two-step log-in',
        to: '/my-account',
        text:
          'With two-step log-in, a password alone is not enough: signing in also takes a code from an app on ' +
          'your phone.',
      },
    ],
    hidden: [],
  });
});

test('a suggestion that fits names its client, and is gone once the client uses the feature', async () => {
  const client = await aClient(db, owner, { name: 'Corner Shop' });
  assert.deepEqual(
    (await ask()).suggestions.map(({ id, to, action }) => [id, to, action]),
    [
      ['connect-link', `/edit-client/${client.id}?tab=accounts`, 'Make a link for Corner Shop'],
      ['team-members', '/account-management', 'Add a team member'],
      ['second-factor', '/my-account', 'Turn on two-step log-in'],
    ],
  );
  await query(`update users set paused_at = now() where id = $1`, [client.id]);
  assert.deepEqual(await idsOf(), ['team-members', 'second-factor'], 'a paused client gets no links');
  await query(`update users set paused_at = null where id = $1`, [client.id]);
  const account = await anAccount(server, client);
  const stream = await aTextStream(server, ['one', 'two']);
  const order = anOrder({ user_client_id: client.id, content_stream_id: stream.id, social_accounts: [account] });
  await server.ask('save-scheduler', order);
  assert.deepEqual(await idsOf(), ['client-approval', 'repurpose', 'team-members'], 'every client has an account now');
  assert.match((await ask()).suggestions[0]?.text ?? '', /^Corner Shop approves each post/);

  await server.ask('edit-app-client-account', {
    id: client.id,
    name: 'Corner Shop',
    earning: 1,
    frequency: 'weekly',
    approval: 'client',
  });
  await server.ask('save-scheduler', { ...order, re_purpose: 1 });
  await aMember(db, owner);
  assert.deepEqual(await idsOf(), ['second-factor', 'resellers']);
  await query(
    `insert into second_factors (user_id, agency_id, secret, created_at, turned_on_at) values ($1, $2, 's', now(),
      now())`,
    [owner.id, owner.agencyId],
  );
  assert.deepEqual(await idsOf(), ['resellers']);
  await server.ask('reseller', { name: 'Sold', email: 'sold@reseller.test', password: 'Sunny-Day1!', plans: ['dfy'] });
  assert.deepEqual(await ask(), { suggestions: [], hidden: [] });
});

test('an agency with a blog and no article gets the suggestion about articles', async () => {
  const client = await aClient(db, owner, { name: 'Blog Ltd' });
  await query(
    `insert into social_accounts (agency_id, user_id, network, external_id, username, credentials) values ($1, $2,
      'wordpress', 'blog', 'blog', '')`,
    [owner.agencyId, client.id],
  );
  assert.deepEqual(await idsOf(), ['formatted-texts']);
  await server.ask('content-stream', { type: 'formatted', title: 'Articles', description: 'Long ones' });
  assert.deepEqual(await idsOf(), []);
});

test('a hidden suggestion is hidden for one person only, and can be restored singly or with all others', async () => {
  const agency = await anotherAgency(db);
  await query(`update users set membership = 'enterprise' where id = $1`, [agency.id]);
  await aClient(db, agency, { name: 'Their Client' });
  const member = await aMember(db, agency);
  const hide = (id: 'connect-link' | 'second-factor', as: TestPerson) => server.ask('hide-suggestion', { id }, { as });
  assert.deepEqual(await idsOf(agency), ['connect-link', 'second-factor']);
  await hide('connect-link', agency);
  await hide('connect-link', agency);
  assert.deepEqual([await idsOf(agency), (await ask(agency)).hidden], [['second-factor'], ['connect-link']]);
  assert.deepEqual(
    [await idsOf(member), (await ask(member)).hidden],
    [['connect-link', 'second-factor'], []],
    'another person of the agency',
  );
  assert.equal((await ask(member)).suggestions[1]?.to, '/security');
  await hide('second-factor', agency);
  assert.deepEqual(await ask(agency), { suggestions: [], hidden: ['connect-link', 'second-factor'] });
  await server.ask('show-suggestions', { ids: ['second-factor'] }, { as: agency });
  assert.deepEqual([await idsOf(agency), (await ask(agency)).hidden], [['second-factor'], ['connect-link']]);
  await server.ask('show-suggestions', { ids: ['connect-link', 'second-factor'] }, { as: agency });
  assert.deepEqual([await idsOf(agency), (await ask(agency)).hidden], [['connect-link', 'second-factor'], []]);
});

test('an unknown suggestion cannot be hidden', async () => {
  const refused = await server.send('/api/hide-suggestion', {
    method: 'POST',
    body: JSON.stringify({ id: 'buy-more' }),
    headers: { authorization: owner.token, 'content-type': 'application/json' },
  });
  assert.equal(refused.status, 422);
});
