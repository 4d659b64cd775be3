import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import keys from '#server/people/accounts/sandbox-keys.json' with { type: 'json' };
import { makeSampleData } from '#server/app/sample/index.ts';
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

test('The first own post takes at most 8 clicks and 7 typed fields', async () => {
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

  await page.getByRole('region', { name: 'First steps', exact: true }).getByText('0 of 4 done').waitFor();
  await press(button('New post'));
  const post = page.getByRole('dialog', { name: 'New post', exact: true });
  const client = post.getByRole('combobox', { name: 'Client', exact: true });
  await press(client);
  await type(client, 'Corner Studio');
  await press(page.getByRole('option', { name: 'New client', exact: true }));
  await expect(post.getByRole('textbox', { name: 'Client’s name', exact: true })).toHaveValue('Corner Studio');
  await type(post.getByRole('textbox', { name: 'Client’s email', exact: true }), 'ada@corner.test');
  await press(post.getByRole('button', { name: 'Create', exact: true }));
  await press(post.getByRole('button', { name: 'Connect Telegram', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram', exact: true });
  await type(dialog.getByRole('textbox', { name: 'Chat id', exact: true }), keys.telegram.chat_id);
  await type(dialog.getByRole('textbox', { name: 'Bot token', exact: true }), keys.telegram.bot_token);
  await press(dialog.getByRole('button', { name: 'Connect', exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  await post.getByRole('button', { name: /Telegram/, pressed: true }).waitFor();
  await type(post.getByRole('textbox', { name: 'Words', exact: true }), 'What we make');
  await press(post.getByRole('button', { name: /^Schedule for / }));
  await post.waitFor({ state: 'hidden' });
  assert.ok(done.clicks <= 8 && done.fields <= 7, JSON.stringify(done));

  const { rows: planned } = await product.services.db.pool.query<{ due_at: Date }>(
    `select o.due_at from occurrences o join items i on i.id = o.item_id where i.description = 'What we make'`,
  );
  const [due] = planned;
  assert.ok(due);
  await product.passTime({ minutes: (due.due_at.getTime() - product.now().getTime()) / 60_000 + 1 });
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
