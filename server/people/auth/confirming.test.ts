import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aClient, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { hashToken, newToken } from '../../base/secrets/tokens.ts';
import { insertLoginLink } from './link-queries.ts';

const password = 'Sunny-Day1!';
const minute = 60_000;
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

/** An owner who has just logged in with a password. */
async function loggedIn(): Promise<TestPerson> {
  const owner = await anOwner(server.db, { password });
  return { ...owner, token: (await server.logIn({ email: owner.email, password })).token };
}

async function aReseller(owner: TestPerson): Promise<string> {
  const email = `sold-by-${owner.id}@example.test`;
  return (await server.ask('reseller', { name: 'Sold', email, password }, { as: owner })).id;
}
const close = (owner: TestPerson, id: string) => server.call('delete-reseller-accounts', { id }, { as: owner });
const confirm = (owner: TestPerson, given: string) =>
  server.call('confirm-identity', { password: given }, { as: owner });
const askedFor = { code: 403, status: false, message: messages.confirmFirst, errors: { confirm: 'password' } };

test('a log-in confirms the person for ten minutes; later a sensitive call is refused', async () => {
  const owner = await loggedIn();
  const id = await aReseller(owner);
  time += 10 * minute + 1;
  assert.deepEqual(await close(owner, id), askedFor);
  assert.equal((await server.ask('fetch-reseller-accounts', {}, { as: owner })).items.length, 1);
  time -= 1;
  assert.equal((await close(owner, id)).code, 200);
});

test('the password confirms only this session, for ten minutes, and is recorded in the log', async () => {
  const here = await loggedIn();
  const there = { ...here, token: (await server.logIn({ email: here.email, password })).token };
  const id = await aReseller(here);
  time += 11 * minute;
  assert.equal((await confirm(here, password)).message, messages.confirmed);
  assert.deepEqual(await close(there, id), askedFor);
  time += 10 * minute;
  assert.equal((await close(here, id)).code, 200);
  const { items } = await server.ask('fetch-activity', { timezone: 'UTC' }, { as: here });
  assert.ok(items.some(({ what }) => what === 'Confirmed the identity by the password'));
});

test('a wrong password confirms nothing, and after ten of them the person waits a quarter of an hour', async () => {
  const owner = await loggedIn();
  const id = await aReseller(owner);
  time += 15 * minute;
  const wrong = {
    code: 422,
    status: false,
    message: messages.passwordWrong,
    errors: { password: messages.passwordWrong },
  };
  for (let tries = 0; tries < 10; tries += 1) assert.deepEqual(await confirm(owner, 'Wrong-Day1!'), wrong);
  assert.deepEqual(await confirm(owner, password), {
    code: 429,
    status: false,
    message: messages.confirmTooMany,
    errors: {},
  });
  assert.deepEqual(await close(owner, id), askedFor);
  time += 15 * minute;
  assert.equal((await confirm(owner, password)).code, 200);
  assert.equal((await close(owner, id)).code, 200);
});

test('input errors are answered before a confirmation is requested', async () => {
  const owner = await loggedIn();
  time += 11 * minute;
  const reply = await server.call('delete-reseller-accounts', { id: 'x' }, { as: owner });
  assert.equal(reply.code, 422);
});

/** A person's session that an operator has opened by a master log-in. */
async function asOperator(person: TestPerson): Promise<TestPerson> {
  const { token, hash } = newToken();
  await server.db.asSystem((tx) =>
    insertLoginLink(tx, {
      agencyId: person.agencyId,
      userId: person.id,
      purpose: 'master-login',
      tokenHash: hash,
      now: new Date(time),
      expiresAt: new Date(time + minute),
    }),
  );
  return { ...person, token: (await server.ask('master-login', { email: person.email, token }, { as: null })).token };
}
const refusedToOperators = { code: 403, status: false, message: messages.confirmByOperator, errors: {} };

test('an operator who is logged in on somebody’s behalf cannot confirm, and the message says so', async () => {
  const owner = await loggedIn();
  const operator = await asOperator(owner);
  assert.deepEqual(await close(operator, await aReseller(owner)), refusedToOperators);
  assert.deepEqual(await confirm(operator, password), refusedToOperators);
});

