/** The menus and the routes both state who may open an address, and must agree. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { may, roles, type Person } from '#rules/permissions.ts';
import { screensOf } from './navigation.ts';

const source = readFileSync(new URL('../routes.tsx', import.meta.url), 'utf8');
/** `myAccount -> myAccount`: the permission that guards each path of `paths`. */
const guards = new Map(
  [...source.matchAll(/^ {2}behind\('(\w+)',([\s\S]*?)\),$/gm)].flatMap(([, permission = '', routes = '']) =>
    [...routes.matchAll(/\bpaths\.(\w+)\(/g)].map(([, path = '']) => [path, permission] as const),
  ),
);

const person: Person = {
  role: 'owner',
  isReseller: false,
  isWhiteLabel: false,
  membership: 'dfy__enterprise__unlimited',
};
const screens = roles.flatMap((role) =>
  [false, true].flatMap((isWhiteLabel) => screensOf({ ...person, role, isWhiteLabel })),
);

/** `/my-account -> myAccount` */
const nameOf = (to: string): string => to.slice(1).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function opensAsItsMenuSays(to: string): void {
  const screen = screens.find((one) => one.to === to);
  assert.ok(screen, 'no menu leads there');
  assert.equal(guards.get(nameOf(to)), screen.permission);
}

for (const to of [
  '/my-account',
  '/security',
  '/account-data',
  '/activity',
  '/account-management',
  '/reseller-account',
  '/agency',
  '/white-label',
  '/billing',
  '/trends',
  '/ledger',
]) {
  test(`${to} opens for exactly the people who have it in a menu`, () => {
    opensAsItsMenuSays(to);
  });
}

test('privacy settings are for owners, in the menu and by their address', () => {
  opensAsItsMenuSays('/privacy');
  assert.deepEqual(
    roles.filter((role) => may({ ...person, role }, 'privacy')),
    ['owner'],
  );
  assert.ok(may({ ...person, membership: '', isReseller: true, isWhiteLabel: true }, 'privacy'));
});
