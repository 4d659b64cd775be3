/** A single post: written in its window, saved while it is typed, planned, changed, and seen at the network. */
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { aPicture } from '#server/content/streams/testing.ts';
import { addClient, callsOf, connect, type Caller } from './arrange.ts';
import { expect, proof, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;
let clientId = '';

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  await addClient(calls, { name: 'Aaron Without' });
  clientId = await addClient(calls, { name: 'Harbor Coffee' });
  await connect(calls, product, { clientId, network: 'telegram' });
});

const looks = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;
const said = (text: string) => [...product.sandbox.state.posts.values()].filter((post) => post.text.includes(text));

test('A post is written from the keyboard, saves itself, goes out at its time and shows its story', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/scheduler?client=${clientId}`);
  await page.getByRole('heading', { level: 1, name: 'Schedule Content' }).waitFor();
  await page.keyboard.press('n');
  const post = page.getByRole('dialog', { name: 'New post', exact: true });
  const words = post.getByRole('textbox', { name: 'Words', exact: true });
  await post.getByRole('button', { name: 'Telegram', pressed: true }).waitFor();
  await expect(words).toBeFocused();
  await words.fill('We open at 8. Twelve seats.');
  await post.getByText(/^Draft saved \d/).waitFor();
  await page.waitForURL(/\?.*draft=\d+/);
  await post.getByRole('complementary', { name: 'Preview' }).getByText('We open at 8. Twelve seats.').waitFor();
  await post.getByText('27/4,096').waitFor();
  await expectSound(page, { looks, name: 'composer' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.reload();
  await expect(words).toHaveValue('We open at 8. Twelve seats.');
  await post.locator('input[type=file]').setInputFiles({
    name: 'IMG_2041.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await aPicture('png')),
  });
  await post.getByRole('button', { name: 'Describe this picture' }).click();
  await page.getByRole('textbox', { name: 'Description of the picture' }).fill('A long table');
  await page.keyboard.press('Escape');
  await post.getByRole('button', { name: 'Change the description of this picture' }).waitFor();
  await post.getByRole('button', { name: 'Now', exact: true }).click();
  await post.getByRole('button', { name: 'Post now', exact: true }).click();
  await page.getByText('Goes out in 10 seconds.').waitFor();
  await post.waitFor({ state: 'hidden' });
  await product.passTime({ minutes: 1 });
  await expect.poll(() => said('We open at 8.').length, { message: 'the post is out once' }).toBe(1);
  assert.ok(!said('We open at 8.')[0]?.text.includes('IMG_2041'), 'no file name is published');
  assert.deepEqual(faults, []);
});

test('A planned post comes back to the drafts, and is planned once when the key is pressed twice', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/scheduler?client=${clientId}`);
  await page.getByRole('button', { name: 'New post', exact: true }).click();
  const post = page.getByRole('dialog', { name: 'New post', exact: true });
  await post.getByRole('textbox', { name: 'Words', exact: true }).fill('Winter beans');
  const schedule = post.getByRole('button', { name: /^Schedule for / });
  await schedule.click();
  const notice = page.getByRole('region', { name: 'Notices', exact: true });
  await notice.getByText(/^Planned for /).waitFor();
  await notice.getByRole('button', { name: 'Undo', exact: true }).click();
  await post.getByText('Back in drafts.').or(notice.getByText('Back in drafts.')).first().waitFor();
  await expect(post.getByRole('textbox', { name: 'Words', exact: true })).toHaveValue('Winter beans');
  await expect(schedule).toBeEnabled();
  await post.getByRole('textbox', { name: 'Words', exact: true }).focus();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await post.waitFor({ state: 'hidden' });
  const { items } = await calls.ask('fetch-schedulers', { search: 'Winter beans' });
  assert.equal(items.length, 1);
  assert.deepEqual(faults, []);
});

test('An hour of the week begins a post at that hour, and closing it keeps the draft', proof, async () => {
  const { page, faults } = await product.open();
  await enter(page, `/scheduler?client=${clientId}`);
  await page.getByRole('button', { name: 'Next week', exact: true }).click();
  await page
    .getByRole('button', { name: /^New post on .* at 10:00$/ })
    .first()
    .click();
  const post = page.getByRole('dialog', { name: 'New post', exact: true });
  await post.getByRole('button', { name: /^Schedule for .*10:00$/ }).waitFor();
  await post.getByRole('textbox', { name: 'Words', exact: true }).fill('Brunch on Sunday');
  await page.keyboard.press('Escape');
  await post.waitFor({ state: 'hidden' });
  await page.getByText('Draft saved').waitFor();
  const drafts = await calls.ask('fetch-drafts', { client_id: clientId });
  assert.deepEqual(
    drafts.map(({ words: text, time }) => [text, time]),
    [['Brunch on Sunday', '10:00']],
  );
  assert.deepEqual(faults, []);
});

