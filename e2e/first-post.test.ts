import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { makeSampleData } from '#server/app/sample/index.ts';
import { pageTakesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';

let product: Product;
let rows: { id: string; agency_id: string }[];
let signedUp: { id: string; agency_id: string } | undefined;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ rows } = await product.services.db.pool.query<{ id: string; agency_id: string }>(
    'select id, agency_id from users where email = $1',
    [owner.email],
  ));
  [signedUp] = rows;
  assert.ok(signedUp);
  await makeSampleData(product.services, {
    agencyId: signedUp.agency_id,
    ownerId: signedUp.id,
    sandbox: { wordpressUrl: product.sandbox.wordpressUrl },
  });
});

test('The first own post takes at most 10 clicks and 7 typed fields', async () => {
  const { page, context, faults } = await product.open();
  const done = { clicks: 0, fields: 0 };
  const press = async (target: Locator): Promise<void> => {
    done.clicks += 1;
    await target.click();
  };
  const type = async (field: Locator, words: string): Promise<void> => {
    done.fields += 1;
    await field.fill(words);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto('/login');
  await type(page.getByLabel('Email'), owner.email);
  await type(page.getByLabel('Password', { exact: true }), owner.password);
  await press(page.getByRole('main').getByRole('button', { name: /log ?in|sign in/i }));

  const steps = page.getByRole('region', { name: 'First steps', exact: true });
  await steps.getByText('0 of 4 done').waitFor();
  await press(steps.getByRole('link', { name: 'Add a client', exact: true }));
  await page.getByLabel('Earning').waitFor();
  await pageTakesFocus(page);
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Corner Studio');
  await type(page.getByRole('textbox', { name: 'Email', exact: true }), 'ada@corner.test');
  await type(page.getByLabel(/^Password/), 'Client&Pass1!');
  await type(page.getByLabel('Earning'), '250');
  await press(button('Create'));
  await press(
    page
      .getByRole('dialog', { name: 'Client Created Successfully', exact: true })
      .getByRole('button', { name: 'Continue', exact: true }),
  );

  await page.waitForURL('**/edit-client/*');
  await press(button('Connect Telegram'));
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram', exact: true });
  await press(dialog.getByRole('button', { name: 'Fill in sandbox keys', exact: true }));
  await press(dialog.getByRole('button', { name: 'Connect', exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  await press(button('New post'));
  const post = page.getByRole('dialog', { name: 'New post', exact: true });
  await post.getByRole('button', { name: /Telegram/, pressed: true }).waitFor();
  await type(post.getByRole('textbox', { name: 'Words', exact: true }), 'What we make');
  await press(post.getByRole('button', { name: 'Now', exact: true }));
  await press(post.getByRole('button', { name: 'Post now', exact: true }));
  await post.waitFor({ state: 'hidden' });
  assert.ok(done.clicks <= 10 && done.fields <= 7, JSON.stringify(done));

  await product.passTime({ minutes: 2 });
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${product.sandbox.controlUrl}/feeds?network=telegram&account=-1001000000006`);
        return (await answer.text()).includes('What we make');
      },
      { message: 'the post stands in the channel' },
    )
    .toBeTruthy();
  await page.getByRole('button', { name: 'Sample data' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^See what goes out/ }).click();
  const sandbox = await opened;
  await sandbox
    .getByRole('tabpanel', { name: /^Newest posts/ })
    .getByText('What we make')
    .waitFor();
  assert.deepEqual(faults, []);
});
