import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { codeAt } from '#server/app/testing/codes.ts';
import { addClient, callsOf, clientPassword } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { signIn } from './signing-in.ts';
import { everyLook, expectSound, type Look } from './soundness.ts';

// The story of one person: each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial' });

let product: Product;

test.beforeAll(async ({ host }) => {
  product = await host.product();
});

/** The owner's notes: the key in the app, and the recovery codes. */
const kept = { key: '', codes: [''] };

/** The code in the owner's app, once the thirty seconds of the last one are over. */
async function nextCode(): Promise<string> {
  await product.passTime({ minutes: 1 });
  return codeAt(kept.key, product.now());
}

/** Six digits that the owner's app does not show around now. */
async function wrongCode(): Promise<string> {
  const right = await Promise.all(
    [-1, 0, 1, 2].map((steps) => codeAt(kept.key, new Date(product.now().getTime() + steps * 30_000))),
  );
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !right.includes(code)) ?? '';
}

/** Pages and dialogs that differ little from another one are checked in fewer looks. */
const twoLooks = everyLook.slice(1, 3);

async function sound(page: Page, name: string, looks: readonly Look[] = everyLook): Promise<void> {
  await expectSound(page, { looks, name });
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function typePassword(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until this has the focus. */
const focused = (page: Page, what: Locator): Promise<void> => what.and(page.locator(':focus')).waitFor();
const identity = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const card = (page: Page) => page.getByRole('region', { name: 'Two-step log-in' });
const subjectsTo = (email: string) =>
  product.sandbox.state.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

test('Two-step log-in is turned on with an app after the password is confirmed', async () => {
  const { page, faults } = await product.open({ expected: [401, 403, 422] });
  await signIn(page);
  const elsewhere = await product.open({ expected: [401] });
  await signIn(elsewhere.page);
  await page.goto('/my-account');
  await card(page).getByText('Off', { exact: true }).waitFor();
  await product.passTime({ minutes: 11 });
  const turnOn = card(page).getByRole('button', { name: 'Turn on' });

  await turnOn.click();
  await identity(page).getByLabel('Password', { exact: true }).fill('Wrong&Pass1!');
  await page.keyboard.press('Enter');
  await identity(page).getByText('Current password is not correct').waitFor();
  await sound(page, 'identity-password');
  await page.keyboard.press('Escape');
  await identity(page).waitFor({ state: 'hidden' });
  await focused(page, turnOn);

  await turnOn.click();
  await identity(page).getByLabel('Password', { exact: true }).fill(owner.password);
  await identity(page).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step log-in' });
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  kept.key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await expect
    .poll(async () =>
      new URL((await dialog.getByText('Open the app on this device').getAttribute('href')) ?? '').searchParams.get(
        'secret',
      ),
    )
    .toBe(kept.key);
  await sound(page, 'two-step-set-up');
  await dialog.getByLabel('Six-digit code').fill(await wrongCode());
  await dialog.getByText(/This code is not right/).waitFor();
  await dialog.getByLabel('Six-digit code').fill(await nextCode());

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('listitem').first().waitFor();
  kept.codes = await codes.getByRole('listitem').allInnerTexts();
  assert.equal(new Set(kept.codes).size, 10);
  await sound(page, 'two-step-codes');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('button', { name: 'Download' }).click(),
  ]);
  const saved = await readFile(await download.path(), 'utf8');
  for (const code of kept.codes) assert.ok(saved.includes(code));
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await codes.waitFor({ state: 'hidden' });
  await card(page).getByText('On', { exact: true }).waitFor();
  await card(page).getByText('10 recovery codes left').waitFor();
  await sound(page, 'two-step-on');
  await expect
    .poll(() => Promise.resolve(subjectsTo(owner.email).includes('Two-step log-in is on for AgencyReel')), {
      message: 'the mail about it',
    })
    .toBeTruthy();

  await elsewhere.page.goto('/streams');
  await elsewhere.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  assert.deepEqual(faults, []);
});

test('A log-in takes the password and a code, and a wrong code says so and is overtyped', async () => {
  const { page, faults } = await product.open({ expected: [422] });
  await typePassword(page);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  const field = page.getByLabel('Six-digit code');
  await expect
    .poll(() => Promise.all(['autocomplete', 'inputmode'].map((name) => field.getAttribute(name))))
    .toEqual(['one-time-code', 'numeric']);
  await focused(page, field);
  await sound(page, 'login-code');
  await page.keyboard.type(await wrongCode());
  await page
    .getByRole('main')
    .getByText(/This code is not right/)
    .waitFor();
  const code = await nextCode();
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.waitForURL('**/dashboard');
  assert.deepEqual(faults, []);
});

test('A code that comes too late returns to the password and says why', proof, async () => {
  const { page, faults } = await product.open({ expected: [409] });
  await typePassword(page);
  await page.getByLabel('Six-digit code').waitFor();
  await product.passTime({ minutes: 6 });
  await page.getByLabel('Six-digit code').fill(await nextCode());
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await page.getByRole('main').getByText('That took too long. Please sign in again.').waitFor();
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  assert.deepEqual(faults, []);
});

