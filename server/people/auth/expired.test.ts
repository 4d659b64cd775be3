import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { anOwner, aServer } from '../../app/testing/server.ts';

const password = 'Sunny-Day1!';
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

const answered = (errors = {}) => ({ code: 401, status: false, message: messages.unauthorizedToken, errors });
const ranOut = async (email: string) => {
  const owner = await anOwner(server.db, { email, password });
  const as = { ...owner, token: (await server.logIn({ email, password })).token };
  time += 31 * 86_400_000;
  return as;
};

test('an expired session is reported as expired in every kind of call', async () => {
  const as = await ranOut('out@example.test');
  const file = { field: 'file', name: 'a.png', bytes: Buffer.from('x') };
  for (const reply of [
    await server.call('fetch-user', {}, { as }),
    await server.call('fetch-schedulers', {}, { as }),
    await server.upload('change-image', { user_id: as.id }, file, { as }),
  ]) {
    assert.deepEqual(reply, answered({ session: 'expired' }));
  }
});

test('a session that was ended is not reported as expired, even if it has expired as well', async () => {
  const [changed, everywhere, deleted] = [
    await ranOut('changed@example.test'),
    await ranOut('everywhere@example.test'),
    await ranOut('deleted@example.test'),
  ];
  await server.ask(
    'profile',
    { password, new_password: 'Rainy-Day2!', confirm_password: 'Rainy-Day2!' },
    { as: { ...changed, token: (await server.logIn({ email: 'changed@example.test', password })).token } },
  );
  await server.ask(
    'delete-other-sessions',
    {},
    { as: { ...everywhere, token: (await server.logIn({ email: 'everywhere@example.test', password })).token } },
  );
  await server.db.pool.query('update users set deleted_at = now() where id = $1', [deleted.id]);
  for (const as of [changed, everywhere, deleted, { ...changed, token: 'never was one' }])
    assert.deepEqual(await server.call('fetch-user', {}, { as }), answered());
});

test("a password does not resume an operator's expired session", async () => {
  const as = await ranOut('operated@example.test');
  await server.db.pool.query(`update sessions set opened_by = 'master-login' where user_id = $1`, [as.id]);
  assert.deepEqual(await server.call('fetch-user', {}, { as }), answered());
});
