/** The lists of an agency that has nothing yet. */
import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

test('The empty calendar, ledger and approvals of a new agency link to a first step', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().waitFor();
  await page.goto('/approvals');
  await page.getByText('No post waits for a client’s approval.').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'approvals-new' });
  await expect(page.getByRole('link', { name: 'Choose a client', exact: true })).toHaveAttribute('href', '/clients');

  await page.goto('/ledger/posts');
  await page.getByText(/^Nothing is planned for \w+ \d{4}\.$/).waitFor();
  const plan = page.getByRole('link', { name: 'Schedule something', exact: true });
  await expect(plan).toHaveAttribute('href', '/scheduler?new');
  await page.getByRole('link', { name: /^Month before/ }).click();
  await plan.waitFor({ state: 'hidden' });

  await page.goto('/scheduler?view=list');
  await page.getByText('Nothing is planned here.').waitFor();
  await expect(page.getByText('No client has a day without a post here.'), 'there is no client').toHaveCount(0);
  await expectSound(page, { looks: twoLooks, name: 'calendar-new' });
  await page.getByRole('button', { name: 'Schedule something', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'New schedule', exact: true })
    .getByText('No Client Account Created')
    .waitFor();
  assert.deepEqual(faults, []);
});
