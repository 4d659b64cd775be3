import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId: string;
let telegram: string;
let streamId: string;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  streamId = await addStream(calls, { type: 'text', title: 'Daily words', items: ['Good morning'] });
});

test('A calendar address is created, copied from the one place that shows it, and revoked', async () => {
  await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 60 });
  const { page, faults } = await product.open();
  await enter(page, '/scheduler');
  await page.getByRole('button', { name: 'Subscribe in your calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe in your calendar' });
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  const field = dialog.getByRole('textbox', { name: 'Calendar address, All clients' });
  await field.waitFor();
  const address = await field.inputValue();
  await dialog.getByText('Not read yet.').waitFor();
  await expectSound(page, { looks: twoLooks, name: 'subscribing' });
  const read = () => fetch(new URL(new URL(address).pathname, product.url));
  const before = await read();
  const calendar = await before.text();
  assert.match(calendar, /SUMMARY:Sunrise Bakery: Good morning\r\n/);
  await dialog.getByRole('button', { name: 'Revoke the address of All clients' }).click();
  await page.getByRole('dialog', { name: 'Revoke this address?' }).getByRole('button', { name: 'Revoke' }).click();
  await field.waitFor({ state: 'hidden' });
  const after = await read();
  assert.equal(after.status, 404);
  assert.deepEqual(faults, []);
});

test('A gap of a client is filled from a stream in the calendar', async () => {
  const name = 'Harbor Gym';
  await connect(calls, product, { clientId: await addClient(calls, { name }), network: 'wordpress' });
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  // A month ahead, where no day has passed.
  const ahead = new Date(product.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/scheduler?view=month&day=${ahead}`);
  const gaps = page.getByRole('region', { name: 'Gaps' });
  await gaps.getByRole('button', { name: 'Show gaps' }).click();
  const gap = gaps.getByRole('button', { name: new RegExp(`^Fill this gap from a stream: ${name}, `) });
  await gap.first().waitFor();
  await expectSound(page, { looks: twoLooks, name: 'gaps' });
  await gap.first().click();
  const wizard = page.getByRole('form', { name: 'Schedule Content' });
  await wizard.getByRole('radio', { name: 'Daily words' }).check();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByRole('checkbox', { name: 'WordPress' }).check();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByRole('listitem', { name: 'Post 1: Good morning' }).waitFor();
  await wizard.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL('**/schedule-content');
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  assert.deepEqual(faults, []);
});
