import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, callsOf } from './arrange.ts';
import { choose, oops } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { linkInMail } from './mail.ts';
import { owner, type Product } from './product.ts';
import { enter, signIn } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

/** What the owner signs in with; changed on the way. */
const now = { ...owner };

const menu = (page: Page) => page.getByRole('button', { name: /your account$/ });
test('A changed name appears in the menu at once, and the email cannot be typed over', async () => {
  const { page, faults } = await product.open();
  await enter(page, '/my-account', now);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByText('Name is required').waitFor();
  await name.fill('Mia Renamed');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByText('Profile updated successfully').waitFor();
  await menu(page).getByText('Mia Renamed').waitFor();
  await expect(page.getByLabel('Current email')).toHaveAttribute('readonly', '');
  await expect(page.getByLabel('Current email')).toHaveValue(now.email);
  assert.deepEqual(faults, []);
});

test('Changing the password signs out every other place, and the eye shows what is typed', proof, async () => {
  const elsewhere = await product.open({ expected: [401] });
  await signIn(elsewhere.page, now);
  const { page, faults } = await product.open({ expected: [422] });
  await signIn(page, now);
  await page.goto('/my-account');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const change = async (current: string, chosen: string, confirmed: string) => {
    await field('Current password').fill(current);
    await field('New password').fill(chosen);
    await field('Confirm password').fill(confirmed);
    await page.getByRole('button', { name: 'Change Password', exact: true }).click();
  };
  await change('', '', '');
  await page.getByText('Current password is required').waitFor();
  await change(now.password, 'too-weak', 'too-weak');
  await oops(
    page,
    'Password must include at least 1 uppercase, 1 lowercase, 1 number, 1 special character and should ' +
      'be at least 8 ' +
      'characters long',
  );
  await change(now.password, 'Better&Pass2!', 'Better&Pass3!');
  await oops(page, 'New password and confirm password do not match.');
  await change('Wrong&Pass1!', 'Better&Pass2!', 'Better&Pass2!');
  await page.getByText('Current password is not correct').first().waitFor();
  for (const label of ['Current password', 'New password', 'Confirm password']) {
    await expect(field(label)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: `Show or hide: ${label}`, exact: true }).click();
    await expect(field(label)).toHaveAttribute('type', 'text');
  }
  await change(now.password, 'Better&Pass2!', 'Better&Pass2!');
  await page.getByText('Password changed successfully').waitFor();
  now.password = 'Better&Pass2!';
  await expect(field('New password'), 'the fields are empty').toHaveValue('');
  await elsewhere.page.goto('/clients');
  await elsewhere.page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'My Account', exact: true }).waitFor();
  assert.deepEqual([...faults, ...elsewhere.faults], []);
});

