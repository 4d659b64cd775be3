import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, type Caller } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const note = (page: Page) => page.getByText('Your unsaved changes are back');
/** The unfinished forms that the browser keeps, as text. */
const kept = (page: Page) =>
  page
    .evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('unfinished')).map(String).join()")
    .then(String);

async function open() {
  const opened = await product.open();
  opened.page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before a reload
  await enter(opened.page, '/dashboard');
  return opened;
}

test('A half-filled form survives a reload without its password and is gone once it is saved', async () => {
  const { page, faults } = await open();
  await page.goto('/add-client');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sunrise Bakery');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('hello@sunrise.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('Sunny-Day1!');
  await page.getByLabel('Earning').fill('120');
  await page.reload();
  await note(page).waitFor();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Sunrise Bakery');
  await expect(page.getByLabel('Earning')).toHaveValue('120');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await expect.poll(async () => (await kept(page)).includes('Sunny-Day1!')).toBe(false);
  await expectSound(page, { looks: everyLook, name: 'unsaved' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('textbox', { name: 'Password' }).fill('Sunny-Day1!');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Client Created Successfully' })
    .getByRole('button', { name: 'Later' })
    .click();
  await page.waitForURL('**/clients');
  await expect.poll(() => kept(page)).toBe('');
  assert.deepEqual(faults, []);
});

test('A restored form can be discarded, and a form left on purpose does not return', proof, async () => {
  const id = await addClient(calls, { name: 'Blue Boats' });
  const { page, faults } = await open();
  await page.goto(`/edit-client/${id}?tab=details`);
  const company = page.getByLabel('Company');
  await company.fill('Boats & Sons');
  await page.reload();
  await note(page).waitFor();
  await expect(company).toHaveValue('Boats & Sons');
  await page.getByRole('button', { name: 'Discard' }).click();
  await note(page).waitFor({ state: 'hidden' });
  await expect.poll(async () => [await company.inputValue(), await kept(page)]).toEqual(['', '']);

  await company.fill('Boats & Daughters');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  await expect.poll(() => kept(page)).toBe('');
  await page.goBack();
  await company.waitFor();
  await expect.poll(async () => [await company.inputValue(), await note(page).count()]).toEqual(['', 0]);
  assert.deepEqual(faults, []);
});

test('Text typed in one tab is offered in another only after the first one closes', proof, async () => {
  const id = await addClient(calls, { name: 'Quiet Lake' });
  const { page, context, faults } = await open();
  await page.goto(`/edit-client/${id}?tab=details`);
  await page.getByLabel('Company').fill('Lake & Sons');
  const beside = await context.newPage();
  await beside.goto(`/edit-client/${id}?tab=details`);
  await beside.getByLabel('Company').waitFor();
  await beside.getByLabel('Description').waitFor();
  await expect
    .poll(async () => [await beside.getByLabel('Company').inputValue(), await note(beside).count()])
    .toEqual(['', 0]);
  const tab = String(await page.evaluate(`sessionStorage.getItem('tab')`));
  await page.close();
  await expect
    .poll(
      async () => {
        const held = await beside.evaluate(`navigator.locks.query().then(({ held }) => held.map(({ name }) => name))`);
        return !String(held).includes(tab);
      },
      { message: 'the browser knows that the tab is closed' },
    )
    .toBeTruthy();
  await beside.reload();
  await note(beside).waitFor();
  await expect(beside.getByLabel('Company')).toHaveValue('Lake & Sons');
  assert.deepEqual(faults, []);
});

test('Texts for a stream and the choices of a schedule survive a reload as well', proof, async () => {
  const id = await addStream(calls, { type: 'text', title: 'Spring', items: ['First'] });
  await addClient(calls, { name: 'River Mill' });
  const { page, faults } = await open();
  await page.goto(`/edit-stream/${id}`);
  const text = page.getByRole('region', { name: 'Text 1' });
  await text.getByLabel('Text').fill('A loaf is a loaf');
  await page.reload();
  await note(page).waitFor();
  await expect(text.getByLabel('Text')).toHaveValue('A loaf is a loaf');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/streams');

  await page.goto('/scheduler?new');
  await page
    .getByRole('radio', { name: /River Mill/ })
    .or(page.getByRole('button', { name: /River Mill/ }))
    .first()
    .click();
  await page.reload();
  await note(page).waitFor();
  assert.deepEqual(faults, []);
});

test('Signing out leaves nothing of an unfinished form in the browser', proof, async () => {
  const { page, faults } = await open();
  await page.goto('/create-stream');
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Half a stream');
  await expect.poll(() => kept(page)).not.toBe('');
  await page.getByRole('button', { name: /Welcome/ }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await expect.poll(() => kept(page)).toBe('');
  await enter(page, '/create-stream');
  await expect(page.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('');
  assert.deepEqual(faults, []);
});
