import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aClient, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { codeAt } from '../../app/testing/codes.ts';
import { resetSecondFactor } from '../operator/second-factor.ts';
import { makeMasterLogin } from '../operator/master-login.ts';
import { newToken } from '../../base/secrets/tokens.ts';
import { insertLoginLink } from './link-queries.ts';

const password = 'Sunny-Day1!';
const nobody = { as: null };
const minute = 60_000;
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

const nextCode = (key: string): Promise<string> => {
  time += 30_000;
  return codeAt(key, new Date(time));
};

async function turnedOn(person: TestPerson) {
  const { key } = await server.ask('start-second-factor', {}, { as: person });
  const { recovery_codes: codes } = await server.ask(
    'turn-on-second-factor',
    { code: await nextCode(key) },
    { as: person },
  );
  return { ...person, key, codes };
}
const aProtectedOwner = async () => turnedOn(await anOwner(server.db, { password }));

const login = (email: string, given = password) => server.call('login', { email, password: given }, nobody);
async function ticketOf(email: string): Promise<string> {
  const data = await server.ask('login', { email, password }, nobody);
  if (!('ticket' in data)) throw new Error('no code is wanted');
  return data.ticket;
}
const finish = (ticket: string, code: string) => server.call('login-code', { ticket, code }, nobody);
const actionsOf = async ({ id }: { id: string }) =>
  (
    await server.db.pool.query<{ action: string }>('select action from audit_entries where user_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ action }) => action);
const sessionsOf = async ({ id }: { id: string }) =>
  (await server.db.pool.query('select 1 from sessions where user_id = $1', [id])).rows.length;

describe('log-in with a second factor', () => {
  test('the password alone opens no session but gives a ticket for a code, valid for five minutes', async () => {
    const owner = await aProtectedOwner();
    const before = await sessionsOf(owner);
    const reply = await login(owner.email);
    assert.ok(reply.status && 'ticket' in reply.data);
    assert.deepEqual(Object.keys(reply.data).toSorted(), ['expires', 'ticket']);
    assert.equal(reply.data.expires, new Date(time + 5 * minute).toISOString());
    assert.equal(reply.message, messages.codeAsked);
    assert.equal(await sessionsOf(owner), before);
    const { ticket } = reply.data;
    assert.equal((await server.call('fetch-user', {}, { as: { ...owner, token: ticket } })).code, 401);
    assert.equal(
      (await server.call('reset-password', { password, confirm_password: password, password_token: ticket }, nobody))
        .message,
      messages.resetInvalid,
    );
    assert.equal(
      (await server.call('master-login', { email: owner.email, token: ticket }, nobody)).message,
      messages.masterLoginInvalid,
    );
    assert.equal((await server.call('confirm-email', { token: ticket }, nobody)).message, messages.emailLinkInvalid);
  });

  test('ticket and code open one session, which has confirmed the person’s identity', async () => {
    const owner = await aProtectedOwner();
    const ticket = await ticketOf(owner.email);
    const code = await nextCode(owner.key);
    const reply = await finish(ticket, code);
    assert.ok(reply.status);
    assert.deepEqual([reply.message, reply.data.user.id], [messages.loginOk, owner.id]);
    assert.equal(
      (await server.call('turn-off-second-factor', {}, { as: { ...owner, token: reply.data.token } })).code,
      200,
    );
    assert.deepEqual(await finish(ticket, await nextCode(owner.key)), {
      code: 409,
      status: false,
      message: messages.codeTooLate,
      errors: {},
    });
    assert.equal((await actionsOf(owner)).filter((action) => action === 'signed-in').length, 1);
  });

  test('a wrong, used or other person’s code is refused, and the ticket stays valid', async () => {
    const [owner, other] = [await aProtectedOwner(), await aProtectedOwner()];
    const used = await nextCode(owner.key);
    assert.equal((await finish(await ticketOf(owner.email), used)).code, 200);
    const ticket = await ticketOf(owner.email);
    const wrong = { code: 422, status: false, message: messages.codeWrong, errors: { code: messages.codeWrong } };
    for (const code of [used, await nextCode(other.key), other.codes[0] ?? '', 'nonsense'])
      assert.deepEqual(await finish(ticket, code), wrong);
    assert.equal((await actionsOf(owner)).filter((action) => action === 'code-refused').length, 4);
    assert.equal((await finish(ticket, await nextCode(owner.key))).code, 200);
  });

  test('a recovery code completes a log-in once', async () => {
    const {
      email,
      codes: [code = ''],
    } = await turnedOn(await aClient(server.db, server.owner, { password }));
    assert.equal((await finish(await ticketOf(email), code)).code, 200);
    assert.equal((await finish(await ticketOf(email), code)).code, 422);
  });

  test('a log-in must start again after five minutes, another password or the second factor’s removal', async () => {
    const owner = await aProtectedOwner();
    const late = await ticketOf(owner.email);
    time += 5 * minute;
    assert.equal((await finish(late, await nextCode(owner.key))).message, messages.codeTooLate);

    const before = await ticketOf(owner.email);
    const other = 'Rainy-Day2!';
    await server.ask('profile', { password, new_password: other, confirm_password: other }, { as: owner });
    assert.equal((await finish(before, await nextCode(owner.key))).message, messages.codeTooLate);
    await server.ask('profile', { password: other, new_password: password, confirm_password: password }, { as: owner });

    const stale = await ticketOf(owner.email);
    await server.ask('turn-off-second-factor', {}, { as: owner });
    assert.equal((await finish(stale, await nextCode(owner.key))).code, 422);
    assert.equal((await login(owner.email)).message, messages.loginOk);
  });

  test('five codes may be tried in a row, over any number of tickets', async () => {
    const owner = await aProtectedOwner();
    time = Math.ceil(time / 3_600_000) * 3_600_000;
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await finish(await ticketOf(owner.email), 'nonsense')).code, 422);
    time -= 30_000;
    assert.deepEqual(await finish(await ticketOf(owner.email), await nextCode(owner.key)), {
      code: 429,
      status: false,
      message: messages.codeTooMany,
      errors: {},
    });
    time += minute;
    assert.equal((await finish(await ticketOf(owner.email), await nextCode(owner.key))).code, 200);
  });

  test('a try with a ticket also counts against the address', async () => {
    time = Math.ceil(time / 3_600_000) * 3_600_000;
    const codes: number[] = [];
    for (let tries = 0; tries < 26; tries += 1) codes.push((await finish('no-such-ticket', '123456')).code);
    assert.deepEqual([codes.slice(0, 25).every((code) => code === 409), codes[25]], [true, 429]);
    time += 5 * minute;
  });
});

