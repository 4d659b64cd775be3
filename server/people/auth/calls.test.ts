import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anOwner, aServer } from '../../app/testing/server.ts';
import { insertLoginLink } from './link-queries.ts';
import { newToken } from '../../base/secrets/tokens.ts';

const password = 'Sunny-Day1!';
const nobody = { as: null };

let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

describe('signing in', () => {
  const login = (email: string, given: string) => server.call('login', { email, password: given }, nobody);

  test('an owner gets a token for their own user, whatever the case of the email', async () => {
    const owner = await anOwner(server.db, {
      email: 'mia@example.test',
      name: 'Mia',
      membership: 'dfy__unlimited',
      password,
    });
    const reply = await login(' MIA@example.test ', password);
    assert.ok(reply.status && 'token' in reply.data);
    assert.equal(reply.message, messages.loginOk);
    assert.equal(reply.data.user.client, '0');
    assert.equal(reply.data.user.membership, 'dfy__unlimited');
    const user = await server.ask('fetch-user', {}, { as: { ...owner, token: `Bearer ${reply.data.token}` } });
    assert.equal(user.id, owner.id);
    assert.equal(user.agency_name.startsWith('Agency'), true);
    assert.equal(user.impersonated, false);
  });

  test('the session token is stored only as a hash', async () => {
    await anOwner(server.db, { email: 'hash@example.test', password });
    const { token } = await server.logIn({ email: 'hash@example.test', password });
    const { rows } = await server.db.pool.query('select * from sessions where token_hash = sha256($1)', [
      Buffer.from(token),
    ]);
    assert.equal(rows.length, 1);
    assert.equal(Buffer.from(token, 'base64url').length, 32);
  });

  test('a wrong password and an unknown email get the same answer', async () => {
    await anOwner(server.db, { email: 'known@example.test', password });
    const wrong = await login('known@example.test', 'Wrong-Day1!');
    assert.deepEqual(wrong, { code: 422, status: false, message: messages.loginWrong, errors: {} });
    assert.deepEqual(await login('unknown@example.test', 'Wrong-Day1!'), wrong);
  });

  test('successful log-ins do not count against the limit of tries', async () => {
    await anOwner(server.db, { email: 'often@example.test', password });
    for (let attempt = 0; attempt < 27; attempt += 1)
      assert.equal((await login('often@example.test', password)).code, 200);
  });

  test('logging out ends the session at once', async () => {
    const owner = await anOwner(server.db);
    const reply = await server.call('logout', {}, { as: owner });
    assert.equal(reply.message, messages.loggedOut);
    const after = await server.call('fetch-user', {}, { as: owner });
    assert.deepEqual(after, { code: 401, status: false, message: messages.unauthorizedToken, errors: {} });
  });

  test('a session ends 30 days after it was last used', async () => {
    await anOwner(server.db, { email: 'away@example.test', password });
    const as = { ...server.owner, token: (await server.logIn({ email: 'away@example.test', password })).token };
    time += 29 * 86_400_000;
    assert.equal((await server.call('fetch-user', {}, { as })).code, 200);
    time += 29 * 86_400_000;
    assert.equal((await server.call('fetch-user', {}, { as })).code, 200);
    time += 31 * 86_400_000;
    assert.equal((await server.call('fetch-user', {}, { as })).code, 401);
  });

  test('a deleted client cannot log in and has no session', async () => {
    const client = await aClient(server.db, server.owner, { email: 'gone@example.test', password });
    await server.db.pool.query('update users set deleted_at = now() where id = $1', [client.id]);
    assert.equal((await server.call('fetch-user', {}, { as: client })).code, 401);
    assert.equal((await login('gone@example.test', password)).code, 422);
  });
});

