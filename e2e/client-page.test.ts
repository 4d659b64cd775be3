/** A client's page has everything about the client in tabs, and keeps the open tab in the address. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('The page of a client shows everything about it in tabs, and Back goes through the tabs', async () => {
  const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  const otherId = await addClient(calls, { name: 'Quiet Lake' });
  const account = await connect(calls, product, { clientId, network: 'telegram' });
  const { id: otherAccount } = await calls.ask('connect-telegram', {
    user_id: otherId,
    chat_id: '-1001000000002',
    bot_token: '7100000002:AAharborCoffeeSandboxKey00000000002',
  });
  const bread = await addStream(calls, { type: 'text', title: 'Bread', items: ['Rye day'] });
  const fish = await addStream(calls, { type: 'text', title: 'Fish', items: ['Trout day'] });
  await schedule(calls, product, { clientId, streamId: bread, accountIds: [account], inMinutes: 30 });
  await schedule(calls, product, { clientId: otherId, streamId: fish, accountIds: [otherAccount], inMinutes: 30 });

  const { page, faults } = await product.open();
  await enter(page, '/clients');
  await page.getByRole('link', { name: 'Sunrise Bakery', exact: true }).click();
  const tab = (name: string, selected?: boolean) =>
    page.getByRole('tab', { name, exact: true, ...(selected === undefined ? {} : { selected }) });
  const panel = (name: string) => page.getByRole('tabpanel', { name, exact: true });

  await tab('Plan', true).waitFor();
  await panel('Plan')
    .getByRole('button', { name: /Rye day/ })
    .waitFor();
  await expect(panel('Plan').getByText('Trout day'), 'only this client’s posts').toHaveCount(0);
  await expect(panel('Plan').getByRole('combobox', { name: 'Client' }), 'nobody else to choose').toHaveCount(0);
  await expectSound(page, { looks: twoLooks, name: 'client-plan' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await tab('Posts').click();
  const post = panel('Posts').getByRole('link', { name: 'Rye day', exact: true });
  await post.waitFor();
  await expect(panel('Posts').getByText('Trout day')).toHaveCount(0);
  await post.click();
  await page.waitForURL('**/schedule-detail/*');
  await page.getByRole('heading', { level: 1, name: 'Bread', exact: true }).waitFor();
  await page.goBack();
  await tab('Posts', true).waitFor();
  await post.waitFor();
  await page.goBack();
  await tab('Plan', true).waitFor();

  await tab('Approvals').click();
  await panel('Approvals').getByText('No post waits for a client’s approval.').waitFor();
  await tab('Accounts').click();
  await panel('Accounts')
    .getByRole('table', { name: 'Connected accounts', exact: true })
    .getByText('Telegram')
    .waitFor();

  await tab('Details').click();
  await panel('Details').getByLabel('Company').fill('Sunrise & Sons');
  await tab('Plan').click();
  await panel('Plan')
    .getByRole('button', { name: /Rye day/ })
    .waitFor();
  await tab('Details').click();
  await panel('Details').waitFor();
  await expect(panel('Details').getByLabel('Company'), 'what is typed stays').toHaveValue('Sunrise & Sons');

  await page.getByRole('link', { name: 'Schedule for Sunrise Bakery', exact: true }).click();
  const wizard = page.getByRole('dialog', { name: 'New schedule', exact: true });
  await wizard.getByRole('radio', { name: /Bread/ }).waitFor();
  await wizard.getByRole('button', { name: 'Close', exact: true }).click();
  await wizard.waitFor({ state: 'hidden' });
  await tab('Plan', true).waitFor();
  assert.match(page.url(), new RegExp(`/edit-client/${clientId}\\?tab=plan$`));
  assert.deepEqual(faults, []);
});