test(
  'The email changes by a link that only the new address gets, and a taken address looks the same',
  proof,
  async () => {
    await addClient(await callsOf(product, now), { name: 'Taken', email: 'taken@client.test' });
    const { page, faults } = await product.open({ expected: [403, 422] });
    await signIn(page, now);
    await page.goto('/my-account');
    const dialog = page.getByRole('dialog', { name: 'Change Email', exact: true });
    const ask = async (email: string) => {
      await page.getByRole('button', { name: 'Change Email', exact: true }).click();
      await dialog.getByLabel('New email').fill(email);
      await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    };
    await ask(now.email.toUpperCase());
    await dialog.getByText('Email cannot be same').waitFor();
    await expect(dialog.getByLabel('Current email')).toHaveValue(now.email);
    await expect(dialog.getByLabel('Current email')).toHaveAttribute('readonly', '');
    await expectSound(page, { looks: everyLook, name: 'account-email' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

    // The log-in was a while ago, so the password is asked for; what was typed stays beneath.
    await product.passTime({ minutes: 11 });
    await ask('taken@client.test');
    const identity = page.getByRole('dialog', { name: 'Confirm that it is you', exact: true });
    await identity.getByLabel('Password', { exact: true }).fill('Wrong&Pass1!');
    await identity.getByRole('button', { name: 'Confirm', exact: true }).click();
    await identity.getByText('Current password is not correct').waitFor();
    await identity.getByRole('button', { name: 'Cancel', exact: true }).click();
    await identity.waitFor({ state: 'hidden' });
    await expect(dialog.getByLabel('New email')).toHaveValue('taken@client.test');
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await identity.getByLabel('Password', { exact: true }).fill(now.password);
    await page.keyboard.press('Enter');
    await dialog.getByText('We have sent a link to taken@client.test.', { exact: false }).waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await ask('moved@agency.test');
    await dialog.getByText('We have sent a link to moved@agency.test.', { exact: false }).waitFor();
    await dialog.getByText('Close', { exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(page.getByLabel('Current email')).toHaveValue(owner.email);
    const link = await linkInMail(product, { to: 'moved@agency.test', subject: 'Confirm your email for AgencyReel' });
    const { mails } = product.sandbox.state;
    await expect
      .poll(
        () =>
          Promise.resolve(
            mails.some(
              ({ to, subject }) =>
                to.includes('taken@client.test') && subject === 'You already have an account at AgencyReel',
            ) &&
              mails.filter(
                ({ to, subject }) =>
                  to.includes(owner.email) && subject === 'Somebody wants to change your AgencyReel email',
              ).length === 2
              ? true
              : null,
          ),
        { message: 'the other mails' },
      )
      .toBeTruthy();

    const mailbox = await product.open({ expected: [409] });
    await mailbox.page.goto(link);
    await mailbox.page.getByRole('heading', { name: 'Your email has been changed', exact: true }).waitFor();
    await expectSound(mailbox.page, { looks: everyLook, name: 'account-confirmed' });
    await mailbox.page.reload();
    await mailbox.page.getByText('This link is not valid any more. Please ask for a new one on My Account.').waitFor();
    now.email = 'moved@agency.test';
    await page.reload();
    await expect
      .poll(async () => ((await page.getByLabel('Current email').inputValue()) === now.email ? true : null), {
        message: 'the changed email',
      })
      .toBeTruthy();
    await signIn(mailbox.page, now);
    assert.deepEqual([...faults, ...mailbox.faults], []);
  },
);

test('The list of sessions signs out one place, then every other one', proof, async () => {
  const first = await product.open({ expected: [401] });
  const second = await product.open({ expected: [401] });
  await second.page.context().setExtraHTTPHeaders({
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  for (const { page } of [first, second]) await signIn(page, now);
  const { page, faults } = await product.open();
  await signIn(page, now);
  await page.goto('/my-account');
  const list = page.getByRole('region', { name: 'Where you are signed in', exact: true });
  const sessions = list.getByRole('listitem');
  await sessions.first().getByText('This one').waitFor();
  await sessions.first().getByText('Chrome on Linux').waitFor();
  const count = await sessions.count();
  await sessions
    .filter({ hasText: 'Firefox on Linux' })
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await page.getByText('Signed out there').waitFor();
  await expect
    .poll(async () => ((await sessions.count()) === count - 1 ? true : null), { message: 'one place less' })
    .toBeTruthy();
  await second.page.goto('/clients');
  await second.page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  await list.getByRole('button', { name: 'Sign out everywhere else', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Are you sure?', exact: true })
    .getByRole('button', { name: 'Sign out everywhere else', exact: true })
    .click();
  await expect
    .poll(async () => ((await sessions.count()) === 1 ? true : null), { message: 'this place alone' })
    .toBeTruthy();
  await first.page.goto('/clients');
  await first.page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  assert.deepEqual([...faults, ...first.faults, ...second.faults], []);
});

test('The activity log is filtered by person, kind and day and is saved as CSV', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard', now);
  await page.getByRole('button', { name: /, your account$/ }).click();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const table = page.getByRole('table', { name: 'Activity', exact: true });
  await table.getByText('Added the client “Taken”').waitFor();
  await table.getByText('Command line').first().waitFor();
  await choose(page, { field: 'Kind', option: 'My Account' });
  await table.getByText('Changed the picture of the own account').first().waitFor();
  await table.getByText('Added the client “Taken”').waitFor({ state: 'hidden' });
  await choose(page, { field: 'Who', option: 'Operator' });
  await page.getByText('Nothing was recorded for this choice.').waitFor();
  await page.getByRole('button', { name: 'Show everything', exact: true }).click();
  await page.getByRole('button', { name: 'To', exact: true }).click();
  const calendar = page.getByRole('dialog', { name: 'To', exact: true });
  await calendar.getByRole('button', { name: 'Previous month', exact: true }).click();
  await calendar.getByRole('button', { name: /^15 / }).click();
  await page.getByText('Nothing was recorded for this choice.').waitFor();
  await page.getByRole('button', { name: 'Up to today', exact: true }).click();
  await table.getByText('Added the client “Taken”').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click();
  const file = await saving;
  assert.match(file.suggestedFilename(), /^activity-\d{4}-\d\d-\d\d\.csv$/);
  assert.deepEqual(faults, []);
});

test('The page of messages shows each message', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/notification', now);
  const boxes = page.getByRole('main').getByRole('listitem');
  await boxes.first().waitFor();
  await expect(boxes).toHaveText(
    [
      'Success! Your Purchase has been confirmed!',
      'Error! Your Purchase has been declined!',
      'Info Message! This is an Info Message.',
    ],
    { useInnerText: true },
  );
  assert.deepEqual(faults, []);
});
