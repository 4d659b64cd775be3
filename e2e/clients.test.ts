import assert from 'node:assert/strict';
import { aPicture } from '#server/content/streams/testing.ts';
import { addClient, callsOf, clientPassword, connect, type Caller } from './arrange.ts';
import { problemTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { linkInMail } from './mail.ts';
import type { Product } from './product.ts';
import { enter, signIn } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A client is added once the form is valid, and its accounts can wait', proof, async () => {
  await addClient(calls, { name: 'Taken', email: 'taken@client.test' });
  const { page, faults } = await product.open({ expected: [409] });
  await enter(page, '/dashboard');
  await page.getByRole('link', { name: 'Add a client', exact: true }).click();
  const connectors = page.getByRole('button', { name: /^Connect / });
  await connectors.nth(8).waitFor();
  await expect(connectors).toHaveCount(9);
  await expect(page.getByRole('button', { name: /Not available: Create the client first/ })).toHaveCount(9);
  await page.getByText('No social networks available').waitFor();

  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  for (const message of ['Name is required', 'Email is required', 'Password is required', 'Earning is required'])
    await page.getByText(message).waitFor();
  await problemTakesFocus(page);
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('tooweak');
  const rule = page.getByText(
    'Password must be at least 8 characters long and include uppercase, lowercase, number, and special character',
    { exact: true },
  );
  await rule.waitFor();
  await expect(create, 'the button waits while the message shows').toBeDisabled();
  await password.fill(clientPassword);
  await rule.waitFor({ state: 'hidden' });

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Green Garden');
  await page.getByLabel('Earning').fill('12.5');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('taken@client.test');
  await create.click();
  await page.getByText('This email is already in use').first().waitFor();
  await expect(
    page.getByRole('textbox', { name: 'Name', exact: true }),
    'a refused form keeps what was typed',
  ).toHaveValue('Green Garden');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('green@client.test');
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Client Created Successfully', exact: true });
  await dialog.getByText('Do you want to connect social accounts now ?').waitFor();
  await dialog.getByRole('button', { name: 'Later', exact: true }).click();
  await page.waitForURL('**/clients');
  await page.getByRole('article').filter({ hasText: 'Green Garden' }).getByText('$12.50 / week').waitFor();
  assert.deepEqual(faults, []);
});

