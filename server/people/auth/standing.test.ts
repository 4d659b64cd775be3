import assert from 'node:assert/strict';
import { test } from 'vitest';
import { setPlan } from '../operator/owners.ts';
import { anOwner, aServer } from '../../app/testing/server.ts';
import { findByEmail } from './person-queries.ts';

const server = await aServer();

test('a team member shares the owner’s plans and its reseller and white-label rights at once', async () => {
  const owner = await anOwner(server.db, { membership: 'dfy', isReseller: true, isWhiteLabel: true });
  // As Account Management adds it, except for the hour of a plan that a reseller does not have.
  await server.db.pool.query('update users set is_reseller = false where id = $1', [owner.id]);
  const member = await server.ask(
    'create-client',
    { name: 'Mia', email: 'mia@team.test', password: 'Sunny-Day1!', type: 'team_member' },
    { as: owner },
  );
  await server.db.pool.query('update users set is_reseller = true where id = $1', [owner.id]);
  const held = () =>
    server.db.asSystem(async (tx) => {
      const person = await findByEmail(tx, member.email);
      return [person?.membership, person?.is_reseller, person?.is_white_label];
    });
  assert.deepEqual(await held(), ['dfy', true, true]);
  await server.db.asSystem((tx) => setPlan(tx, { email: owner.email, membership: 'dfy__unlimited' }));
  assert.deepEqual(await held(), ['dfy__unlimited', true, true]);
});
