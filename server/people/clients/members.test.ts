import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, aMember, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';

const server = await aServer();
const owner = await anOwner(server.db, { membership: 'dfy', name: 'Olga' });
const as = { as: owner };
const form = { name: 'Mark Team', email: 'Mark@Team.test', password: 'Mark&Pass1!', type: 'team_member' } as const;
const mailsTo = (user: { id: string }) => queued(server.db, jobs.sendMail, { userId: user.id });
const actionsOn = async (user: { id: string }) =>
  (
    await server.db.pool.query<{ action: string }>(
      'select action from audit_entries where subject_id = $1 order by id',
      [user.id],
    )
  ).rows.map(({ action }) => action);

test('an added team member is first in the list and can log in to the agency', async () => {
  const reply = await server.call('create-client', form, as);
  assert.equal(reply.message, messages.memberCreated);
  assert.ok(reply.status);
  assert.deepEqual(
    [reply.data.name, reply.data.email, reply.data.type],
    ['Mark Team', 'mark@team.test', 'team_member'],
  );
  const { items, total } = await server.ask('fetch-team-members', {}, as);
  assert.deepEqual([items[0]?.id, total], [reply.data.id, 1]);
  const { token, user } = await server.logIn({ email: 'mark@team.test', password: form.password });
  assert.deepEqual([user.is_virtual_account, user.client, user.membership], [true, '0', 'dfy']);
  const client = await aClient(server.db, owner);
  const seen = await server.ask('fetch-app-client', {}, { as: { ...owner, token } });
  assert.ok(
    seen.items.some(({ id }) => id === client.id),
    "the agency's clients are the member's to look after",
  );
  assert.deepEqual(await mailsTo(reply.data), []);
  assert.deepEqual(await actionsOn(reply.data), ['member-added']);
});

test('a new member gets a mail, if ticked, with a link to set a password and no password', async () => {
  const member = await server.ask('create-client', { ...form, email: 'mailed@team.test', send: true }, as);
  assert.deepEqual(await mailsTo(member), [{ letter: 'credentials', agencyId: owner.agencyId, userId: member.id }]);
  assert.equal((await server.call('invite-team-member', { id: member.id }, as)).message, messages.passwordLinkSent);
  assert.equal((await mailsTo(member)).length, 2);
});

const weak: [string, string][] = [
  ['Short1!', messages.memberPasswordLength],
  ['Longenough!', messages.memberPasswordDigit],
  ['Longenough1', messages.memberPasswordSpecial],
  ['longenough1!', messages.memberPasswordUpper],
  ['LONGENOUGH1!', messages.memberPasswordLower],
];
for (const [password, message] of weak) {
  test(`an account cannot be added with ${password}: ${message}`, async () => {
    const reply = await server.call('create-client', { ...form, email: 'weak@team.test', password }, as);
    assert.deepEqual([reply.code, reply.message], [422, message]);
  });
}

test('an email that is in use in any agency is refused at its field', async () => {
  const otherAgency = await anOwner(server.db);
  const reply = await server.call('create-client', { ...form, email: otherAgency.email.toUpperCase() }, as);
  assert.equal(reply.code, 409);
  assert.deepEqual(reply.status ? null : reply.errors, { email: messages.emailTaken });
});

test('the list of members can be searched by name or email and comes in pages', async () => {
  const big = await anOwner(server.db, { membership: 'enterprise' });
  for (let number = 0; number < 30; number += 1)
    await aMember(server.db, big, { name: `Person ${number}`, email: `person-${number}@big.test` });
  const first = await server.ask('fetch-team-members', {}, { as: big });
  assert.deepEqual([first.items.length, first.total], [25, 30]);
  const rest = await server.ask('fetch-team-members', { cursor: first.next ?? '' }, { as: big });
  assert.deepEqual([rest.items.length, rest.next], [5, null]);
  assert.equal(new Set([...first.items, ...rest.items].map(({ id }) => id)).size, 30);
  const byName = await server.ask('fetch-team-members', { sort: '-name' }, { as: big });
  assert.deepEqual(
    byName.items.slice(0, 3).map(({ name }) => name),
    ['Person 9', 'Person 8', 'Person 7'],
  );
  const restByName = await server.ask('fetch-team-members', { sort: '-name', cursor: byName.next ?? '' }, { as: big });
  assert.equal(new Set([...byName.items, ...restByName.items].map(({ id }) => id)).size, 30);
  assert.deepEqual(
    (await server.ask('fetch-team-members', { search: 'SON 17' }, { as: big })).items.map(({ name }) => name),
    ['Person 17'],
  );
  assert.deepEqual(
    (await server.ask('fetch-team-members', { search: '-29@big' }, { as: big })).items.map(({ name }) => name),
    ['Person 29'],
  );
});

