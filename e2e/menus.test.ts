/** The menus and routes of each kind of person, by the table menus.json, which is written by hand. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { plans } from '#rules/plans.ts';
import { aClient, aMember, anOwner, type TestPerson } from '#server/app/testing/people.ts';
import { newToken } from '#server/base/secrets/tokens.ts';
import { insertSession } from '#server/people/auth/queries.ts';
import { proof, test } from './fixtures.ts';
import type { Product } from './product.ts';

const shape = z.object({
  columns: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
  groups: z.record(z.string(), z.object({ rows: z.record(z.string(), z.string()) })),
});
const {
  columns: explained,
  words,
  groups,
} = shape.parse(JSON.parse(readFileSync(new URL('menus.json', import.meta.url), 'utf8')));
const columns = [
  'nobody',
  'owner',
  'dfy',
  'dfylite',
  'ent',
  'entlite',
  'unlim',
  'reseller',
  'white',
  'member',
  'basic',
  'client',
  'master',
] as const;
type Column = (typeof columns)[number];

/** The rows of a group of the table, each with the cell of one column. */
const cellsOf = (group: string, column: Column): [name: string, cell: string][] =>
  Object.entries(groups[group]?.rows ?? {})
    .filter(([name]) => name !== '')
    .map(([name, row]) => [name, row.split(/\s+/)[columns.indexOf(column)] ?? '']);
const entriesOf = (group: string, column: Column): string[] =>
  cellsOf(group, column)
    .filter(([, cell]) => cell === 'yes')
    .map(([name]) => name);

let product: Product;
let db: Database;
const everyPlan = plans.join('__');
let owner: TestPerson;
let lite: TestPerson;
let people: Readonly<Record<Exclude<Column, 'nobody'>, TestPerson>>;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ db } = product.services);
  owner = await anOwner(db, { name: 'Olga Owner', membership: everyPlan });
  lite = await anOwner(db, { membership: 'dfylite' });
  people = {
    owner,
    dfy: await anOwner(db, { membership: 'dfy' }),
    dfylite: lite,
    ent: await anOwner(db, { membership: 'enterprise' }),
    entlite: await anOwner(db, { membership: 'enterpriselite' }),
    unlim: await anOwner(db, { membership: 'unlimited' }),
    reseller: await anOwner(db, { membership: everyPlan, isReseller: true }),
    white: await anOwner(db, { membership: everyPlan, isWhiteLabel: true }),
    member: await aMember(db, owner),
    basic: await aMember(db, lite),
    client: await aClient(db, owner),
    master: await byMasterLogin(owner),
  };
});

async function byMasterLogin({ id, agencyId, role, name, email }: TestPerson): Promise<TestPerson> {
  const { token, hash } = newToken();
  const person = {
    id,
    agency_id: agencyId,
    role,
    name,
    email,
    membership: everyPlan,
    is_reseller: false,
    is_white_label: false,
  };
  await db.asSystem((tx) =>
    insertSession(tx, {
      person,
      tokenHash: hash,
      openedBy: 'master-login',
      address: '',
      userAgent: '',
      now: product.now(),
    }),
  );
  return { id, agencyId, role, name, email, token };
}

/** Signs a person in as another tab would: through the storage, without a reload. */
async function becomes(page: Page, { token }: TestPerson): Promise<void> {
  const response = await fetch(`${product.url}/api/fetch-user`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', authorization: token },
  });
  const { data: user } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(await response.json());
  const session = JSON.stringify(JSON.stringify({ token, user }));
  await page.evaluate(
    `localStorage.clear(); localStorage.setItem('session', ${session}); dispatchEvent(new StorageEvent('storage', { ` +
      `key: 'session' }));`,
  );
}

/**
 * Goes to an address within the app and answers the page it ends on: where it is expected to end, or where it is after
 * a long wait. A page that replaces another gets the focus, the page before sometimes late; during a redirect there is
 * no heading.
 */
async function follow(page: Page, path: string, expected: string): Promise<string> {
  return z.string().parse(
    await page.evaluate(`(async () => {
    const to = ${JSON.stringify(path)};
    const isSame = location.pathname === to;
    const isExpected = () => location.pathname === ${JSON.stringify(expected)};
    document.activeElement?.blur();
    history.pushState({ key: 'to ' + to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    for (let look = 0; look < 5_000; look += 1) {
      await new Promise((done) => setTimeout(done, 2));
      const isThere = isSame || document.activeElement?.id === 'content';
      const isBusy = document.querySelector('[role=progressbar][aria-label="Loading the page"]') !== null;
      if (isThere && isExpected() && !isBusy && document.querySelector('main h1') !== null) break;
    }
    return location.pathname;
  })()`),
  );
}

/** Where the routes with these cells end; the others stay open. */
const ends: Readonly<Record<string, string>> = { home: '/dashboard', login: '/login' };

