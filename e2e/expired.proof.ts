import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { codeAt } from '#server/app/testing/codes.ts';
import { addClient, callsOf, clientPassword, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter, signIn } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** Lets every session of a person's browsers expire an hour ago. */
async function runOut(email: string): Promise<void> {
  const at = new Date(product.now().getTime() - 3_600_000);
  await product.services.db.pool.query(
    'update sessions set expires_at = $2 where user_id = (select id from users where email = $1) and user_agent like ' +
      "'Mozilla%'",
    [email, at],
  );
}
const asked = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again', exact: true });

test('After a long absence the person signs in over the page, and the half-filled form is saved', async () => {
  const id = await addClient(calls, { name: 'Sunrise Bakery' });
  const { page, faults } = await product.open({ expected: [401, 422] });
  await signIn(page);
  await page.goto(`/edit-client/${id}?tab=details`);
  await page.getByLabel('Company').fill('Sunrise and Sons');
  await runOut(owner.email);
  await page.getByRole('button', { name: 'Update', exact: true }).click();

  const password = asked(page).getByLabel('Password', { exact: true });
  await password.and(page.locator(':focus')).waitFor();
  await expect(asked(page).getByLabel('Email')).toHaveValue(owner.email);
  await page.keyboard.press('Escape');
  await asked(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await asked(page).getByText('Password is required').waitFor();
  await password.fill('Wrong&Pass1!');
  await page.keyboard.press('Enter');
  await asked(page).getByText('Email or password is not correct').waitFor();
  await expectSound(page, { looks: everyLook, name: 'expired-password' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await password.fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByText('Client updated successfully').waitFor();
  await asked(page).waitFor({ state: 'hidden' });
  await expect(page.getByText('Unauthorized Token')).toHaveCount(0);
  await expect(page.getByLabel('Company')).toHaveValue('Sunrise and Sons');
  await page.getByRole('button', { name: 'Update', exact: true }).and(page.locator(':focus')).waitFor();
  const saved = await (await callsOf(product)).ask('fetch-app-client', { id });
  assert.equal(saved.items[0]?.company, 'Sunrise and Sons');
  assert.deepEqual(faults, []);
});

test('Signing in again in one tab resumes the other tab', async () => {
  const { page, context, faults } = await product.open({ expected: [401] });
  await enter(page, '/dashboard');
  const beside = await context.newPage();
  await beside.goto('/streams');
  await beside.getByRole('heading', { level: 1, name: 'My Streams', exact: true }).waitFor();
  await page.goto('/clients');
  await runOut(owner.email);
  for (const each of [page, beside]) await each.reload();
  for (const each of [page, beside]) await asked(each).waitFor();
  await asked(page).getByLabel('Password', { exact: true }).fill(owner.password);
  await asked(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  for (const each of [page, beside]) await asked(each).waitFor({ state: 'hidden' });
  await beside.getByRole('link', { name: 'Add Stream', exact: true }).first().click();
  await beside.waitForURL('**/create-stream');
  assert.deepEqual(faults, []);
});

test('Signing out instead of in leaves nothing of the person in the browser', async () => {
  await addClient(calls, { name: 'Leaving', email: 'leaving@client.test' });
  const { page, faults } = await product.open({ expected: [401] });
  await enter(page, '/dashboard', { email: 'leaving@client.test', password: clientPassword });
  await runOut('leaving@client.test');
  await page.reload();
  await asked(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).toBe('');
  assert.deepEqual(faults, []);
});

test('Signing in again asks for the code of two-step log-in', async () => {
  const { key } = await calls.ask('start-second-factor', {});
  await calls.ask('turn-on-second-factor', { code: await codeAt(key, product.now()) });
  const nextCode = async (): Promise<string> => {
    await product.passTime({ minutes: 1 });
    return codeAt(key, product.now());
  };
  const { page, faults } = await product.open({ expected: [401, 422] });
  await page.goto('/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Six-digit code').fill(await nextCode());
  await page.waitForURL('**/dashboard');
  await page.goto('/create-stream');
  await page.getByLabel('Title').fill('Spring');
  await page.getByLabel('Description').fill('Everything about spring');
  await page.getByRole('combobox', { name: 'Type', exact: true }).click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await runOut(owner.email);
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await asked(page).getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  const code = asked(page).getByLabel('Six-digit code');
  await code.and(page.locator(':focus')).waitFor();
  await expectSound(page, { looks: everyLook, name: 'expired-code' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await asked(page).getByRole('button', { name: 'Back', exact: true }).click();
  await asked(page).getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await code.fill(await nextCode());
  await page
    .getByRole('dialog', { name: 'Content Stream Created Successfully', exact: true })
    .or(page.getByRole('dialog').filter({ hasText: /created/i }))
    .first()
    .waitFor();
  assert.deepEqual(faults, []);
});
