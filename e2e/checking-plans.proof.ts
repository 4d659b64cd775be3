import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, type Caller } from './arrange.ts';
import { takesFocus } from './fields.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test('A plan lists its conflicts before it is saved, and each one is resolved from the list', async () => {
  const clientId = await addClient(calls, { name: 'Alma Bakery' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'Loaves', items: ['Rye', 'Spelt'] });
  const words = JSON.stringify([{ title: 'Recipe', value: 'flour '.repeat(800) }]);
  await calls.ask('text-stream', { content_stream_id: streamId, description: words });
  await product.services.db.pool.query(`update social_accounts set status = 'needs-reconnecting' where id = $1`, [
    telegram,
  ]);

  const { page, faults } = await product.open();
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  const next = wizard.getByRole('button', { name: 'Next', exact: true });
  await wizard.getByRole('radio', { name: 'Alma Bakery' }).check();
  await next.click();
  await wizard.getByRole('radio', { name: 'Loaves' }).check();
  await next.click();
  await wizard.getByRole('checkbox', { name: 'Telegram' }).check();
  await next.click();

  const problems = wizard.getByRole('list', { name: 'Problems of this plan', exact: true });
  const lost = problems.getByRole('listitem').filter({ hasText: 'has lost its connection' });
  const long = problems.getByRole('listitem').filter({ hasText: '1 post is too long for Telegram' });
  await lost.waitFor();
  await long.getByText('Recipe: Text: 4,807 of 4,096 characters.').waitFor();
  await expectSound(page, {
    looks: twoLooks,
    name: 'checking-plans',
  });

  await lost.getByRole('button', { name: 'Reconnect Telegram', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram', exact: true });
  await takesFocus(dialog);
  await dialog.getByRole('textbox', { name: 'Chat id', exact: true }).fill('@sunrise_bakery');
  await dialog
    .getByRole('textbox', { name: 'Bot token', exact: true })
    .fill('7100000001:AAsunriseBakerySandboxKey0000000001');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await lost.waitFor({ state: 'hidden' });

  await long.getByRole('button', { name: 'Show this post', exact: true }).click();
  const plan = wizard.getByRole('complementary', { name: 'The plan', exact: true });
  await plan.getByRole('listitem', { name: 'Post 1: Rye' }).waitFor({ state: 'hidden' });
  const third = plan.getByRole('listitem', { name: 'Post 3: Recipe', exact: true });
  await third.getByRole('button', { name: 'Edit words of post 3', exact: true }).click();
  await third.getByRole('textbox', { name: 'Description', exact: true }).fill('Flour, water, salt');
  await third.getByRole('button', { name: 'Save words', exact: true }).click();
  await wizard.getByText('Checked: nothing keeps these posts back.').waitFor();
  await plan.getByRole('listitem', { name: 'Post 1: Rye', exact: true }).waitFor();
  await wizard.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL('**/schedule-content');
  assert.deepEqual(faults, []);
});

test('A plan for a paused client says so, and Escape closes only the dialog above the wizard', async () => {
  const clientId = await addClient(calls, { name: 'Oak Florist' });
  await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'Flowers', items: ['Roses'] });
  await calls.ask('pause-publishing', { scope: 'client', id: clientId });

  const { page, faults } = await product.open();
  await enter(page, `/scheduler?new&for=${clientId}&stream=${streamId}`);
  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  await wizard.getByRole('checkbox', { name: 'Telegram' }).check();
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByText('This client is paused: posts that fall due wait until it is resumed.').waitFor();
  const resume = wizard.getByRole('button', { name: 'Resume Oak Florist', exact: true });
  await resume.click();
  const dialog = page.getByRole('dialog', { name: 'Resume Oak Florist', exact: true });
  await dialog.getByText('No posts are held. Everything continues as planned.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await resume.click();
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await wizard.getByText('Checked: nothing keeps these posts back.').waitFor();
  assert.deepEqual(faults, []);
});