test('Continue opens the accounts of the new client', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/add-client');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Blue Boats');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('blue@client.test');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(clientPassword);
  await page.getByLabel('Earning').fill('90');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Client Created Successfully', exact: true })
    .getByRole('button', { name: 'Continue', exact: true })
    .click();
  await page.waitForURL('**/edit-client/*');
  await page.getByText('No records found for this user').waitFor();
  await page.getByRole('button', { name: 'Connect Telegram', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('Clients are found by name or email, edited, and deleted after a confirmation', proof, async () => {
  await addClient(calls, { name: 'Old Mill', email: 'flour@mill.test' });
  await addClient(calls, { name: 'Quiet Lake', email: 'quiet@lake.test' });
  const { page, faults } = await product.open();
  await enter(page, '/clients');
  const mill = page.getByRole('article').filter({ hasText: 'Mill' });
  const lake = page.getByRole('article').filter({ hasText: 'Quiet Lake' });
  await lake.waitFor();
  await page.getByRole('textbox', { name: 'Search by name or email', exact: true }).fill('FLOUR@');
  await lake.waitFor({ state: 'hidden' });
  await mill.waitFor();
  await page.getByRole('textbox', { name: 'Search by name or email', exact: true }).fill('nobody at all');
  await page.getByText('No client matches “nobody at all”.').waitFor();
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click();

  await mill.getByRole('link', { name: 'Edit Old Mill', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).not.toBeEditable();
  await name.fill('New Mill');
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Dashboard', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?', exact: true })
    .getByRole('button', { name: 'Stay here', exact: true })
    .click();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByText('Client updated successfully').waitFor();
  await page.goto('/clients');
  await page.getByRole('heading', { name: 'New Mill', exact: true }).waitFor();

  await mill.getByRole('button', { name: 'Delete New Mill', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await question.getByText('You Want to Delete this Account').waitFor();
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await mill.getByRole('button', { name: 'Delete New Mill', exact: true }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await mill.waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('A social account is deleted after a confirmation', proof, async () => {
  const clientId = await addClient(calls, { name: 'Red Roofs' });
  await connect(calls, product, { clientId, network: 'telegram' });
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  const accounts = page.getByRole('table', { name: 'Connected accounts', exact: true });
  await accounts.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await question.getByText('Do you want to delete this Social account').waitFor();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No records found for this user').waitFor();
  assert.deepEqual(faults, []);
});

test('Many accounts are searched by network or name, and a search without results says so', proof, async () => {
  const clientId = await addClient(calls, { name: 'Many Feeds' });
  await connect(calls, product, { clientId, network: 'telegram' });
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    await calls.ask('connect-by-hand', {
      user_id: clientId,
      network: 'medium',
      name: `Letters ${name}`,
      url: `https://medium.com/@letters-${name.toLowerCase()}`,
    });
  }
  const { page, faults } = await product.open();
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  const rows = page.getByRole('table', { name: 'Connected accounts', exact: true }).getByRole('row');
  const search = page.getByRole('textbox', { name: 'Search by network or name', exact: true });
  await rows.nth(5).waitFor();
  await expect(search, 'five are seen at a glance').toHaveCount(0);
  await calls.ask('connect-by-hand', {
    user_id: clientId,
    network: 'medium',
    name: 'Letters Five',
    url: 'https://medium.com/@letters-five',
  });
  await page.reload();
  await search.fill('letters t');
  await rows.nth(3).waitFor({ state: 'hidden' });
  await expect(rows, 'two and the heads of the columns').toHaveCount(3);
  await search.fill('TELE');
  await rows.filter({ hasText: 'Telegram' }).waitFor();
  await search.fill('nobody');
  await page.getByText('No records found', { exact: true }).waitFor();
  await expectSound(page, {
    looks: [
      { width: 390, scheme: 'light' },
      { width: 1280, scheme: 'dark' },
    ],
    name: 'manage-none',
  });
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click();
  await rows.nth(6).waitFor();
  assert.deepEqual(faults, []);
});

test(
  'A client sets its password from a mail, sees only its own data, edits its profile and connects Medium',
  proof,
  async () => {
    await addClient(calls, { name: 'Somebody Else' });
    const owned = await product.open();
    await enter(owned.page, '/add-client');
    await owned.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sunrise Bakery');
    await owned.page.getByRole('textbox', { name: 'Email', exact: true }).fill('anna@sunrise.test');
    await owned.page.getByRole('textbox', { name: 'Password', exact: true }).fill(clientPassword);
    await owned.page.getByLabel('Earning').fill('250');
    await owned.page.getByRole('checkbox', { name: 'Email the credentials to the client', exact: true }).check();
    await owned.page.getByRole('button', { name: 'Create', exact: true }).click();
    await owned.page.getByRole('dialog', { name: 'Client Created Successfully', exact: true }).waitFor();

    const anna = { email: 'anna@sunrise.test', password: 'Annas&Pass1!' };
    const { page, faults } = await product.open();
    await page.goto(await linkInMail(product, { to: anna.email, subject: 'Your account at AgencyReel' }));
    await page.getByLabel('New password', { exact: true }).fill(anna.password);
    await page.getByLabel('Confirm password', { exact: true }).fill(anna.password);
    await page.getByRole('button', { name: 'Change the password', exact: true }).click();
    await page.getByText('Your password has been changed. You can sign in now.').waitFor();
    await signIn(page, anna);

    const bar = page.getByRole('navigation', { name: 'Main', exact: true });
    await bar.getByRole('link').first().waitFor();
    await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Approvals', 'Manage Client'], { useInnerText: true });
    await expect(bar.getByRole('button')).toHaveCount(0);
    await bar.getByRole('link', { name: 'Manage Client', exact: true }).click();
    const cards = page.getByRole('article');
    await cards.getByRole('heading', { name: 'Sunrise Bakery', exact: true }).waitFor();
    await expect(cards).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Add Client' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);

    await page.getByRole('link', { name: 'Edit Sunrise Bakery', exact: true }).click();
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Sunrise Ltd');
    await expect(page.getByLabel('What you pay'), "what it pays is the agency's to say").not.toBeEditable();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await page.getByText('Profile updated successfully').waitFor();
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'anna.png', mimeType: 'image/png', buffer: await aPicture('png') });
    await page
      .getByRole('dialog', { name: 'Your picture', exact: true })
      .getByRole('button', { name: 'Use this picture', exact: true })
      .click();
    await page.getByText('Profile picture updated successfully').waitFor();

    await page.getByRole('button', { name: 'Connect Medium', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Medium', exact: true });
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText('Access token is required').waitFor();
    await dialog.getByLabel(/^Access token/).fill('2f6a0c9d41b84e7793d5e0aa11c7b5f08d3e6f4a92b1c0d7e8f5a6b3c4d2e1f09');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('table', { name: 'Connected accounts', exact: true }).getByText('sunrisebakery').waitFor();
    assert.deepEqual([...faults, ...owned.faults], []);
  },
);