test('Two windows on one draft keep both people’s parts, and a line that is away loses nothing', proof, async () => {
  const first = await product.open();
  await enter(first.page, `/scheduler?client=${clientId}`);
  await first.page.getByRole('heading', { level: 1, name: 'Schedule Content' }).waitFor();
  await first.page.keyboard.press('n');
  const one = first.page.getByRole('dialog', { name: 'New post', exact: true });
  await one.getByRole('textbox', { name: 'Words', exact: true }).fill('First words');
  await first.page.waitForURL(/draft=\d+/);
  await one.getByText(/^Draft saved \d/).waitFor();
  const second = await product.open();
  await enter(second.page, `/dashboard${new URL(first.page.url()).search}`);
  const two = second.page.getByRole('dialog', { name: 'New post', exact: true });
  await two.getByRole('button', { name: 'More actions' }).waitFor();
  await two.getByRole('textbox', { name: 'Words', exact: true }).fill('Second words');
  await expect
    .poll(async () => (await calls.ask('fetch-drafts', { client_id: clientId })).map(({ words }) => words))
    .toContain('Second words');
  await one.getByRole('textbox', { name: 'Words', exact: true }).fill('Third words');
  await one.getByRole('button', { name: 'Somebody else changed this post. See both' }).click();
  const both = first.page.getByRole('dialog', { name: /changed/i });
  await both.getByText('Second words').waitFor();
  await both.getByText('Third words').waitFor();
  assert.deepEqual(second.faults, []);
});

test(
  'Files dropped on an hour become drafts of a client, a wrong one is named, and Undo discards them',
  proof,
  async () => {
    const { page, faults } = await product.open();
    await enter(page, '/scheduler?view=week');
    await page.getByRole('button', { name: 'Next week', exact: true }).click();
    const picture = Buffer.from(await aPicture('png')).toString('base64');
    const drop = async (names: readonly string[]) => {
      const files = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      const bytes = Uint8Array.from(atob('${picture}'), (part) => part.charCodeAt(0));
      for (const name of ${JSON.stringify(names)}) dropped.items.add(new File([bytes], name));
      return dropped;
    })()`);
      const hour = page.locator('[data-drop$=" 11"]').first();
      await hour.dispatchEvent('dragover', { dataTransfer: files });
      await hour.dispatchEvent('drop', { dataTransfer: files });
    };
    const timesOfFiles = async () =>
      (await calls.ask('fetch-drafts', { client_id: clientId })).flatMap(({ has_file: has, time }) =>
        has ? [time] : [],
      );
    await drop(['one.png', 'notes.pdf', 'two.png']);
    const whom = page.getByRole('dialog', { name: 'For which client?', exact: true });
    await whom.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Harbor Coffee', exact: true }).click();
    await whom.getByRole('button', { name: 'Make 3 drafts', exact: true }).click();
    await page.getByText(/^2 drafts for .*11:00\.$/).waitFor();
    const failed = page.getByRole('region', { name: 'Dropped files', exact: true });
    await failed.getByText('notes.pdf').waitFor();
    await failed.getByText(messages.invalidFileType).waitFor();
    await expect.poll(timesOfFiles).toEqual(['11:00', '11:00']);
    await expectSound(page, { looks, name: 'dropped-files' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(timesOfFiles).toEqual([]);

    await page.goto(`/scheduler?view=week&client=${clientId}`);
    await page.getByRole('button', { name: 'Next week', exact: true }).click();
    await drop(Array.from({ length: 40 }, (_, index) => `picture ${index}.png`));
    await page.getByText(/^40 drafts for .*11:00\.$/).waitFor();
    assert.deepEqual(faults, []);
  },
);

test('A week of posts is planned from the sheet in six presses, and a row that is left keeps its words', async () => {
  const { page, faults } = await product.open();
  await enter(page, `/scheduler?client=${clientId}`);
  const done = { clicks: 0, fields: 0 };
  const press = async (target: Locator): Promise<void> => {
    done.clicks += 1;
    await target.click();
  };
  await press(page.getByRole('link', { name: 'Plan several', exact: true }));
  await page.getByRole('button', { name: '1 account: Telegram', exact: true }).waitFor();
  await press(page.getByRole('button', { name: /^Days and times: / }));
  await press(page.getByRole('button', { name: 'Add a time', exact: true }));
  await page.keyboard.press('Escape');
  await page.getByText(/Mon–Fri 09:00, 18:00/).waitFor();
  const mark = crypto.randomUUID().slice(0, 8);
  const caption = (row: number) => page.getByRole('textbox', { name: `Caption of row ${row}`, exact: true });
  await press(caption(1));
  for (const row of [1, 2, 3, 4, 5, 6, 7]) {
    done.fields += 1;
    await expect(caption(row)).toBeFocused();
    await page.keyboard.type(row === 7 ? `Day 1 ${mark}` : `Day ${row} ${mark}`);
    await page.keyboard.press('Enter');
  }
  await page.reload();
  await expect(caption(6)).toHaveValue(`Day 6 ${mark}`);
  await press(page.getByRole('button', { name: 'Plan 7', exact: true }));
  await page.getByText('6 posts planned.').waitFor();
  await expect(caption(1)).toHaveValue(`Day 1 ${mark}`);
  await page.getByRole('row').getByText('Planned already').waitFor();
  assert.ok(done.clicks <= 6 && done.fields <= 7, JSON.stringify(done));
  await expectSound(page, { looks, name: 'plan-several' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: 'More for row 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Plan both', exact: true }).click();
  await page.getByRole('button', { name: 'Plan 1', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Notices', exact: true });
  await notice.getByText('1 post planned.').waitFor();
  const planned = async () => (await calls.ask('fetch-schedulers', { search: mark, brief: true })).total;
  await expect.poll(planned, { message: 'seven posts are planned' }).toBe(7);
  await notice.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(caption(1)).toHaveValue(`Day 1 ${mark}`);
  await expect.poll(planned, { message: 'the last one is taken back' }).toBe(6);
  assert.deepEqual(faults, []);
});
