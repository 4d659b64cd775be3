import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Database } from '#db/database.ts';
import { pageTakesFocus, takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { linkInMail } from './mail.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';
import { waitForValue } from './wait-for-value.ts';

// The story of one buyer: each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

let product: Product;
let db: Database;
const brandHost = 'bright.localhost';
let port: string;
let site: string;
const buyer = { email: 'bea@buyer.test', password: 'Bea-Buys-1!' };

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ db } = product.services);
  ({ port } = new URL(product.url));
  site = `http://${brandHost}:${port}`;
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
   select agency_id, 'Bright', '#0b3d6b', '#0e7c7b', $2, 'proof', 'active', now() from users where email = $1`,
    [owner.email, brandHost],
  );
});

/** Stripe changes the only subscription. */
const atStripe = (does: string) =>
  fetch(`${product.sandbox.controlUrl}/stripe`, { method: 'POST', body: JSON.stringify({ does }) });

/** The faults, without those caused by leaving the page for Stripe. */
const faultsOf = (faults: readonly string[]): string[] => faults.filter((each) => !/left the machine/.test(each));

const banner = (page: Page) => page.getByRole('complementary', { name: 'Publishing is suspended', exact: true });

let joinPath = '';

test('A seller connects Stripe and puts a membership on sale', async () => {
  const { page, faults } = await product.open({ expected: [422] });
  await enter(page, '/white-label');
  await page.getByRole('tab', { name: 'Payment Integration', exact: true }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Stripe', exact: true });
  await takesFocus(dialog);
  await dialog.getByLabel('Name').fill('Main account');
  await dialog.getByLabel('Secret Key').fill('rk_test_sandboxSunriseNoPortal00003');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.getByText(/rak_customer_portal_write/).waitFor();
  await dialog.getByLabel('Secret Key').fill('rk_test_sandboxSunriseRestricted0002');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('list', { name: 'Connected accounts', exact: true }).getByText('Key ends in 0002').waitFor();

  await page.getByRole('tab', { name: 'Membership', exact: true }).click();
  await page.getByText('You do not have membership created!').waitFor();
  await page.getByRole('button', { name: 'Create Membership', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create Membership', exact: true });
  await takesFocus(form);
  await form.getByLabel('Name').fill('Gold');
  await form.getByLabel('Price ($)').fill('19.555');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.getByText('Please enter a valid price (only numbers are allowed)').waitFor();
  await form.getByLabel('Price ($)').fill('19.50');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('row', { name: /Gold.*19\.50 monthly/ }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the payment URL of Gold', exact: true }).click();
  await page.getByText('Payment URL copied successfully').waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.match(copied, /^https:\/\/bright\.localhost\/join\/\d+$/);
  joinPath = new URL(copied).pathname;
  assert.deepEqual(faults, []);
});

test('A buyer pays, sets a password and signs in under the brand', async () => {
  const { page, faults } = await product.open();
  await page.goto(`${site}${joinPath}`);
  await page.getByRole('heading', { level: 1, name: 'Gold', exact: true }).waitFor();
  await expect
    .poll(async () => (await page.title()).startsWith('Bright | '), { message: 'the title names the brand' })
    .toBeTruthy();
  await page.getByText('$19.50 per month').waitFor();
  await page.getByRole('button', { name: 'Continue to payment', exact: true }).click();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Name on card').fill('Bea Buyer');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you, and welcome', exact: true }).waitFor();
  await page.getByText(`We have sent an email to ${buyer.email}`).waitFor();

  const mail = await waitForValue('the mail to the buyer', async () =>
    Promise.resolve(product.sandbox.state.mails.find(({ to }) => to.includes(buyer.email)) ?? null),
  );
  assert.doesNotMatch(`${mail.subject}\n${mail.text}`, /AgencyReel/i);
  const link = new URL(await linkInMail(product, { to: buyer.email, subject: mail.subject }));
  assert.equal(link.origin, `https://${brandHost}`);
  await page.goto(site + link.pathname + link.search);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(buyer.password);
  await page.getByRole('textbox', { name: 'Confirm password', exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Change the password', exact: true }).click();
  await page.getByLabel('Email').waitFor();
  await pageTakesFocus(page);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: /your account$/ }).click();
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await page.getByText('Next payment').waitFor();
  assert.deepEqual(faultsOf(faults), []);
});

test('Every page shows an unpaid bill until it is paid', async () => {
  const { page, faults } = await product.open();
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard');
  const billing = async (state: string) => {
    await expect
      .poll(
        async () => {
          await page.goto(`${site}/billing`);
          await page.getByRole('region', { name: 'Gold', exact: true }).waitFor();
          return (await page.getByText(state, { exact: true }).count()) > 0;
        },
        { message: `billing says ${state}` },
      )
      .toBeTruthy();
  };
  await atStripe('fail');
  await billing('The last payment failed');
  await expect(banner(page)).toHaveCount(0);
  await atStripe('give-up');
  await billing('Not paid');
  await banner(page).waitFor();
  await page.goto(`${site}/streams`);
  await banner(page).getByRole('link', { name: 'Open billing', exact: true }).click();
  await page.getByRole('button', { name: 'Pay at Stripe', exact: true }).click();
  await page.getByRole('button', { name: 'Pay open invoice', exact: true }).click();
  await page.getByText('Subscription: active').waitFor();
  await page.getByRole('link', { name: 'Return to the seller', exact: true }).click();
  await billing('Paid');
  await banner(page).waitFor({ state: 'detached' });
  assert.deepEqual(faultsOf(faults), []);
});

test('A seller renames a buyer, sets a password, and deletes the account', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/white-label?tab=users');
  await page.getByRole('button', { name: 'Edit Bea Buyer', exact: true }).click();
  await takesFocus(page.getByRole('dialog'));
  await page.getByRole('form', { name: 'Update User Info', exact: true }).getByLabel('Name').fill('Bea Bright');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Bea Bright', exact: true }).click();
  const form = page.getByRole('form', { name: 'Update Password', exact: true });
  await takesFocus(page.getByRole('dialog'));
  await form.getByRole('textbox', { name: 'Your own password', exact: true }).fill(owner.password);
  await form.getByRole('textbox', { name: 'New Password', exact: true }).fill('short');
  await form.getByRole('button', { name: 'Update Password', exact: true }).click();
  await form.getByText(/Password must contain at least 1 lowercase letter/).waitFor();
  await form.getByRole('textbox', { name: 'New Password', exact: true }).fill('Another-Day-2!');
  await form.getByRole('textbox', { name: 'Confirm Password', exact: true }).fill('Another-Day-2!');
  await form.getByRole('button', { name: 'Update Password', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Bea Bright', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('You do not have users created yet!').waitFor();
  assert.deepEqual(faults, []);
});
