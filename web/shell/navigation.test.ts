import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Person } from '#rules/permissions.ts';
import { accountMenuOf, barOf, currentOf, screensOf } from './navigation.ts';

const owner: Person = {
  role: 'owner',
  isReseller: false,
  isWhiteLabel: false,
  membership: 'dfy__enterprise__unlimited',
};
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

test('an owner with every plan sees the whole navigation bar in order', () => {
  assert.deepEqual(labels(barOf(owner)), [
    'Dashboard',
    'My Content',
    'Content Stream',
    'Scheduler',
    'Posts',
    'Trends',
    'Report',
    'Clients',
  ]);
});

test('a client account sees the dashboard and its own card', () => {
  assert.deepEqual(labels(barOf({ ...owner, role: 'client' })), ['Dashboard', 'Approvals', 'Manage Client']);
  assert.deepEqual(labels(accountMenuOf({ ...owner, role: 'client' })), ['Log-in Security', 'Help & Support']);
});

test('the report needs the enterprise plan', () => {
  assert.ok(!labels(barOf({ ...owner, membership: 'dfy' })).includes('Report'));
});

test('profit is for the owner alone, where the plan has reports', () => {
  const found = (person: Partial<Person>) => labels(screensOf({ ...owner, ...person })).includes('Profit');
  assert.deepEqual([found({}), found({ role: 'member' }), found({ membership: 'dfy' })], [true, false, false]);
});

const menus: [string, Partial<Person>, string[]][] = [
  [
    'an owner',
    {},
    ['My Account', 'Privacy Setting', 'White Label', 'Account Management', 'Rebranding', 'Upgrades', 'Help & Support'],
  ],
  ['a team member', { role: 'member' }, ['Log-in Security', 'Upgrades', 'Help & Support']],
  ['a reseller', { isReseller: true }, ['My Account', 'Privacy Setting', 'White Label', 'Help & Support']],
  [
    'a white-label user',
    { isWhiteLabel: true },
    ['My Account', 'Privacy Setting', 'Billing', 'Account Management', 'Rebranding', 'Upgrades', 'Help & Support'],
  ],
  [
    'an owner with the lite plan',
    { membership: 'dfylite' },
    ['My Account', 'Privacy Setting', 'White Label', 'Upgrades', 'Help & Support'],
  ],
];

for (const [who, person, expected] of menus) {
  test(`${who} sees ${expected.length} entries in their own menu`, () => {
    assert.deepEqual(labels(accountMenuOf({ ...owner, ...person })), expected);
  });
}

test('the palette lists no screen twice', () => {
  const addresses = screensOf(owner).map(({ to }) => to);
  assert.equal(new Set(addresses).size, addresses.length);
});

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
/** Every route behind the guard, and the help pages, in the router's notation: '/edit-client/:id'. */
const routes = [...textOf('../routes.tsx').matchAll(/path: paths\.(\w+)\(/g)].map(([, name]) => name);
const guarded = routes.slice(routes.indexOf('helpAndSupport'), routes.indexOf('popup'));
const addressOf = new Map(
  [...textOf('../paths.ts').matchAll(/^ {2}(\w+): \([^)]*\)\s*=>\s*['`](\/[^'`]*)/gm)].map(([, name, address = '']) => [
    name,
    address.replace('${searchOf(search)}', '').replaceAll(/\$\{(\w+)\}/g, ':$1'),
  ]),
);

test('every page behind the guard highlights exactly one menu entry', () => {
  const everybody = [owner, { ...owner, isWhiteLabel: true }, { ...owner, role: 'member' as const }];
  const screens = everybody.flatMap((person) => [
    ...barOf(person).flatMap((entry) => ('screens' in entry ? entry.screens : [entry])),
    ...accountMenuOf(person),
  ]);
  const litAt = (pathname: string) =>
    new Set(screens.filter((screen) => currentOf(screen, pathname) !== undefined).map(({ label }) => label)).size;
  const pages = guarded.map((name) => addressOf.get(name) ?? `no address of ${name}`);
  assert.ok(pages.length > 35, String(pages.length));
  // No page links to the sample page.
  assert.deepEqual(
    pages.filter((page) => page !== '/notification' && litAt(page) !== 1),
    [],
  );
});
