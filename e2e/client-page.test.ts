/** A client's page has everything about the client in tabs, and keeps the open tab in the address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addClient, addStream, callsOf, connect, schedule } from './arrange.ts';
import { aProduct } from './product.ts';
import { enter } from './signing-in.ts';
import { pageProblems, twoLooks } from './soundness.ts';

const product = await aProduct();
const calls = await callsOf(product);

test('all about a client stands on its page, tab by tab, and Back leads through the tabs', async () => {
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
  assert.equal(await panel('Plan').getByText('Trout day').count(), 0, 'only this client’s posts');
  assert.equal(await panel('Plan').getByRole('combobox', { name: 'Client' }).count(), 0, 'nobody else to choose');
  assert.deepEqual(await pageProblems(page, { looks: twoLooks, name: 'client-plan' }), []);
  await page.setViewportSize({ width: 1280, height: 900 });

  await tab('Posts').click();
  const post = panel('Posts').getByRole('link', { name: 'Rye day', exact: true });
  await post.waitFor();
  assert.equal(await panel('Posts').getByText('Trout day').count(), 0);
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
  assert.equal(await panel('Details').getByLabel('Company').inputValue(), 'Sunrise & Sons', 'what is typed stays');

  await page.getByRole('link', { name: 'Schedule for Sunrise Bakery', exact: true }).click();
  const wizard = page.getByRole('dialog', { name: 'New schedule', exact: true });
  await wizard.getByRole('radio', { name: /Bread/ }).waitFor();
  await wizard.getByRole('button', { name: 'Close', exact: true }).click();
  await wizard.waitFor({ state: 'hidden' });
  await tab('Plan', true).waitFor();
  assert.match(page.url(), new RegExp(`/edit-client/${clientId}\\?tab=plan$`));
  assert.deepEqual(faults, []);
});
