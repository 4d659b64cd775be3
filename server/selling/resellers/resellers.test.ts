import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { anAgencyWithEverything } from '../../app/testing/rows.ts';

const server = await aServer();
const seller = await anOwner(server.db, { membership: 'dfy__unlimited' });
const as = { as: seller };
const form = { name: 'Rita Resells', email: 'Rita@Resell.test', password: 'Rita&Pass1!' } as const;
let count = 0;
const create = (more: object = {}, caller = as) => {
  count += 1;
  return server.ask('reseller', { ...form, email: `reseller-${count}@resell.test`, ...more }, caller);
};
const signedIn = async (email: string, password: string = form.password): Promise<TestPerson> => {
  const { token, user } = await server.logIn({ email, password });
  const { rows } = await server.db.pool.query<{ agency_id: string }>(
    'select agency_id::text from users where id = $1',
    [user.id],
  );
  return { id: user.id, agencyId: rows[0]?.agency_id ?? '', role: 'owner', name: user.name, email, token };
};

test('a reseller account owns a new agency, with plans of the owner who created it', async () => {
  const reply = await server.call('reseller', form, as);
  assert.ok(reply.status);
  assert.equal(reply.message, 'Reseller account created successfully.');
  assert.deepEqual([reply.data.email, reply.data.membership], ['rita@resell.test', 'dfy__unlimited']);
  const rita = await signedIn('rita@resell.test');
  const user = await server.ask('fetch-user', {}, { as: rita });
  assert.deepEqual(
    [user.is_reseller_account, user.client, user.agency_name, user.membership],
    [true, '0', 'Rita Resells', 'dfy__unlimited'],
  );
  assert.notEqual(rita.agencyId, seller.agencyId);
  assert.deepEqual(
    (await server.ask('fetch-reseller-accounts', {}, as)).items.map(({ id }) => id),
    [reply.data.id],
  );
});

test('a white-label user’s reseller accounts are white-label users too, but cannot white-label', async () => {
  const under = { as: await anOwner(server.db, { membership: 'dfy', isWhiteLabel: true }) };
  const user = await server.ask('fetch-user', {}, { as: await signedIn((await create({}, under)).email) });
  assert.deepEqual([user.is_reseller_account, user.isWL], [true, 1]);
});

test('reseller and creator see nothing of each other, or of another reseller', async () => {
  const [one, two] = [await signedIn((await create()).email), await signedIn((await create()).email)];
  const mine = await aClient(server.db, seller, { name: 'Of the seller' });
  const theirs = await aClient(server.db, one, { name: 'Of the first reseller' });
  const namesOf = async (person: TestPerson) =>
    (await server.ask('fetch-app-client', {}, { as: person })).items.map(({ name }) => name);
  assert.deepEqual([await namesOf(one), await namesOf(two)], [['Of the first reseller'], []]);
  assert.ok(!(await namesOf(seller)).includes('Of the first reseller'));
  assert.equal((await server.call('delete-client', { client_id: theirs.id }, as)).code, 404);
  assert.equal((await server.call('delete-client', { client_id: mine.id }, { as: one })).code, 404);
});

test('a reseller has no Account Management, no Upgrades and no resellers', async () => {
  const reseller = { as: await signedIn((await create()).email) };
  assert.equal((await server.call('fetch-reseller-accounts', {}, reseller)).code, 403);
  assert.equal((await server.call('reseller', { ...form, email: 'sub@resell.test' }, reseller)).code, 403);
  assert.equal((await server.call('fetch-team-members', {}, reseller)).code, 403);
});

test('a reseller’s plans must be among its creator’s, and can be changed later', async () => {
  const account = await create({ plans: ['unlimited'] });
  assert.equal(account.membership, 'unlimited');
  const reply = await server.call('reseller', { ...form, email: 'rich@resell.test', plans: ['enterprise'] }, as);
  assert.deepEqual([reply.code, reply.message], [422, messages.planNotYours]);
  assert.equal((await server.ask('reseller', { id: account.id, name: 'R', plans: [] }, as)).membership, '');
  assert.equal((await server.ask('reseller', { id: account.id, name: 'R', plans: ['dfy'] }, as)).membership, 'dfy');
  assert.equal(
    (await server.ask('reseller', { id: account.id, name: 'R' }, as)).membership,
    'dfy',
    'the plans stay if they are left out',
  );
});

