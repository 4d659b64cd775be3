import assert from 'node:assert/strict';
import { aPicture } from '#server/content/streams/testing.ts';
import { oops, problemTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { linkInMail } from './mail.ts';
import type { Product } from './product.ts';
import { enter, signIn } from './signing-in.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

const mark = { email: 'mark@team.test', password: 'Marks&Pass1!' };

test('A team member is added, sets a password from a mail, is edited, and is signed out when deleted', async () => {
  const { page, faults } = await product.open({ expected: [409] });
  await enter(page, '/account-management');
  await page.getByText('No Records Found').waitFor();
  const form = page.getByRole('region', { name: 'Add Account' });
  const save = form.getByRole('button', { name: 'Save' });
  await expect(form.getByRole('combobox', { name: 'Account Type' })).toHaveValue('Team Member');
  const password = form.getByRole('textbox', { name: 'Account Password' });
  for (const [typed, message] of [
    ['short', 'Password must be at least 8 characters long'],
    ['longenough', 'Password must contain at least one number'],
    ['longenough1', 'Password must contain at least one special character'],
  ] as const) {
    await password.fill(typed);
    await form.getByText(message, { exact: true }).waitFor();
    await expect(save, 'the button waits while the message shows').toBeDisabled();
  }
  await password.fill('First&Pass1!');
  await form.getByRole('textbox', { name: 'Account Name' }).fill('Mark Team');
  await form.getByRole('textbox', { name: 'Account Email' }).fill('owner@agency.test');
  await save.click();
  await form.getByText('This email is already in use').waitFor();
  await form.getByRole('textbox', { name: 'Account Email' }).fill(mark.email);
  await save.click();
  const table = page.getByRole('table', { name: 'Team Member Management' });
  await table.getByRole('cell', { name: mark.email }).waitFor();
  await expect(form.getByRole('textbox', { name: 'Account Name' })).toHaveValue('');

  const own = await product.open({ expected: [401] });
  await own.page.goto(await linkInMail(product, { to: mark.email, subject: 'Your account at AgencyReel' }));
  await own.page.getByLabel('New password', { exact: true }).fill(mark.password);
  await own.page.getByLabel('Confirm password', { exact: true }).fill(mark.password);
  await own.page.getByRole('button', { name: 'Change the password' }).click();
  await own.page.getByText('Your password has been changed. You can sign in now.').waitFor();
  await signIn(own.page, mark);

  await table.getByRole('button', { name: 'Edit Mark Team' }).click();
  const edit = table.getByRole('form', { name: 'Edit Mark Team' });
  await expect(edit.getByLabel('Email Address')).not.toBeEditable();
  await edit.getByText('leave blank for same password').waitFor();
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Mark Renamed');
  await edit.getByRole('button', { name: 'Update' }).click();
  await edit.waitFor({ state: 'hidden' });
  await table.getByText('Mark Renamed').waitFor();

  await table.getByRole('button', { name: 'Delete Mark Renamed' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('Do you want to delete this Team Member account').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No Records Found').waitFor();
  await own.page.goto('/streams');
  await own.page.waitForURL('**/login');
  assert.deepEqual([...faults, ...own.faults], []);
});

test('A reseller account is created with a plan, works alone, is edited and closed', proof, async () => {
  const rita = { email: 'rita@resell.test', password: 'Ritas&Pass1!' };
  const { page, faults } = await product.open();
  await enter(page, '/reseller-account');
  await page.getByText('No Records Found').waitFor();
  const form = page.getByRole('region', { name: 'Add Account' });
  await form.getByRole('textbox', { name: 'Account Name' }).fill('Rita Resells');
  await form.getByRole('textbox', { name: 'Account Email' }).fill(rita.email);
  await form.getByRole('textbox', { name: 'Account Password' }).fill(rita.password);
  await form.getByRole('checkbox', { name: 'enterprise' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Reseller account created successfully.').waitFor();
  const table = page.getByRole('table', { name: 'Reseller Management' });
  await table.getByRole('cell', { name: 'dfy unlimited' }).waitFor();

  const own = await product.open({ expected: [401] });
  await signIn(own.page, rita);
  await own.page.getByText('Rita Resells Clients').waitFor();
  await own.page.goto('/reseller-account');
  await own.page.waitForURL('**/dashboard');

  await table.getByRole('button', { name: 'Edit Rita Resells' }).click();
  const edit = table.getByRole('form', { name: 'Edit Rita Resells' });
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita & Co');
  await edit.getByRole('button', { name: 'Update' }).click();
  await table.getByText('Rita & Co').waitFor();

  await table.getByRole('button', { name: 'Delete Rita & Co' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('Do you want to delete this reseller account').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No Records Found').waitFor();
  await own.page.goto('/streams');
  await own.page.waitForURL('**/login');
  assert.deepEqual([...faults, ...own.faults], []);
});

test('The agency profile is saved with its logo, and its name appears in the header', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/agency');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const logo = page.locator('input[type=file]');
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await oops(page, 'You Have Selected Invalid File Type');
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await aPicture('png') });
  await profile.getByRole('textbox', { name: 'Name', exact: true }).fill('Bright Agency');
  await profile.getByRole('button', { name: 'Create' }).click();
  await profile.getByText('Email is required').waitFor();
  await problemTakesFocus(profile);
  await profile.getByRole('textbox', { name: 'Email Address' }).fill('hello@bright.test');
  await profile.getByRole('textbox', { name: 'Website' }).fill('bright.test');
  await profile.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Agency profile saved successfully').waitFor();
  const shown = page.getByRole('region', { name: 'What is shown' });
  await shown.getByRole('link', { name: 'hello@bright.test' }).waitFor();
  await shown.getByRole('link', { name: 'https://bright.test' }).waitFor();
  await shown.getByRole('img', { name: 'Logo of Bright Agency' }).waitFor();
  await page.getByText('Bright Agency Clients').waitFor();
  assert.deepEqual(faults, []);
});
