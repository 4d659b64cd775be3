import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { makeSampleData } from '#server/app/sample/index.ts';
import { pageTakesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import { somePictures } from './pictures.ts';
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

test('The first own post takes at most 18 clicks and 8 typed fields', async () => {
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
  const [picture = ''] = await somePictures(1);

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
  await press(page.getByRole('link', { name: 'Create a stream for Corner Studio', exact: true }));
  await page.getByLabel('Title').first().waitFor();
  await pageTakesFocus(page);
  await type(page.getByLabel('Title').first(), 'Our studio');
  await press(
    page
      .getByRole('combobox', { name: 'Type', exact: true })
      .or(page.getByRole('textbox', { name: 'Type', exact: true }))
      .first(),
  );
  await press(page.getByRole('option', { name: 'Image', exact: true }));
  await type(page.getByLabel('Description').first(), 'What we make');
  await press(button('Create'));
  await press(
    page
      .getByRole('dialog', { name: 'Stream Created Successfully', exact: true })
      .getByRole('button', { name: 'Continue', exact: true }),
  );

  await page.getByRole('heading', { name: 'In this stream', exact: true }).waitFor();
  done.clicks += 1; // the browser's own window for choosing files
  await page.getByLabel(/^Choose/).setInputFiles(picture);
  await press(page.getByRole('link', { name: 'Schedule this stream', exact: true }));

  const wizard = page.getByRole('form', { name: 'Schedule Content', exact: true });
  await press(wizard.getByRole('checkbox', { name: 'Corner Studio' }));
  await press(wizard.getByRole('button', { name: 'Next', exact: true }));
  await press(wizard.getByRole('button', { name: 'Now', exact: true }));
  await wizard.getByText('Checked: nothing keeps these posts back.').waitFor();
  await press(wizard.getByRole('button', { name: 'Schedule', exact: true }));
  await page.waitForURL('**/schedule-content');
  assert.ok(done.clicks <= 18 && done.fields <= 8, JSON.stringify(done));

  await page.getByRole('row').filter({ hasText: 'Our studio' }).waitFor();
  await product.passTime({ minutes: 2 });
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${product.sandbox.controlUrl}/feeds?network=telegram&account=-1001000000006`);
        return (await answer.text()).includes('picture-1');
      },
      { message: 'the picture stands in the channel' },
    )
    .toBeTruthy();
  await page.getByRole('button', { name: 'Sample data' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^See what goes out/ }).click();
  const sandbox = await opened;
  await sandbox
    .getByRole('tabpanel', { name: /^Newest posts/ })
    .getByText('picture-1')
    .waitFor();
  assert.deepEqual(faults, []);
});
