import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { waitsForLock } from '#db/testing-locks.ts';
import { aClient, aMember, anOwner, aServer } from '../../app/testing/server.ts';
import { insertLoginLink } from './link-queries.ts';
import { newToken } from '../../base/secrets/tokens.ts';

const [old, fresh] = ['Sunny-Day1!', 'Rainy-Day2!'];
const nobody = { as: null };
const server = await aServer();

async function aResetLink(person: { id: string; agencyId: string }): Promise<string> {
  const { token, hash } = newToken();
  const now = new Date();
  await server.db.asSystem((tx) =>
    insertLoginLink(tx, {
      agencyId: person.agencyId,
      userId: person.id,
      purpose: 'reset-password',
      tokenHash: hash,
      now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    }),
  );
  return token;
}
const reset = (token: string) =>
  server.call('reset-password', { password: fresh, confirm_password: fresh, password_token: token }, nobody);

test('a reset link is invalid once the password has been changed in another way', async () => {
  const client = await aClient(server.db, server.owner, { password: old });
  const link = await aResetLink(client);
  await server.ask('edit-app-client-account', {
    id: client.id,
    name: 'Client',
    earning: 0,
    frequency: 'weekly',
    password: 'Windy-Day3!',
  });
  assert.equal((await reset(link)).message, messages.resetInvalid);
  assert.equal((await server.call('login', { email: client.email, password: 'Windy-Day3!' }, nobody)).code, 200);
});

test('any change of a password invalidates the links mailed before', async () => {
  const links = async (person: { id: string }) =>
    (await server.db.pool.query('select from login_links where user_id = $1 and used_at is null', [person.id]))
      .rowCount;
  const [owner, byLink, client] = [
    await anOwner(server.db, { password: old }),
    await anOwner(server.db, { password: old }),
    await aClient(server.db, server.owner, { password: old }),
  ];
  const member = await aMember(server.db, server.owner, { password: old });
  const [first] = [
    await aResetLink(byLink),
    await aResetLink(byLink),
    await aResetLink(owner),
    await aResetLink(client),
    await aResetLink(member),
  ];
  await server.ask('profile', { password: old, new_password: fresh, confirm_password: fresh }, { as: owner });
  assert.equal((await reset(first)).code, 200);
  await server.ask(
    'edit-app-client-account',
    { id: client.id, name: 'Client', earning: 0, frequency: 'weekly', password: fresh },
    { as: client },
  );
  await server.db.pool.query(`update users set membership = 'dfy' where id = $1`, [server.owner.id]);
  await server.ask('edit-client-account', { id: member.id, name: 'Member', password: fresh });
  assert.deepEqual(await Promise.all([owner, byLink, client, member].map(links)), [0, 0, 0, 0]);
});

test('a log-in with the old password during its change leaves no session', async () => {
  const owner = await anOwner(server.db, { password: old });
  const link = await aResetLink(owner);
  const gate = await server.db.pool.connect();
  await gate.query('begin');
  await gate.query('select from users where id = $1 for update', [owner.id]);
  const signingIn = server.call('login', { email: owner.email, password: old }, nobody);
  // The password has been checked; opening the session waits for the row, and the change of the password waits behind
  // it.
  await waitsForLock(server.db, signingIn);
  const resetting = reset(link);
  await waitsForLock(server.db, resetting, { count: 2 });
  await gate.query('commit');
  gate.release();
  assert.equal((await resetting).code, 200);
  assert.ok([200, 422].includes((await signingIn).code));
  const { rows } = await server.db.pool.query('select from sessions where user_id = $1', [owner.id]);
  assert.equal(rows.length, 0);
});

test('if many open the same link at once, one succeeds', async () => {
  const owner = await anOwner(server.db, { password: old });
  const link = await aResetLink(owner);
  const replies = await Promise.all([reset(link), reset(link), reset(link)]);
  assert.deepEqual(
    replies.map(({ code }) => code).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
});

test('the address that a trusted proxy reports counts, and one that the caller claims does not', async () => {
  const trusting = await aServer();
  const distrusting = await aServer({ config: { trustProxy: [] } });
  for (const [{ send, db }, expected] of [
    [trusting, '203.0.113.7'],
    [distrusting, '127.0.0.1'],
  ] as const) {
    const person = await anOwner(db, { password: old });
    const reply = await send('/api/login', {
      method: 'POST',
      body: JSON.stringify({ email: person.email, password: old }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
    });
    assert.equal(reply.status, 200);
    const { rows } = await db.pool.query<{ address: string }>(
      'select address from sessions where user_id = $1 and address <> $2',
      [person.id, ''],
    );
    assert.deepEqual(rows, [{ address: expected }]);
  }
});
