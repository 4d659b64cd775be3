import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { networkNames } from '#rules/eligibility.ts';
import { addClient, callsOf, type Caller } from './arrange.ts';
import { problemTakesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

const connected = ['Account connected successfully', 'Account updated successfully'] as const;

/** Signs in and opens the page of a client that was just added. */
async function atClient(name: string, expected: readonly number[] = []) {
  const clientId = await addClient(calls, { name });
  const { page, context, faults } = await product.open({ expected });
  await enter(page, `/edit-client/${clientId}?tab=accounts`);
  await page.getByText('No records found for this user').waitFor();
  return { page, context, faults, clientId };
}

/** Opens the page of the network by `press` and returns it: 500 by 600 px, and recognisably the sandbox. */
async function openedBy(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  await popup.getByText('Sandbox: this is a stand-in').waitFor();
  await expect.poll(() => popup.evaluate('innerWidth <= 500 && innerHeight <= 600')).toBe(true);
  return popup;
}

const rowOf = (page: Page, network: string) =>
  page.getByRole('table', { name: 'Connected accounts', exact: true }).getByRole('row').filter({ hasText: network });

for (const network of ['reddit', 'twitter', 'linkedin', 'youtube'] as const) {
  const name = networkNames[network];
  test(`${name} is connected with one click beyond its own consent`, async () => {
    const { page, faults, clientId } = await atClient(`Client of ${name}`);
    const popup = await openedBy(page, () =>
      page.getByRole('button', { name: `Connect ${name}`, exact: true }).click(),
    );
    await page.getByText(`Waiting for ${name}`).waitFor();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText(connected[0]).first().waitFor();
    await closed;
    await rowOf(page, name).waitFor();
    await page.getByText(`Waiting for ${name}`).waitFor({ state: 'hidden' });

    const again = await openedBy(page, () =>
      page.getByRole('button', { name: `Connect ${name}`, exact: true }).click(),
    );
    await again.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText(connected[1]).first().waitFor();
    await expect
      .poll(async () => (await calls.ask('fetch-social-accounts', { user_id: clientId })).accounts.length, {
        message: 'the same account again is the same account',
      })
      .toBe(1);
    assert.deepEqual(faults, []);
  });
}

test('Vimeo is connected with the app of the person', proof, async () => {
  const { page, faults } = await atClient('Client of Vimeo');
  await page.getByRole('button', { name: 'Connect Vimeo', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Vimeo', exact: true });
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.getByText('Client ID is required').waitFor();
  await dialog.getByText('Client Secret is required').waitFor();
  await problemTakesFocus(dialog);
  await expect(dialog.getByRole('link', { name: 'How to get this information ?', exact: true })).toHaveAttribute(
    'href',
    /^https:\/\/developer\.vimeo\.com\//,
  );
  await dialog.getByRole('textbox', { name: 'Client ID', exact: true }).fill('sandbox-app');
  await dialog.getByRole('textbox', { name: 'Client Secret', exact: true }).fill('sandbox-secret');
  const popup = await openedBy(page, () => dialog.getByRole('button', { name: 'Connect', exact: true }).click());
  assert.doesNotMatch(popup.url(), /sandbox-secret/);
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText(connected[0]).first().waitFor();
  await rowOf(page, 'Vimeo').waitFor();
  assert.deepEqual(faults, []);
});

test('Facebook lists pages and groups once each, loads more on demand, and connects the chosen one', async () => {
  const { page, faults } = await atClient('Client of Facebook');
  const popup = await openedBy(page, () => page.getByRole('button', { name: 'Connect Facebook', exact: true }).click());
  await popup.getByRole('radio', { name: /Paula Manypages/ }).check();
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Facebook', exact: true });
  await dialog.getByText('Pages and groups are listed only if you have administrator rights.').waitFor();
  const choices = dialog.getByRole('radio');
  const more = dialog.getByRole('button', { name: 'Load More', exact: true });
  await expect(choices).not.toHaveCount(0);
  const before = await choices.count();
  for (let index = before; await more.isVisible(); index = await choices.count()) {
    await more.click();
    await choices.nth(index).waitFor();
    await dialog.locator('[data-loading]').waitFor({ state: 'hidden' });
  }
  const names = await Promise.all((await choices.all()).map((choice) => choice.getAttribute('value')));
  assert.ok(names.length > 60, `${names.length} choices`);
  assert.equal(new Set(names).size, names.length);
  await choices.nth(before).check();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText(connected[0]).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, 'Facebook').waitFor();
  assert.deepEqual(faults, []);
});

test('A refusal on the page of the network ends the wait with its reason', proof, async () => {
  const { page, faults } = await atClient('Client who refuses', [422]);
  const popup = await openedBy(page, () => page.getByRole('button', { name: 'Connect Reddit', exact: true }).click());
  await popup.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Reddit was not given permission. Nothing was connected.').first().waitFor();
  await page.getByText('No records found for this user').waitFor();
  assert.deepEqual(faults, []);
});

test('A network that cuts its window off from the app is connected nevertheless', proof, async () => {
  const { page, context, faults } = await atClient('Client cut off');
  await context.route('**/api/connect-twitter?**', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response, headers: { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' } });
  });
  const popup = await openedBy(page, () => page.getByRole('button', { name: 'Connect Twitter', exact: true }).click());
  await page.getByText('The window of Twitter is closed, or cannot be seen from here.').waitFor();
  await popup.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText(connected[0]).first().waitFor();
  await rowOf(page, 'Twitter').waitFor();
  await page.getByText('The window of Twitter').waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('Closing the window is reported, and Cancel ends the wait at once', proof, async () => {
  const { page, faults } = await atClient('Client who closes');
  const popup = await openedBy(page, () => page.getByRole('button', { name: 'Connect Twitter', exact: true }).click());
  await popup.close();
  await page.getByText('The window of Twitter is closed, or cannot be seen from here.').waitFor();

  const second = await openedBy(page, () => page.getByRole('button', { name: 'Connect Twitter', exact: true }).click());
  const closed = second.waitForEvent('close');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await closed;
  await page.getByText('Waiting for Twitter').waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});
