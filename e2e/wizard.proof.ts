import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { choose, takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { everyLook, expectSound, twoLooks } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

test.describe('A text for one network', () => {
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
    await preview.getByRole('tab', { name: 'Telegram' }).click();
    await preview.getByText('Only for the channel').waitFor();
    await expectSound(page, {
      looks: twoLooks,
      name: 'own-words',
    });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await product.passTime({ minutes: 62 });
    await expect
      .poll(async () => postsAt('telegram').length + postsAt('wordpress').length === 2, {
        message: 'both posts are out',
      })
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
});

test.describe('Previews', () => {
  test('The preview counts and truncates as each network does', async () => {
    const id = await addStream(calls, { type: 'video', title: 'Counted', items: ['clip'] });
    const texts = await addStream(calls, { type: 'text', title: 'Counted words', items: ['Menu'] });
    const { page, faults } = await product.open();
    await enter(page, '/dashboard');
    const dialog = page.getByRole('dialog', { name: 'File Details' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    const type = (name: string, words: string) => dialog.getByRole('textbox', { name }).fill(words);
    const show = (network: string) => preview.getByRole('tab', { name: network }).click();
    await page.goto(`/edit-stream/${texts}`);
    await page.getByRole('button', { name: 'Edit Menu' }).click();
    await takesFocus(dialog);
    const link = `https://bakery.shop/${'a'.repeat(50)}`;
    await type('Description', `🥐🥐 ${link}`);
    await show('Telegram');
    await preview.getByText(`${6 + 4 + 1 + link.length} of 4,096 characters`, { exact: true }).waitFor();
    await show('Twitter');
    await preview.getByText('34 of 280 characters, as Twitter counts them', { exact: true }).waitFor();
    const rolls = (count: number) => Array.from({ length: count }, () => '🥐').join(' ');
    await type('Description', `${rolls(100)} ${link}`);
    await preview
      .getByText('329 of 280 characters, as Twitter counts them: the end is cut off at a word', { exact: true })
      .waitFor();
    await preview.getByText(`Menu ${rolls(91)}…`, { exact: true }).waitFor();
    await show('Reddit');
    await preview.getByText(`${199 + 1 + link.length} of 40,000 characters`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();

    await page.goto(`/edit-stream/${id}`);
    await page.getByRole('button', { name: 'Edit clip' }).click();
    await takesFocus(dialog);
    await type('Description', 'größer');
    await show('YouTube');
    await preview.getByText('8 of 5,000 bytes', { exact: true }).waitFor();
    await type('Title', 'Rolls '.repeat(17));
    await preview.getByText('Title: 102 of 100 characters: the end is cut off at a word', { exact: true }).waitFor();
    await preview.getByRole('heading', { name: `${'Rolls '.repeat(16).trim()}…` }).waitFor();
    await expectSound(page, {
      looks: everyLook,
      name: 'preview-bytes',
    });
    assert.deepEqual(faults, []);
  });
});

test.describe('Conflicts of a plan', () => {
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
});