describe('log-in without the right password', () => {
  test('without the password nobody learns whether an account exists or has a second factor', async () => {
    time += 60 * minute;
    const [owner, plain] = [await aProtectedOwner(), await anOwner(server.db, { password })];
    const answers = [];
    for (const email of [owner.email, plain.email, 'nobody@example.test'])
      answers.push(await login(email, 'Wrong-Day1!'));
    for (const answer of answers)
      assert.deepEqual(answer, { code: 422, status: false, message: messages.loginWrong, errors: {} });
    const resets = [];
    for (const email of [owner.email, plain.email, 'nobody@example.test'])
      resets.push(await server.call('forgot-password', { email }, nobody));
    for (const answer of resets) assert.deepEqual(answer, resets[0]);
  });
});

describe('ways around the second factor', () => {
  test('resetting the password by mail does not skip the code', async () => {
    const owner = await aProtectedOwner();
    const { token, hash } = newToken();
    await server.db.asSystem((tx) =>
      insertLoginLink(tx, {
        agencyId: owner.agencyId,
        userId: owner.id,
        purpose: 'reset-password',
        tokenHash: hash,
        now: new Date(time),
        expiresAt: new Date(time + 60 * minute),
      }),
    );
    const chosen = 'Rainy-Day2!';
    const reset = await server.call(
      'reset-password',
      { password: chosen, confirm_password: chosen, password_token: token },
      nobody,
    );
    assert.deepEqual(reset, { code: 200, status: true, message: messages.resetDone, data: null });
    const reply = await login(owner.email, chosen);
    assert.ok(reply.status && 'ticket' in reply.data);
    assert.equal((await finish(reply.data.ticket, await nextCode(owner.key))).code, 200);
  });

  test("the operator's master login cannot confirm, or turn the second factor on or off", async () => {
    const owner = await aProtectedOwner();
    const { token } = await server.db.asSystem((tx) =>
      makeMasterLogin(tx, { email: owner.email, now: new Date(time) }),
    );
    const session = await server.ask('master-login', { email: owner.email, token }, nobody);
    assert.equal(session.user.impersonated, true);
    const operator = { as: { ...owner, token: session.token } };
    for (const name of ['start-second-factor', 'make-recovery-codes', 'turn-off-second-factor'] as const) {
      assert.deepEqual(await server.call(name, {}, operator), {
        code: 403,
        status: false,
        message: messages.confirmByOperator,
        errors: {},
      });
    }
    assert.equal((await server.call('confirm-identity', { code: await nextCode(owner.key) }, operator)).code, 403);
    assert.equal((await server.ask('fetch-second-factor', {}, operator)).on, true);
  });

  test("the operator's reset removes the factor, signs the person out, mails them and is audited", async () => {
    const owner = await aProtectedOwner();
    const ticket = await ticketOf(owner.email);
    await server.db.asSystem((tx) => resetSecondFactor(tx, { email: owner.email }));
    assert.equal(await sessionsOf(owner), 0);
    assert.equal((await finish(ticket, await nextCode(owner.key))).message, messages.codeTooLate);
    assert.equal((await login(owner.email)).message, messages.loginOk);
    const subject = 'Two-step log-in was reset for AgencyReel';
    assert.equal((await queued(server.db, jobs.sendMail, { to: owner.email, subject })).length, 1);
    const { rows: entries } = await server.db.pool.query<{ on_behalf_of: string }>(
      "select on_behalf_of from audit_entries where user_id = $1 and action = 'second-factor-reset'",
      [owner.id],
    );
    assert.deepEqual(
      entries.map((entry) => entry.on_behalf_of),
      ['operator'],
    );
    for (const email of [owner.email, 'nobody@example.test']) {
      await assert.rejects(
        server.db.asSystem((tx) => resetSecondFactor(tx, { email })),
        /two-step log-in is off for|nobody here has the email/,
      );
    }
  });
});

test('a log-in by password while the second factor is turned on is signed out or needs a code', async () => {
  const owner = await anOwner(server.db, { password });
  const { key } = await server.ask('start-second-factor', {}, { as: owner });
  const code = await nextCode(key);
  const [, ...logins] = await Promise.all([
    server.ask('turn-on-second-factor', { code }, { as: owner }),
    ...[1, 2, 3, 4].map(() => login(owner.email)),
  ]);
  for (const reply of logins) {
    assert.ok(reply.status);
    if ('token' in reply.data)
      assert.equal((await server.call('fetch-user', {}, { as: { ...owner, token: reply.data.token } })).code, 401);
  }
});