/** What only the person itself may do, by the reason. */
const own = {
  deleting: ['delete-client', 'delete-clients', 'delete-social', 'delete-account', 'delete-wl-users'],
  stopping: ['disable-account'],
  'data export': ['download-user-data', 'download-data-export', 'cancel-data-export', 'fetch-account-data'],
  'keys of the AI': ['save-ai-settings', 'verify-ai-key', 'remove-ai-key'],
  'keys of Stripe': ['stripe-connect', 'delete-stripe'],
  'keys of networks': ['connect-telegram', 'save-wordpress', 'save-medium', 'connect-by-hand', 'connect-ticket'],
  consent: ['twitter-callback', 'linkedin-callback', 'connect-reddit', 'save-vimeo', 'save-youtube', 'save-facebook'],
  'connecting by link': ['make-connect-link'],
  'passwords and emails': ['change-email', 'change-wl-password'],
  'second factors': ['start-second-factor', 'turn-on-second-factor', 'turn-off-second-factor', 'make-recovery-codes'],
  sessions: ['delete-session', 'delete-other-sessions'],
  domains: ['create-whitelabel', 'verify-domain', 'release-domain'],
  memberships: ['create-membership', 'update-membership', 'delete-membership'],
  'further log-ins': ['create-client', 'invite-team-member', 'reseller', 'invite-reseller', 'delete-reseller-accounts'],
  decisions: ['approve-posts', 'approve-chosen-posts', 'approve-schedule'],
  "the client's decisions": ['send-back-post', 'send-back-chosen-posts', 'approve-posts', 'approve-chosen-posts'],
} as const;
const plans = 'dfy__enterprise__unlimited';

for (const [reason, names] of Object.entries(own))
  test(`an operator who is signed in for somebody is refused ${reason}`, async () => {
    const owner = { ...(await anOwner(server.db, { membership: plans })) };
    const person = reason === "the client's decisions" ? await aClient(server.db, owner) : owner;
    const operator = await asOperator(person);
    for (const name of names) {
      assert.deepEqual(await server.call(name, {}, { as: operator }), refusedToOperators, name);
      assert.notEqual((await server.call(name, {}, { as: person })).code, 403, name);
    }
  });

test('the activity names each change that an operator has made for somebody', async () => {
  const owner = await anOwner(server.db, { membership: plans });
  const operator = { as: await asOperator(owner) };
  await server.ask('save-pronunciation', { written: 'AcmeCo', spoken: 'Akmi Co' }, operator);
  await server.ask('save-pronunciation', { written: 'Okta', spoken: 'Octa' }, operator);
  await server.ask('logout', {}, operator);
  const { items } = await server.ask('fetch-activity', { timezone: 'UTC', doer: 'operator' }, { as: owner });
  assert.deepEqual(
    items.map(({ what, who, on_behalf_of: behalf }) => [what, who, behalf]),
    [
      ['Signed out', 'Operator', owner.name],
      ['Made a change: save pronunciation', 'Operator', owner.name],
      ['Signed in with the operator’s link', 'Operator', owner.name],
    ],
  );
});

test('a session that predates confirmation counts as never confirmed', async () => {
  const owner = await loggedIn();
  await server.db.pool.query('update sessions set confirmed_at = null where token_hash = $1', [hashToken(owner.token)]);
  assert.deepEqual(await close(owner, '1'), askedFor);
});

test('everybody must confirm a change of email, and with a second factor also deleting a client', async () => {
  const owner = await loggedIn();
  time += 60 * minute;
  assert.deepEqual(await server.call('change-email', { email: 'else@example.test' }, { as: owner }), askedFor);
  assert.equal((await confirm(owner, password)).code, 200);
  assert.equal((await server.call('change-email', { email: 'else@example.test' }, { as: owner })).code, 200);
  time += 60 * minute;
  assert.equal((await server.call('delete-client', { client_id: '999' }, { as: owner })).code, 404);
});