describe('choosing another password', () => {
  const mails = () => queued(server.db, jobs.sendMail);
  const reset = (token: string, given = password) =>
    server.call('reset-password', { password: given, confirm_password: given, password_token: token }, nobody);
  const aLink = async (
    user: { id: string; agencyId: string },
    purpose: 'reset-password' | 'set-password' | 'master-login',
  ) => {
    const { token, hash } = newToken();
    const now = new Date(time);
    await server.db.asSystem((tx) =>
      insertLoginLink(tx, {
        agencyId: user.agencyId,
        userId: user.id,
        purpose,
        tokenHash: hash,
        now,
        expiresAt: new Date(time + 3_600_000),
      }),
    );
    return token;
  };

  test('a reset for a known and an unknown email gets the same answer, and only the known one a mail', async () => {
    const owner = await anOwner(server.db, { email: 'lost@example.test' });
    const known = await server.call('forgot-password', { email: 'Lost@example.test' }, nobody);
    const unknown = await server.call('forgot-password', { email: 'never@example.test' }, nobody);
    assert.deepEqual(known, { code: 200, status: true, message: messages.forgotSent, data: null });
    assert.deepEqual(unknown, known);
    assert.deepEqual(await mails(), [{ letter: 'reset-password', agencyId: owner.agencyId, userId: owner.id }]);
  });

  for (const purpose of ['reset-password', 'set-password'] as const) {
    test(`a link to ${purpose} works once and ends all sessions`, async () => {
      const owner = await anOwner(server.db, { email: `${purpose}@example.test` });
      const token = await aLink(owner, purpose);
      assert.deepEqual(await reset(token), { code: 200, status: true, message: messages.resetDone, data: null });
      assert.equal((await server.call('fetch-user', {}, { as: owner })).code, 401);
      assert.equal((await server.call('login', { email: owner.email, password }, nobody)).code, 200);
      assert.equal((await reset(token)).message, messages.resetInvalid);
    });
  }

  test('a password link is invalid after its time', async () => {
    const token = await aLink(await anOwner(server.db), 'reset-password');
    time += 3_600_001;
    assert.equal((await reset(token)).message, messages.resetInvalid);
  });

  test('a master-login link cannot reset a password', async () => {
    assert.equal((await reset(await aLink(server.owner, 'master-login'))).message, messages.resetInvalid);
  });

  const weak: [string, string][] = [
    ['Aa1!aaa', messages.passwordLength],
    ['aaaaaaa1!', messages.passwordUpper],
    ['AAAAAAA1!', messages.passwordLower],
    ['Aaaaaaaa!', messages.passwordDigit],
    ['Aaaaaaaa1', messages.passwordSpecial],
  ];
  for (const [given, message] of weak) {
    test(`the password ${given} is refused: ${message}`, async () => {
      const reply = await reset('x', given);
      assert.equal(reply.code, 422);
      assert.equal(reply.message, message);
    });
  }

  test('a master login opens one session that is marked as such, and is audited', async () => {
    const owner = await anOwner(server.db, { email: 'helped@example.test' });
    const token = await aLink(owner, 'master-login');
    const input = { email: owner.email, token };
    const reply = await server.call('master-login', input, nobody);
    assert.ok(reply.status);
    assert.equal(reply.data.user.impersonated, true);
    assert.equal(
      (await server.ask('fetch-user', {}, { as: { ...owner, token: reply.data.token } })).impersonated,
      true,
    );
    assert.equal((await server.call('master-login', input, nobody)).message, messages.masterLoginInvalid);
    const { rows } = await server.db.pool.query('select action, on_behalf_of from audit_entries where user_id = $1', [
      owner.id,
    ]);
    assert.deepEqual(rows, [{ action: 'master-login-used', on_behalf_of: 'operator' }]);
  });

  test('a master-login link opens only its own person', async () => {
    const token = await aLink(server.owner, 'master-login');
    const reply = await server.call('master-login', { email: 'other@example.test', token }, nobody);
    assert.equal(reply.message, messages.masterLoginInvalid);
  });
});
