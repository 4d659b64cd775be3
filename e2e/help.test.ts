import assert from 'node:assert/strict';
import type { Database } from '#db/database.ts';
import { listRatings, listSearches } from '#server/app/help/index.ts';
import { takesFocus } from './fields.ts';
import { expect, proof, test } from './fixtures.ts';
import { owner, type Product } from './product.ts';
import { enter } from './signing-in.ts';

let product: Product;
let db: Database;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  ({ db } = product.services);
});

test('A visitor finds an article by a misspelt word, reads it and rates it', async () => {
  const { page, faults } = await product.open();
  await page.goto('/help-and-support');
  await page.getByLabel('Search of important topics').fill('conect redit');
  await page
    .getByRole('list', { name: 'Articles found', exact: true })
    .getByRole('link', { name: 'Connect Reddit' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Connect Reddit', exact: true }).waitFor();
  await page.getByText('Press the button that allows it.').waitFor();
  await page
    .getByRole('navigation', { name: 'Breadcrumb', exact: true })
    .getByRole('link', { name: 'Connect networks', exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.getByLabel(/What was good about it/).fill('The steps');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Thank you for your answer.').waitFor();
  await expect
    .poll(() => db.asSystem((tx) => listRatings(tx)))
    .toEqual([{ article: 'connect-reddit', yes: 1, no: 0, words: ['The steps'] }]);
  assert.deepEqual(faults, []);
});

test('A search without results appears in the list of the operator', proof, async () => {
  const { page, faults } = await product.open({ width: 390 });
  await page.goto('/help-and-support');
  await page.getByLabel('Search of important topics').fill('xylophone');
  await page.getByText('No article fits “xylophone”.').waitFor();
  await expect
    .poll(async () => (await db.asSystem((tx) => listSearches(tx))).some(({ words }) => words === 'xylophone'), {
      message: 'the search is noted',
    })
    .toBeTruthy();
  assert.deepEqual(faults, []);
});

test('Topics link to their articles, and a video tutorial plays in a dialog', proof, async () => {
  const { page, faults } = await product.open({ motion: 'full' });
  await page.goto('/help-and-support');
  const tutorials = page.getByRole('region', { name: 'Popular video tutorials', exact: true });
  await tutorials.getByRole('button', { name: /Build a stream and plan its posts/ }).click();
  await page.getByRole('dialog').locator('video').waitFor();
  await expect
    .poll(() => page.evaluate<boolean>(`document.querySelector('video').currentTime > 0.2`), { message: 'it plays' })
    .toBeTruthy();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Build the stream/ })
    .click();
  // Captions are a track, which is switched on in the player.
  await page.evaluate(`(() => {
    const video = document.querySelector('video');
    video.pause();
    video.textTracks[0].mode = 'showing';
  })()`);
  await expect
    .poll(
      () =>
        page.evaluate<boolean>(`(() => {
      const { kind, activeCues } = document.querySelector('video').textTracks[0];
      return kind === 'captions' && activeCues?.[0]?.text === 'Create a stream. Its type says what goes into it.';
    })()`),
      { message: 'the caption of the chapter is shown' },
    )
    .toBeTruthy();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Connect networks/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Connect networks', exact: true }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Connect Vimeo/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Connect Vimeo', exact: true }).waitFor();
  assert.match(page.url(), /\/article-details\?id=networks&cid=connect-vimeo$/);
  assert.deepEqual(faults, []);
});

test('Help opens the article of the current page', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, '/dashboard');
  for (const [path, title] of [
    ['/ledger', 'The ledger: does the month add up?'],
    ['/white-label', 'White label: the product under your own address'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('link', { name: 'Help for this page', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  assert.deepEqual(faults, []);
});

test('A white-label owner writes an article for the own site', proof, async () => {
  const { page, faults } = await product.open({ expected: [422] });
  await db.pool.query(
    `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
     select agency_id, 'Blue', '#112233', '#445566', 'blue.test', 'proof', 'active', now() from users where email = $1`,
    [owner.email],
  );
  await enter(page, '/white-label');
  await page.getByLabel('Helpdesk').fill('not an address');
  await page.getByRole('button', { name: 'Save the helpdesk', exact: true }).click();
  await page.getByText('Please enter an address that begins with https://, or a mail address').first().waitFor();
  await page.getByLabel('Helpdesk').fill('help@blue.test');
  await page.getByRole('button', { name: 'Save the helpdesk', exact: true }).click();
  await page.getByText('Helpdesk saved successfully').waitFor();
  await page.getByRole('button', { name: 'Add an article', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an article', exact: true });
  await takesFocus(dialog);
  await dialog.getByLabel('Title').fill('When we answer');
  await dialog.getByLabel('Text in Markdown').fill('**Nine to five**, on weekdays.');
  await dialog.getByRole('tab', { name: 'Preview', exact: true }).click();
  await dialog.locator('strong').getByText('Nine to five').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const articles = page.getByRole('list', { name: 'Articles of your site', exact: true });
  await articles.getByText('When we answer').waitFor();
  await page.getByRole('button', { name: 'Hide Connect Vimeo', exact: true }).click();
  await page.getByRole('button', { name: 'Show again Connect Vimeo', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});
