import assert from 'node:assert/strict';
import { test } from 'vitest';
import { may, type Permission, type Person } from './permissions.ts';

const owner: Person = {
  role: 'owner',
  isReseller: false,
  isWhiteLabel: false,
  membership: 'dfy__enterprise__unlimited',
};

/**
 * Permissions without a call yet; server/app/testing/matrix.test.ts and e2e/menus.test.ts test the rest of the table.
 */
const rows: [who: string, person: Partial<Person>, may: Record<'rebrand' | 'openUpgrades', boolean>][] = [
  ['an owner with enterprise among several plans', {}, { rebrand: true, openUpgrades: true }],
  ['an owner with enterprise alone', { membership: 'enterprise' }, { rebrand: true, openUpgrades: false }],
  [
    'an owner with enterpriselite and another plan',
    { membership: 'enterpriselite__unlimited' },
    { rebrand: true, openUpgrades: true },
  ],
  ['an owner without an enterprise plan', { membership: 'dfy__unlimited' }, { rebrand: false, openUpgrades: true }],
  ['an owner without a plan', { membership: '' }, { rebrand: false, openUpgrades: false }],
  ['an owner with one plan twice', { membership: 'dfy__dfy' }, { rebrand: false, openUpgrades: false }],
  ['a reseller', { isReseller: true }, { rebrand: false, openUpgrades: false }],
  ['a white-label user', { isWhiteLabel: true }, { rebrand: true, openUpgrades: true }],
  ['a team member', { role: 'member' }, { rebrand: false, openUpgrades: true }],
  ['a client account', { role: 'client' }, { rebrand: false, openUpgrades: false }],
];

const asked: readonly Permission[] = ['rebrand', 'openUpgrades'];
for (const [who, person, expected] of rows) {
  const allowed = asked.filter((name) => Object.entries(expected).some(([key, yes]) => key === name && yes));
  test(`${who} may ${allowed.join(' and ') || 'neither rebrand nor open Upgrades'}`, () => {
    assert.deepEqual(Object.fromEntries(asked.map((name) => [name, may({ ...owner, ...person }, name)])), expected);
  });
}
