/** The lists of an agency that has nothing yet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct } from './product.ts';
import { enter } from './signing-in.ts';
import { pageProblems, twoLooks } from './soundness.ts';

const product = await aProduct();

test('the empty calendar, ledger and approvals of a new agency lead to a first step', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  await page.getByRole('link', { name: 'Add Client', exact: true }).first().waitFor();
  await page.goto('/approvals');
  await page.getByText('No post waits for a client’s approval.').waitFor();
  assert.deepEqual(await pageProblems(page, { looks: twoLooks, name: 'approvals-new' }), []);
  assert.equal(await page.getByRole('link', { name: 'Choose a client', exact: true }).getAttribute('href'), '/clients');

  await page.goto('/ledger/posts');
  await page.getByText(/^Nothing is planned for \w+ \d{4}\.$/).waitFor();
  const plan = page.getByRole('link', { name: 'Schedule something', exact: true });
  assert.equal(await plan.getAttribute('href'), '/scheduler?new');
  await page.getByRole('link', { name: /^Month before/ }).click();
  await plan.waitFor({ state: 'hidden' });

  await page.goto('/scheduler?view=list');
  await page.getByText('Nothing is planned here.').waitFor();
  assert.equal(await page.getByText('No client has a day without a post here.').count(), 0, 'there is no client');
  assert.deepEqual(await pageProblems(page, { looks: twoLooks, name: 'calendar-new' }), []);
  await page.getByRole('button', { name: 'Schedule something', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'New schedule', exact: true })
    .getByText('No Client Account Created')
    .waitFor();
  assert.deepEqual(faults, []);
});
