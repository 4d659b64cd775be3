import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Sent } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, aMember, anotherAgency, aServer } from '../../app/testing/server.ts';

const server = await aServer();
const details = {
  name: 'Sunrise Bakery',
  email: 'Anna@Sunrise.test',
  password: 'Bread&Butter1!',
  earning: '250.50',
  frequency: 'monthly',
} as const;

test('an added client is first in the list, with a lower-case email and money in dollars', async () => {
  const reply = await server.call('add-app-client', details);
  assert.equal(reply.message, messages.clientCreated);
  const { items, total } = await server.ask('fetch-app-client', {});
  assert.equal(total, 1);
  assert.equal(items[0]?.email, 'anna@sunrise.test');
  assert.equal(items[0]?.earning, 250.5);
  assert.equal(items[0]?.frequency, 'monthly');
  assert.equal(items[0]?.accounts, 0);
});

test('a client that is added without a frequency pays weekly', async () => {
  const { frequency: _none, ...rest } = details;
  const [added] = await server.ask(
    'add-app-client',
    { ...rest, email: 'weekly@sunrise.test' },
    { as: await anotherAgency(server.db) },
  );
  assert.equal(added?.frequency, 'weekly');
});

test('a client is added by name and email alone: it earns nothing, has no password, and gets no mail', async () => {
  const as = await anotherAgency(server.db);
  const { id, name } = await server.ask(
    'add-quick-client',
    { name: ' Corner Studio ', email: 'Ada@corner.test' },
    { as },
  );
  assert.equal(name, 'Corner Studio');
  const { items } = await server.ask('fetch-app-client', { id }, { as });
  const [client] = items;
  assert.deepEqual(
    [client?.email, client?.earning, client?.frequency, client?.can_sign_in, client?.approval],
    ['ada@corner.test', 0, 'weekly', false, 'none'],
  );
  const again = await server.call('add-quick-client', { name: 'Other', email: 'ADA@corner.test' }, { as });
  assert.deepEqual([again.code, again.status ? null : again.errors], [409, { email: messages.emailTaken }]);
  const letters = await queued(server.db, jobs.sendMail, { agencyId: as.agencyId });
  assert.deepEqual(
    letters.map(({ letter }) => letter),
    ['added'],
    'which mails nobody but a person whose address it is elsewhere',
  );
});

test('a client account can fetch its own record, and nobody else has one', async () => {
  const otherAgency = await anotherAgency(server.db);
  const [own] = [await aClient(server.db, otherAgency, { name: 'Own' }), await aClient(server.db, otherAgency)];
  assert.deepEqual(
    await server.ask('fetch-client-account', {}, { as: own }),
    (await server.ask('fetch-app-client', {}, { as: own })).items[0],
  );
  assert.equal((await server.call('fetch-client-account', {}, { as: otherAgency })).code, 403);
});

test('an email that somebody of the agency has, in any case, is refused at its field', async () => {
  const reply = await server.call('add-app-client', { ...details, email: 'ANNA@sunrise.TEST' });
  assert.equal(reply.code, 409);
  assert.deepEqual(reply.status ? null : reply.errors, { email: messages.emailTaken });
});

test('a weak password is refused with one sentence for all of its rules', async () => {
  for (const password of ['short1!A'.slice(0, 7), 'alllowercase1!', 'ALLUPPERCASE1!', 'NoDigits!!', 'NoSpecial11']) {
    const reply = await server.call('add-app-client', { ...details, email: 'other@sunrise.test', password });
    assert.equal(reply.code, 422);
    assert.equal(reply.message, messages.passwordRule);
    const client = await aClient(server.db, server.owner);
    const edit = await server.call('edit-app-client-account', {
      id: client.id,
      name: 'N',
      earning: 0,
      frequency: 'weekly',
      password,
    });
    assert.deepEqual([edit.code, edit.message], [422, messages.passwordRule]);
  }
});

test('the list is searched by part of a name or email, in any case, with % and _ taken literally', async () => {
  await server.ask('add-app-client', { ...details, name: 'Harbor 100% Gym', email: 'gym@harbor.test' });
  const search = async (word: string) =>
    (await server.ask('fetch-app-client', { search: word })).items.map((client) => client.name);
  assert.deepEqual(await search('BAKE'), ['Sunrise Bakery']);
  assert.deepEqual(await search('harbor.TEST'), ['Harbor 100% Gym']);
  assert.deepEqual(await search('100%'), ['Harbor 100% Gym']);
  assert.deepEqual(await search('_'), []);
});

test('the list ordered by accounts has clients without accounts last, in pages without a gap', async () => {
  const owner = await anotherAgency(server.db);
  const names = Array.from({ length: 28 }, (_, number) => `Client ${String(number).padStart(2, '0')}`);
  for (const name of names.toReversed()) await aClient(server.db, owner, { name });
  for (const name of ['zebra', 'Äpfel', 'apples', 'Same', 'Same'])
    await server.db.pool.query(
      `insert into social_accounts (agency_id, user_id, network, external_id, username, credentials)
       values ($1, $2::bigint, 'telegram', $2::text, 'x', '-')`,
      [owner.agencyId, (await aClient(server.db, owner, { name })).id],
    );
  const first = await server.ask('fetch-app-client', { sort: 'connected' }, { as: owner });
  const rest = await server.ask('fetch-app-client', { sort: 'connected', cursor: first.next ?? '' }, { as: owner });
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ name }) => name),
    ['Äpfel', 'apples', 'Same', 'Same', 'zebra', ...names],
  );
  assert.equal(rest.next, null);
  const ids = new Set([...first.items, ...rest.items].map(({ id }) => id));
  const foreign = await server.ask('fetch-app-client', { sort: 'connected', cursor: first.next ?? '' });
  assert.ok(!foreign.items.some(({ id }) => ids.has(id)), 'no client of the other agency');
});