test('editing a member keeps the password if it is blank, and otherwise ends the sessions', async () => {
  const member = await aMember(server.db, owner, { email: 'edited@team.test', password: 'Old&Password1!' });
  const edited = await server.call('edit-client-account', { id: member.id, name: 'Renamed', password: '' }, as);
  assert.equal(edited.message, messages.memberUpdated);
  assert.equal((await server.ask('fetch-user', {}, { as: member })).name, 'Renamed');
  const reply = await server.call(
    'edit-client-account',
    { id: member.id, name: 'Renamed', password: 'NoSpecial11' },
    as,
  );
  assert.deepEqual([reply.code, reply.message], [422, messages.passwordSpecial]);
  await server.ask('edit-client-account', { id: member.id, name: 'Renamed', password: 'New&Password1!' }, as);
  assert.equal((await server.call('fetch-user', {}, { as: member })).message, messages.unauthorizedToken);
  assert.equal(
    (await server.call('login', { email: member.email, password: 'New&Password1!' }, { as: null })).code,
    200,
  );
});

test('a deleted member is signed out at once and cannot return, but their work stays', async () => {
  const member = await aMember(server.db, owner, { email: 'leaving@team.test', password: 'Old&Password1!' });
  const [stream] = await server.ask(
    'content-stream',
    { type: 'text', title: 'By the member', description: 'D' },
    { as: member },
  );
  assert.equal((await server.call('delete-client', { client_id: member.id }, as)).message, messages.memberDeleted);
  assert.equal((await server.call('fetch-user', {}, { as: member })).code, 401);
  assert.equal(
    (await server.call('login', { email: member.email, password: 'Old&Password1!' }, { as: null })).code,
    422,
  );
  assert.equal((await server.ask('fetch-team-members', { search: 'leaving@' }, as)).total, 0);
  assert.ok((await server.ask('fetch-streams', {}, as)).items.some(({ id }) => id === stream?.id));
  assert.equal((await server.call('delete-client', { client_id: member.id }, as)).code, 404);
  assert.equal(
    (await server.call('create-client', { ...form, email: member.email }, as)).code,
    200,
    'the email is free again',
  );
});

const others: [string, () => Promise<TestPerson>][] = [
  ['an owner without the plan', () => anOwner(server.db, { membership: 'dfylite' })],
  ['a reseller', () => anOwner(server.db, { membership: 'dfy', isReseller: true })],
  ['a team member', () => aMember(server.db, owner)],
  ['a client account', () => aClient(server.db, owner)],
];
for (const [who, make] of others) {
  test(`${who} cannot manage a team`, async () => {
    const person = { as: await make() };
    const member = await aMember(server.db, { ...owner, agencyId: person.as.agencyId });
    assert.equal((await server.call('fetch-team-members', {}, person)).code, 403);
    assert.equal((await server.call('create-client', { ...form, email: 'x@y.test' }, person)).code, 403);
    assert.equal((await server.call('invite-team-member', { id: member.id }, person)).code, 403);
    assert.equal(
      (await server.call('edit-client-account', { id: member.id, name: 'Mine' }, person)).code,
      person.as.role === 'client' ? 404 : 403,
    );
    assert.ok([403, 404].includes((await server.call('delete-client', { client_id: member.id }, person)).code));
    assert.equal((await server.call('fetch-user', {}, { as: member })).code, 200, 'the member is still there');
  });
}

test('a client account can change its own name and password, and only this session stays', async () => {
  const client = await aClient(server.db, owner, { email: 'self@client.test', password: 'Old&Password1!' });
  const { token } = await server.logIn({ email: client.email, password: 'Old&Password1!' });
  const reply = await server.call(
    'edit-client-account',
    { id: client.id, name: 'Own Name', password: 'New&Password1!' },
    { as: client },
  );
  assert.deepEqual([reply.code, reply.message], [200, messages.profileUpdated]);
  assert.equal((await server.ask('fetch-user', {}, { as: client })).name, 'Own Name');
  assert.equal((await server.call('fetch-user', {}, { as: { ...client, token } })).code, 401);
  const other = await aClient(server.db, owner);
  assert.equal((await server.call('edit-client-account', { id: other.id, name: 'Mine' }, { as: client })).code, 404);
  assert.equal((await server.call('edit-client-account', { id: owner.id, name: 'Mine' }, { as: client })).code, 404);
});
