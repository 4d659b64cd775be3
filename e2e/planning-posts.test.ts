import assert from 'node:assert/strict';
import { aPicture } from '#server/content/streams/testing.ts';
import { addClient, addStream, callsOf, connect, type Caller } from './arrange.ts';
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

test('The wizard previews the posts, takes text in place, and sends the first one now', async () => {
  await addClient(calls, { name: 'Aaron Without' });
  const clientId = await addClient(calls, { name: 'Alma Bakery' });
  await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'image', title: 'Loaves', items: [] });
  await calls.upload(streamId, { name: 'IMG_2041.png', bytes: await aPicture('png'), description: '' });
  await calls.upload(streamId, { name: 'Rolls.png', bytes: await aPicture('png'), description: 'Rolls at seven' });

  const { page, faults } = await product.open();
  await enter(page, '/scheduler?new');
  const wizard = page.getByRole('form', { name: 'Schedule Content' });
  const next = wizard.getByRole('button', { name: 'Next' });
  await wizard.getByRole('radio', { name: 'Alma Bakery' }).waitFor();
  await expect(wizard.getByRole('group', { name: 'Client' })).toHaveText(
    /Alma Bakery\s+1 account\s+AW\s+Aaron Without\s+No accounts connected yet/,
    { useInnerText: true },
  );
  await wizard.getByRole('radio', { name: 'Alma Bakery' }).check();
  await next.click();
  await wizard.getByRole('radio', { name: 'Loaves' }).check();
  await next.click();
  await wizard.getByRole('checkbox', { name: 'Telegram' }).check();
  await next.click();

  const plan = wizard.getByRole('complementary', { name: 'The plan' });
  const first = plan.getByRole('listitem', { name: 'Post 1: IMG_2041' });
  const second = plan.getByRole('listitem', { name: 'Post 2: Rolls' });
  await first.getByText('No caption').waitFor();
  await first.getByText('The title is a file name').waitFor();
  await second.getByText('Telegram: 21 of 1,024 characters').waitFor();
  await plan.getByText('1 post has no caption, 1 title is a file name').waitFor();
  await plan.getByRole('button', { name: 'Show only these' }).click();
  await second.waitFor({ state: 'hidden' });
  await plan.getByRole('button', { name: 'Show all posts' }).click();
  await second.waitFor();
  await first.getByRole('button', { name: 'Edit words of post 1' }).click();
  await first.getByRole('textbox', { name: 'Title' }).fill('Morning loaf');
  const save = wizard.getByRole('button', { name: 'Schedule', exact: true });
  await save.click();
  await first.getByText('Save these words first, or cancel').waitFor();
  await expectSound(page, {
    looks: twoLooks,
    name: 'planning-posts',
  });
  await first.getByRole('textbox', { name: 'Description' }).fill('Out of the oven at six');
  await first.getByRole('button', { name: 'Save words' }).click();
  const renamed = plan.getByRole('listitem', { name: 'Post 1: Morning loaf' });
  await renamed.getByText('Out of the oven at six').waitFor();
  await renamed.getByText('No caption').waitFor({ state: 'hidden' });

  await wizard.getByText('Best time: not enough posts measured yet').waitFor();
  await wizard.getByRole('button', { name: 'In 5 minutes', exact: true }).click();
  await wizard.getByRole('button', { name: 'In 5 minutes', exact: true, pressed: true }).waitFor();
  await wizard.getByRole('button', { name: 'Now', exact: true }).click();
  await save.click();
  await page.waitForURL('**/schedule-content');
  await product.passTime({ minutes: 2 });
  const said = () => [...product.sandbox.state.posts.values()].filter(({ text }) => text.includes('Morning loaf'));
  await expect.poll(async () => said().length > 0, { message: 'the first post is out' }).toBeTruthy();
  assert.deepEqual(
    said().map(({ text }) => text),
    ['Morning loaf\n\nOut of the oven at six'],
  );
  assert.deepEqual(faults, []);
});
