import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import type { Person } from '#rules/permissions.ts';
import { accountMenuOf, barOf, currentOf, inbox, screensOf } from './navigation.ts';

const owner: Person = {
  role: 'owner',
  isReseller: false,
  isWhiteLabel: false,
  membership: 'dfy__enterprise__unlimited',
};
function isAgency({ role }: Person): boolean {
  return role !== 'client';
}
const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label);

test('an owner with every plan sees the whole navigation bar in order', () => {
  assert.deepEqual(labels(barOf(owner)), [
    'Dashboard',
    'My Content',
    'Content Stream',
    'Scheduler',
    'Approvals',
    'Trends',
    'Report',
    'Clients',
  ]);
});

/** The specification's table of the bar (2.2): label, route, the menu that holds it, and who sees it. */
const specified: [label: string, route: string, menu: string | null, shown: (person: Person) => boolean][] = [
  ['Dashboard', '/dashboard', null, () => true],
  ['Create Video', '/create-video', 'My Content', isAgency],
  ['Create Image/Meme', '/image-creator', 'My Content', isAgency],
  ['My Contents', '/contents', 'My Content', isAgency],
  ['Content Stream', '/streams', null, isAgency],
  ['Scheduler', '/scheduler', null, isAgency],
  ['Trends', '/trends', null, isAgency],
  ['Report', '/report', null, (person) => isAgency(person) && /enterprise(lite)?(__|$)/.test(person.membership)],
  ['Manage Clients', '/clients', 'Clients', isAgency],
  ['Manage Client', '/clients', null, (person) => !isAgency(person)],
  ['Find clients', '/find-clients', 'Clients', isAgency],
];
const everyone: readonly Person[] = (['owner', 'member', 'client'] as const).flatMap((role) =>
  ['dfy', 'dfylite', 'enterprise', 'dfy__enterpriselite', 'dfy__enterprise__unlimited'].flatMap((membership) =>
    [true, false].map((isWhiteLabel) => ({ ...owner, role, membership, isWhiteLabel })),
  ),
);

test('each specified entry leads to its route, on its level, for exactly the people named', () => {
  for (const person of everyone) {
    const seen = barOf(person).flatMap((entry) =>
      'screens' in entry
        ? entry.screens.map(({ label, to }) => [label, to, entry.label])
        : [[entry.label, entry.to, null]],
    );
    const wanted = specified.flatMap(([label, route, menu, shown]) => (shown(person) ? [[label, route, menu]] : []));
    assert.deepEqual(
      seen.filter(([label]) => label !== 'Approvals' && label !== 'Drafts'),
      wanted,
      JSON.stringify(person),
    );
  }
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
    [
      'My Account',
      'Privacy Setting',
      'Activity',
      'White Label',
      'Account Management',
      'Rebranding',
      'Upgrades',
      'Help & Support',
    ],
  ],
  ['a team member', { role: 'member' }, ['Log-in Security', 'Upgrades', 'Help & Support']],
  ['a reseller', { isReseller: true }, ['My Account', 'Privacy Setting', 'Activity', 'White Label', 'Help & Support']],
  [
    'a white-label user',
    { isWhiteLabel: true },
    [
      'My Account',
      'Privacy Setting',
      'Activity',
      'Billing',
      'Account Management',
      'Rebranding',
      'Upgrades',
      'Help & Support',
    ],
  ],
  [
    'an owner with the lite plan',
    { membership: 'dfylite' },
    ['My Account', 'Privacy Setting', 'Activity', 'White Label', 'Upgrades', 'Help & Support'],
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
    inbox,
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