/** The routes of a group that end on another page than the table says. */
async function wrongRoutes(page: Page, group: string, column: Column): Promise<string[]> {
  const wrong: string[] = [];
  for (const [path, cell] of cellsOf(group, column)) {
    const at = await follow(page, path, ends[cell] ?? path);
    const found = at === path ? 'open' : at === '/dashboard' ? 'home' : at === '/login' ? 'login' : at;
    if (found !== cell) wrong.push(`${path}: ${found}, the table says ${cell}`);
  }
  return wrong;
}

/** The contents of the bar, with its menus opened one after the other. */
async function barOf(page: Page): Promise<string[]> {
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  const entries: string[] = [];
  for (const entry of await bar.locator(':scope > a, :scope > div > button').all()) {
    const label = ((await entry.textContent()) ?? '').trim();
    const isMenu = (await entry.getAttribute('aria-expanded')) !== null;
    entries.push(...(isMenu ? (await linksBelow(entry)).map((screen) => `${label} > ${screen}`) : [label]));
  }
  return entries;
}

/** The entries of the menu that a button opens. */
async function linksBelow(button: Locator): Promise<string[]> {
  await button.click();
  const entries = button.locator('xpath=..').locator('ul a');
  await entries.first().waitFor();
  const labels = (await entries.allTextContents()).map((text) => text.trim());
  const hasWayOut = await button.locator('xpath=..').getByRole('button', { name: 'Sign Out' }).isVisible();
  await button.click();
  await entries.first().waitFor({ state: 'hidden' });
  return [...labels, ...(hasWayOut ? ['Sign Out'] : [])];
}

/** What the palette offers once it has as many entries as expected, or after a long wait: some come with an answer. */
async function jumpsOf(page: Page, expected: number): Promise<string[]> {
  await page.keyboard.press('Control+k');
  const options = page.getByRole('listbox', { name: 'Where to go' }).getByRole('option');
  await options
    .nth(expected - 1)
    .waitFor()
    .catch(() => undefined);
  const labels = (await options.allInnerTexts()).map((text) => text.replace(/\s*(Page|Action)$/, '').trim());
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'hidden' });
  return labels;
}

test('The table explains its columns and gives every group their heads', () => {
  assert.deepEqual(Object.keys(explained), [...columns]);
  for (const { rows } of Object.values(groups)) {
    assert.deepEqual(rows['']?.split(/\s+/), [...columns]);
    for (const row of Object.values(rows).slice(1))
      assert.ok(
        row.split(/\s+/).every((word) => word in words),
        row,
      );
  }
});

/** The name in `paths` of the page at an address: `/edit-client/7 -> editClient`. */
const nameOf = (address: string): string =>
  (address.split('/')[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('Every route of the app has a row in the table', () => {
  const routes = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8');
  const declared = new Set([...routes.matchAll(/\bpaths\.(\w+)\(/g)].map(([, name = '']) => name));
  const told = ['public routes', 'routes'].flatMap((group) => cellsOf(group, 'owner').map(([path]) => nameOf(path)));
  // The further pages of the ledger open as the ledger does.
  const others = /^(home|ledgerPosts?)$/;
  assert.deepEqual(
    [...declared].filter((name) => !others.test(name) && !told.includes(name)),
    [],
    'these routes have no row: please write down in e2e/menus.json, where they lead whom',
  );
});

test('A person who is not signed in gets no further than the log-in', proof, async () => {
  const { page } = await product.open({ expected: [404, 409, 422] });
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const group of ['public routes', 'routes']) {
    const wrong = await wrongRoutes(page, group, 'nobody');
    assert.deepEqual(wrong, []);
  }
});

for (const column of columns.filter((each) => each !== 'nobody'))
  test(
    `A signed-in person of kind ${column} finds the entries and pages of the table, and no others`,
    proof,
    async () => {
      const { page, faults } = await product.open({ expected: [404, 409, 422] });
      await page.goto('/login');
      await becomes(page, people[column]);
      const problems: string[] = [];
      await page.waitForURL('**/dashboard');
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      for (const [group, found] of [
        ['bar', await barOf(page)],
        ['own menu', await linksBelow(page.getByRole('button', { name: 'your account' }))],
        ['jump to', await jumpsOf(page, entriesOf('jump to', column).length)],
      ] as const) {
        const expected = entriesOf(group, column);
        problems.push(
          ...expected.filter((entry) => !found.includes(entry)).map((entry) => `does not find ${entry} (${group})`),
          ...found.filter((entry) => !expected.includes(entry)).map((entry) => `finds ${entry} (${group})`),
        );
        if (found.toSorted().join() === expected.toSorted().join() && found.join() !== expected.join())
          problems.push(`finds another order (${group}): ${found.join(', ')}`);
      }
      problems.push(
        ...(await wrongRoutes(page, 'routes', column)),
        ...(await wrongRoutes(page, 'public routes', column)),
      );
      assert.deepEqual([...problems, ...faults], []);
    },
  );