test('the list can be ordered by name or age in both directions, with capitals and umlauts in place', async () => {
  const owner = await anotherAgency(server.db);
  for (const name of ['zebra', 'Äpfel', 'Banana', 'apples', 'banana']) await aClient(server.db, owner, { name });
  const names = async (input: Sent<'fetch-app-client'>) =>
    (await server.ask('fetch-app-client', input, { as: owner })).items.map(({ name }) => name);
  assert.deepEqual(await names({ sort: 'name' }), ['Äpfel', 'apples', 'banana', 'Banana', 'zebra']);
  assert.deepEqual(await names({ sort: '-name' }), ['zebra', 'Banana', 'banana', 'apples', 'Äpfel']);
  assert.deepEqual(await names({ sort: 'created' }), ['zebra', 'Äpfel', 'Banana', 'apples', 'banana']);
  assert.deepEqual(await names({ sort: '-name', search: 'BANANA' }), ['Banana', 'banana']);
});

test('the pages of the list have no gap and no duplicate', async () => {
  const owner = await anotherAgency(server.db);
  for (let number = 0; number < 60; number++) await aClient(server.db, owner, { name: `Client ${number}` });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await server.ask('fetch-app-client', cursor === undefined ? {} : { cursor }, { as: owner });
    assert.equal(page.total, 60);
    seen.push(...page.items.map((client) => client.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  assert.equal(seen.length, 60);
  assert.equal(new Set(seen).size, 60);
});

test('an invalid cursor is refused with a message', async () => {
  const reply = await server.call('fetch-app-client', { cursor: "1'; drop table users" });
  assert.equal(reply.code, 422);
});

test('a client account sees only its own card', async () => {
  const client = await aClient(server.db, server.owner);
  const { items, total } = await server.ask('fetch-app-client', {}, { as: client });
  assert.deepEqual(
    items.map((item) => item.id),
    [client.id],
  );
  assert.equal(total, 1);
});

test('a client account can change its own details but not what the agency earns', async () => {
  const client = await aClient(server.db, server.owner);
  const edited = await server.call(
    'edit-app-client-account',
    { id: client.id, name: 'New Name', earning: 1, frequency: 'yearly' },
    { as: client },
  );
  assert.equal(edited.message, messages.profileUpdated);
  assert.deepEqual(edited.status && [edited.data.name, edited.data.earning, edited.data.frequency], [
    'New Name',
    0,
    'weekly',
  ]);
});

test('a client account cannot edit anyone else or add a client', async () => {
  const [client, other] = [await aClient(server.db, server.owner), await aClient(server.db, server.owner)];
  const edit = await server.call(
    'edit-app-client-account',
    { id: other.id, name: 'Mine', earning: 0, frequency: 'weekly' },
    { as: client },
  );
  assert.equal(edit.code, 404);
  const add = await server.call('add-app-client', { ...details, email: 'third@sunrise.test' }, { as: client });
  assert.equal(add.code, 403);
});

test('a new password lets the client in and ends its other sessions; a blank one keeps the old', async () => {
  const client = await aClient(server.db, server.owner, { email: 'login@client.test', password: 'Old&Password1!' });
  const form = { id: client.id, name: 'Login', earning: 0, frequency: 'weekly' } as const;
  await server.ask('edit-app-client-account', { ...form, password: '' });
  assert.equal((await server.call('fetch-user', {}, { as: client })).code, 200);
  await server.ask('edit-app-client-account', { ...form, password: 'New&Password1!' });
  assert.equal((await server.call('fetch-user', {}, { as: client })).message, messages.unauthorizedToken);
  assert.equal(
    (await server.call('login', { email: client.email, password: 'New&Password1!' }, { as: null })).code,
    200,
  );
});

test('only the owner can delete a client, which is then signed out and unlisted, its email free', async () => {
  const client = await aClient(server.db, server.owner, { email: 'leaving@client.test' });
  const member = await aMember(server.db, server.owner);
  assert.equal((await server.call('delete-client', { client_id: client.id }, { as: member })).code, 403);
  assert.equal((await server.call('delete-client', { client_id: client.id })).message, messages.clientDeleted);
  assert.equal((await server.call('fetch-user', {}, { as: client })).code, 401);
  assert.equal((await server.call('delete-client', { client_id: client.id })).code, 404);
  assert.equal((await server.call('add-app-client', { ...details, email: 'leaving@client.test' })).code, 200);
});

test('a client of another agency is not found', async () => {
  const otherAgency = await anotherAgency(server.db);
  const theirs = await aClient(server.db, otherAgency);
  assert.equal((await server.call('delete-client', { client_id: theirs.id })).code, 404);
  const edit = await server.call('edit-app-client-account', {
    id: theirs.id,
    name: 'Mine',
    earning: 0,
    frequency: 'weekly',
  });
  assert.equal(edit.code, 404);
});
