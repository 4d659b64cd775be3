import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose } from './fields.ts';
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

/** The posts at a network of the sandbox, title and text. */
const postsAt = (network: string): [string, string][] =>
  [...product.sandbox.state.posts.values()]
    .filter((post) => post.network === network)
    .map(({ title, text, html }) => [title, text || html]);

test('A text for one network is counted and previewed for it and reaches that network only', async () => {
  const clientId = await addClient(calls, { name: 'Own Words Bakery' });
  const accountIds = [
    await connect(calls, product, { clientId, network: 'telegram' }),
    await connect(calls, product, { clientId, network: 'wordpress' }),
  ];
  const streamId = await addStream(calls, { type: 'text', title: 'Own words', items: ['Loaf'] });
  await schedule(calls, product, { clientId, streamId, accountIds });
  const { page, faults } = await product.open({ height: 1400 });
  await enter(page, `/edit-stream/${streamId}`);
  await page.getByRole('button', { name: 'Edit Loaf' }).click();
  const dialog = page.getByRole('dialog', { name: 'File Details' });
  await choose(page, { field: 'Other words for one network', option: 'Twitter', within: dialog });
  const own = dialog.getByRole('region', { name: 'Words for Twitter' });
  await own.getByRole('textbox', { name: 'Text for Twitter' }).fill('Bread 🍞');
  await own.getByText('8 of 280 characters, as Twitter counts them').waitFor();
  await own.getByRole('button', { name: 'Twitter uses the words for all networks again' }).click();
  await own.waitFor({ state: 'hidden' });

  await choose(page, { field: 'Other words for one network', option: 'Telegram' });
  const text = dialog.getByRole('textbox', { name: 'Text for Telegram' });
  await expect(text).toHaveValue('About Loaf');
  await text.fill('Only for the channel');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await preview.getByText('Telegram', { exact: true }).click();
  await preview.getByText('Only for the channel').waitFor();
  await expectSound(page, {
    looks: twoLooks,
    name: 'own-words',
  });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await product.passTime({ minutes: 62 });
  await expect
    .poll(async () => postsAt('telegram').length + postsAt('wordpress').length === 2, { message: 'both posts are out' })
    .toBeTruthy();
  assert.deepEqual(
    postsAt('telegram').map(([, words]) => words),
    ['Only for the channel'],
  );
  const [[title, words] = ['', '']] = postsAt('wordpress');
  assert.equal(title, 'Loaf');
  assert.match(words, /About Loaf/);
  assert.deepEqual(faults, []);
});