test('an edit keeps the email; a blank password keeps the old one, and another one ends the sessions', async () => {
  const { id, email } = await create();
  const person = await signedIn(email);
  const reply = await server.call('reseller', { id, name: 'Other Name', email: 'other@resell.test', password: '' }, as);
  assert.equal(reply.message, 'Reseller account created successfully.');
  assert.deepEqual(reply.status && [reply.data.name, reply.data.email], ['Other Name', email]);
  assert.equal((await server.call('fetch-user', {}, { as: person })).code, 200);
  await server.ask('reseller', { id, name: 'Other Name', password: 'Other&Pass1!' }, as);
  assert.equal((await server.call('fetch-user', {}, { as: person })).code, 401);
  await signedIn(email, 'Other&Pass1!');
});

test('creation requires email and password, and a taken email leaves no agency behind', async () => {
  const reply = await server.call('reseller', { name: 'Nobody' }, as);
  assert.deepEqual(
    [reply.code, reply.status ? null : reply.errors],
    [422, { email: 'Email is required', password: 'Password is required' }],
  );
  const agencies = async () => (await server.db.pool.query<{ n: string }>('select count(*) n from agencies')).rows;
  const before = await agencies();
  assert.equal((await server.call('reseller', { ...form, email: seller.email }, as)).code, 409);
  assert.deepEqual(await agencies(), before);
});

test('only the creator of an account lists, edits, invites or deletes it', async () => {
  const { id, email } = await create();
  const otherAgency = { as: await anOwner(server.db, { membership: 'dfy__enterprise__unlimited' }) };
  assert.equal((await server.ask('fetch-reseller-accounts', {}, otherAgency)).total, 0);
  assert.equal((await server.call('reseller', { id, name: 'Mine', password: 'Mine&Pass1!' }, otherAgency)).code, 404);
  assert.equal((await server.call('invite-reseller', { id }, otherAgency)).code, 404);
  assert.equal((await server.call('delete-reseller-accounts', { id }, otherAgency)).code, 404);
  assert.equal(
    (await server.call('delete-reseller-accounts', { id: seller.id }, as)).code,
    404,
    'an owner who is not a reseller',
  );
  await signedIn(email);
});

test('a reseller gets the link to set a password in the name of its own agency', async () => {
  const { id, email } = await create({ send: true });
  const { agencyId } = await signedIn(email);
  const mails = () => queued(server.db, jobs.sendMail, { userId: id });
  assert.deepEqual(await mails(), [{ letter: 'credentials', agencyId, userId: id }]);
  await server.ask('invite-reseller', { id }, as);
  assert.equal((await mails()).length, 2);
});

test('the list can be searched and comes in pages', async () => {
  const big = { as: await anOwner(server.db) };
  const { db } = server;
  for (let number = 0; number < 27; number += 1) {
    const owner = await anOwner(db, { name: `Shop ${number}`, email: `shop-${number}@big.test`, isReseller: true });
    await db.pool.query('update agencies set seller_agency_id = $1 where id = $2', [big.as.agencyId, owner.agencyId]);
  }
  const first = await server.ask('fetch-reseller-accounts', {}, big);
  assert.deepEqual([first.items.length, first.total], [25, 27]);
  assert.equal((await server.ask('fetch-reseller-accounts', { cursor: first.next ?? '' }, big)).items.length, 2);
  assert.deepEqual(
    (await server.ask('fetch-reseller-accounts', { search: 'SHOP 13' }, big)).items.map(({ name }) => name),
    ['Shop 13'],
  );
});

test('a deleted account is closed with its agency, which cannot sign in or publish; no other is affected', async () => {
  const { id, email } = await create();
  const person = await signedIn(email);
  const theirClient = await aClient(server.db, person);
  await anAgencyWithEverything(server.db, person);
  await anAgencyWithEverything(server.db, seller);
  const open = async ({ agencyId }: { agencyId: string }) =>
    (
      await server.db.pool.query<{ n: string }>(
        "select count(*) n from deliveries where agency_id = $1 and state <> 'cancelled'",
        [agencyId],
      )
    ).rows[0]?.n;
  assert.equal((await server.call('delete-reseller-accounts', { id }, as)).message, messages.resellerDeleted);
  for (const gone of [person, theirClient]) assert.equal((await server.call('fetch-user', {}, { as: gone })).code, 401);
  assert.equal((await server.call('login', { email, password: form.password }, { as: null })).code, 422);
  const { rows } = await server.db.pool.query('select credentials from social_accounts where agency_id = $1', [
    person.agencyId,
  ]);
  assert.deepEqual(rows, [{ credentials: '' }]);
  assert.ok(!(await server.ask('fetch-reseller-accounts', {}, as)).items.some((account) => account.id === id));
  assert.equal((await server.call('delete-reseller-accounts', { id }, as)).code, 404);
  assert.equal(await open(seller), '1', "the seller's own posts stay planned");
  assert.equal((await server.call('fetch-user', {}, as)).code, 200);
});