test('A recovery code replaces the app once, and the person is notified', proof, async () => {
  const { page, faults } = await product.open({ expected: [422] });
  const [code = ''] = kept.codes;
  await typePassword(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('heading', { name: 'Enter a recovery code' }).waitFor();
  await sound(page, 'login-recovery', twoLooks);
  await page.getByLabel('Recovery code').fill(code.toUpperCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/my-account');
  await card(page).getByText('9 recovery codes left').waitFor();
  await expect
    .poll(() => Promise.resolve(subjectsTo(owner.email).includes('A recovery code was used for AgencyReel')), {
      message: 'the mail about it',
    })
    .toBeTruthy();

  const other = await product.open({ expected: [422] });
  await typePassword(other.page);
  await other.page.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.page.getByLabel('Recovery code').fill(code);
  await other.page.keyboard.press('Enter');
  await other.page
    .getByRole('main')
    .getByText(/This code is not right, or it has been used already/)
    .waitFor();
  assert.deepEqual([...faults, ...other.faults], []);
});

test('A sensitive call asks for a code above the page, and cancelling it loses no typed text', proof, async () => {
  const { page, faults } = await product.open({ expected: [403, 422] });
  await typePassword(page);
  await page.getByLabel('Six-digit code').fill(await nextCode());
  await page.waitForURL('**/dashboard');
  await page.goto('/my-account');
  await product.passTime({ minutes: 11 });
  await page.getByRole('button', { name: 'Change Email' }).click();
  const form = page.getByRole('dialog', { name: 'Change Email' });
  await form.getByLabel('New email').fill('moved@agency.test');
  await form.getByRole('button', { name: 'Update' }).click();
  await identity(page).getByLabel('Six-digit code').waitFor();
  await sound(page, 'identity-code', twoLooks);
  await page.keyboard.press('Escape');
  await identity(page).waitFor({ state: 'hidden' });
  await expect(form.getByLabel('New email')).toHaveValue('moved@agency.test');
  await focused(page, form.getByRole('button', { name: 'Update' }));

  await page.keyboard.press('Enter');
  await identity(page)
    .getByLabel('Six-digit code')
    .fill(await wrongCode());
  await identity(page)
    .getByText(/This code is not right/)
    .waitFor();
  await identity(page).getByRole('button', { name: 'Use a recovery code' }).click();
  await identity(page)
    .getByLabel('Recovery code')
    .fill(kept.codes[1] ?? '');
  await page.keyboard.press('Enter');
  await form.getByText('moved@agency.test').waitFor();
  await form.getByText(/Open it within 24 hours/).waitFor();
  assert.deepEqual(faults, []);
});

test('Replacing the recovery codes and turning the second factor off are confirmed by a code', proof, async () => {
  const { page, faults } = await product.open({ expected: [403] });
  await typePassword(page);
  await page.getByLabel('Six-digit code').fill(await nextCode());
  await page.waitForURL('**/dashboard');
  await page.goto('/my-account');
  await product.passTime({ minutes: 11 });
  await card(page).getByRole('button', { name: 'New recovery codes' }).click();
  const question = page.getByRole('dialog', { name: 'Make new recovery codes?' });
  await question.getByRole('button', { name: 'Make new ones' }).click();
  await identity(page).getByLabel('Six-digit code').waitFor();
  await page.keyboard.press('Escape');
  await identity(page).waitFor({ state: 'hidden' });
  await question.getByRole('button', { name: 'Make new ones' }).click();
  await identity(page)
    .getByLabel('Six-digit code')
    .fill(await nextCode());
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect
    .poll(
      async () => {
        const shown = await codes.getByRole('listitem').allInnerTexts();
        return shown.length === 10 && shown.every((code) => !kept.codes.includes(code));
      },
      { message: 'ten others' },
    )
    .toBeTruthy();
  await page.keyboard.press('Escape');
  await codes.waitFor({ state: 'hidden' });
  await card(page).getByText('10 recovery codes left').waitFor();

  await card(page).getByRole('button', { name: 'Turn off' }).click();
  await page
    .getByRole('dialog', { name: 'Turn off two-step log-in?' })
    .getByRole('button', { name: 'Turn off' })
    .click();
  await page.getByText('Two-step log-in is off', { exact: true }).waitFor();
  await card(page).getByRole('button', { name: 'Turn on' }).waitFor();
  await expect
    .poll(() => Promise.resolve(subjectsTo(owner.email).includes('Two-step log-in is off for AgencyReel')), {
      message: 'the mail about it',
    })
    .toBeTruthy();
  await signIn((await product.open()).page);
  assert.deepEqual(faults, []);
});

test('A client account protects its log-in on its own page', proof, async () => {
  const email = 'anna@client.test';
  await addClient(await callsOf(product), { name: 'Anna', email });
  const { page, faults } = await product.open();
  await signIn(page, { email, password: clientPassword });
  await page.getByRole('button', { name: 'your account' }).click();
  await page.getByRole('link', { name: 'Log-in Security' }).click();
  await page.getByRole('heading', { level: 1, name: 'Log-in Security' }).waitFor();
  await card(page).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step log-in' });
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Six-digit code').fill(await codeAt(key, product.now()));
  await page
    .getByRole('dialog', { name: 'Your recovery codes' })
    .getByRole('button', { name: 'I have kept them' })
    .click();
  await card(page).getByText('On', { exact: true }).waitFor();
  await sound(page, 'security', twoLooks);
  assert.deepEqual(faults, []);
});
