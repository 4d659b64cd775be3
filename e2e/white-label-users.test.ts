/** A seller searches and sorts the buyers of its memberships, which the address keeps. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { Database } from '#db/database.ts';
import { insertAgency } from '#server/people/agency/index.ts';
import { insertOwner } from '#server/people/users/index.ts';
import { choose } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let db: Database;
const buyers = [
  { name: 'Bea Buyer', email: 'bea@bakery.test', passwordHash: 'set' },
  { name: 'Abe Able', email: 'abe@lake.test', passwordHash: null },
  { name: 'Cleo Clear', email: 'cleo@lake.test', passwordHash: 'set' },
];
let rows: { agency_id: string }[];
let sellerAgencyId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ db } = product.services);
  ({ rows } = await db.pool.query<{ agency_id: string }>('select agency_id from users where email = $1', [
    owner.email,
  ]));
  sellerAgencyId = rows[0]?.agency_id ?? '';
  for (const buyer of buyers)
    await db.asSystem(async (tx) => {
      const agencyId = await insertAgency(tx, { name: buyer.name, sellerAgencyId });
      await insertOwner(tx, { ...buyer, agencyId, membership: 'dfy', isWhiteLabel: true });
    });
});

const cells = (page: Page): Locator => page.getByRole('table', { name: 'Users', exact: true }).locator('b');
/** Waits until the table has these names in this order. */
async function shows(page: Page, names: readonly string[]): Promise<void> {
  await cells(page).nth(names.length).waitFor({ state: 'detached' });
  for (const [index, name] of names.entries()) await cells(page).nth(index).getByText(name, { exact: true }).waitFor();
}

test('Buyers are searched by name and email, filtered by state and sorted, and a reload keeps it', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/white-label?tab=users');
  await shows(page, ['Abe Able', 'Bea Buyer', 'Cleo Clear']);
  const search = page.getByRole('textbox', { name: 'Search by name, email or membership', exact: true });
  await search.fill('LAKE');
  await shows(page, ['Abe Able', 'Cleo Clear']);
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await shows(page, ['Cleo Clear', 'Abe Able']);
  assert.equal(new URL(page.url()).search, '?tab=users&search=LAKE&sort=-name');
  await page.reload();
  await shows(page, ['Cleo Clear', 'Abe Able']);
  await expect(search).toHaveValue('LAKE');
  await choose(page, { field: 'State', option: 'No password yet' });
  await shows(page, ['Abe Able']);
  await search.fill('nobody');
  await page.getByText('No user fits this search.').waitFor();
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await shows(page, ['Cleo Clear', 'Bea Buyer', 'Abe Able']);
  assert.equal(new URL(page.url()).search, '?tab=users&sort=-name');
  assert.deepEqual(faults, []);
});
