import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findByEmail } from '../auth/person-queries.ts';
import { verifyPassword } from '../../base/secrets/passwords.ts';
import { aServer } from '../../app/testing/server.ts';
import { createFirstOwner, markOwnerNotified, provideFirstOwner } from './owners.ts';

const settings = { ownerEmail: 'first@example.test', ownerPassword: null };

async function aFreshInstallation() {
  const server = await aServer();
  await server.db.pool.query('delete from agencies');
  const start = (config: Parameters<typeof createFirstOwner>[1] = settings) => createFirstOwner(server.db, config);
  const opensWith = async (password: string) =>
    verifyPassword(
      password,
      (await server.db.asSystem((tx) => findByEmail(tx, settings.ownerEmail)))?.password_hash ?? null,
    );
  return { ...server, start, opensWith };
}

test('if a first start is killed before it shows the password, the next one creates another', async () => {
  const { db, start, opensWith } = await aFreshInstallation();
  const killed = await start();
  const next = await start();
  assert.ok(killed?.password && next?.password);
  assert.deepEqual([next.id, next.agencyId, next.email], [killed.id, killed.agencyId, settings.ownerEmail]);
  assert.deepEqual([await opensWith(killed.password), await opensWith(next.password)], [false, true]);
  await markOwnerNotified(db, next);
  assert.equal(await start(), null);
  assert.equal(await opensWith(next.password), true);
});

test('an owner who has logged in knows the password, so that it is never replaced', async () => {
  const { call, start, opensWith } = await aFreshInstallation();
  const first = await start();
  assert.equal(
    (await call('login', { email: settings.ownerEmail, password: first?.password ?? '' }, { as: null })).code,
    200,
  );
  assert.equal(await start(), null);
  assert.equal(await opensWith(first?.password ?? ''), true);
});

test('a password from the settings is never shown and never replaced', async () => {
  const { start, opensWith } = await aFreshInstallation();
  const own = { ...settings, ownerPassword: 'Sunny-Day1!' };
  assert.equal((await start(own))?.password, null);
  assert.equal((await start(own))?.password, null);
  assert.equal(await opensWith('Sunny-Day1!'), true);
});

test('an owner whom the operator added is not treated as the first owner', async () => {
  const { db, start } = await aFreshInstallation();
  const { createOwner } = await import('./owners.ts');
  await createOwner(db, { email: 'added@example.test', name: 'Added', password: 'Sunny-Day1!', membership: '' });
  assert.equal(await start(), null);
});

test('of several production processes that start on an empty database one creates the owner', async () => {
  const { db, opensWith } = await aFreshInstallation();
  const lines = await Promise.all(
    [1, 2, 3].map(() => provideFirstOwner(db, { ...settings, ownerPassword: 'Sunny-Day1!' })),
  );
  assert.deepEqual(
    lines.filter((line) => line !== null),
    ['created the first owner, first@example.test, with the password in OWNER_PASSWORD'],
  );
  assert.equal(await opensWith('Sunny-Day1!'), true);
  const { rows } = await db.pool.query("select membership from users where role = 'owner'");
  assert.deepEqual(rows, [{ membership: 'dfy__enterprise__unlimited' }]);
});

test('a production process creates no owner without settings and prints the command instead', async () => {
  const { db } = await aFreshInstallation();
  const line = await provideFirstOwner(db, { ownerEmail: null, ownerPassword: 'Sunny-Day1!' });
  assert.equal(
    line,
    'nobody can sign in yet; create the first owner: npm run admin -- create-owner --email=you@example.com ' +
      '--plan=dfy,enterprise,unlimited',
  );
  assert.equal((await db.pool.query('select from users')).rows.length, 0);
  await createFirstOwner(db, settings);
  assert.equal(await provideFirstOwner(db, { ownerEmail: null, ownerPassword: null }), null);
});
