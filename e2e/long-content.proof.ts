import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { boxAtRest } from './at-rest.ts';
import { takesFocus } from './fields.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
});

/** Names of one long word: every page stays within its window, and what is cut can be read in full. */
test.describe('Long names', () => {
  const name = 'Pneumonoultramicroscopicsilicovolcanoconiosisandotherlongwords';
  const title = 'Loremipsumdolorsitametconsecteturadipiscingelitseddoeiusmodtempor';
  let clientId: string;
  let telegram: string;
  let streamId: string;
  let scheduleId: string;

  /** The texts of the content that overlap a neighbour or are cut without a title. */
  const unreadable = `[...document.querySelectorAll('#content *')]
  .filter((element) => element.children.length === 0 && element.checkVisibility() && element.textContent.trim() !== '')
  .filter((element) => element.closest('.visually-hidden, [title]') === null)
  .filter((element) => getComputedStyle(element).display !== 'inline')
  .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.textContent)`;

  /** How much further than its frame a table goes, px. */
  const beyondFrame = `[...document.querySelectorAll('#content table')]
  .map(({ parentElement: frame }) => frame.scrollWidth - frame.clientWidth).filter((beyond) => beyond > 0)`;

  let pages: readonly { page: string; address: string; says: string | RegExp }[];

  test.beforeAll(async () => {
    clientId = await addClient(calls, { name, email: `${name.slice(0, 40)}@client.test` });
    telegram = await connect(calls, product, { clientId, network: 'telegram' });
    streamId = await addStream(calls, { type: 'text', title, items: [title, 'Second'] });
    scheduleId = await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 10 });
    const nextWeek = new Date(product.now().getTime() + 8 * 86_400_000).toISOString().slice(0, 10);
    pages = [
      { page: 'dashboard', address: '/dashboard', says: 'Goes out next' },
      { page: 'clients', address: '/clients', says: name },
      {
        page: 'workspace',
        address: `/edit-client/${clientId}?day=${nextWeek}`,
        says: /has 7 days without a post here/,
      },
      { page: 'schedules', address: '/schedule-content', says: title },
      { page: 'schedule', address: `/schedule-detail/${scheduleId}`, says: 'Next post' },
    ];
  });

  test('A name of 60 characters without a space fits into every page that shows it', async () => {
    const { page: opened, faults } = await product.open();
    await enter(opened, '/dashboard');
    for (const { page, address, says } of pages) {
      await opened.goto(address);
      await opened.getByText(says).first().waitFor();
      await opened.evaluate('document.fonts.ready.then(() => true)');
      await expect.poll(() => opened.evaluate(unreadable), { message: page }).toEqual([]);
      await expect.poll(() => opened.evaluate(beyondFrame), { message: page }).toEqual([]);
      await expectSound(opened, { looks: [], name: `long-${page}` });
    }
    assert.deepEqual(faults, []);
  });
});

test.describe('Long streams', () => {
  const inStream = (page: Page) => page.getByRole('table', { name: /^Content of this stream/ });

  /** Creates a stream of texts, 'Tip 1' and so on; answers its id. */
  async function aLongStream(count: number): Promise<string> {
    const id = await addStream(calls, { type: 'text', title: 'Long', items: [] });
    const texts = Array.from({ length: count }, (_none, index) => ({
      title: `Tip ${index + 1}`,
      value: `About tip ${index + 1}`,
    }));
    for (let from = 0; from < count; from += 200)
      await calls.ask('text-stream', {
        content_stream_id: id,
        description: JSON.stringify(texts.slice(from, from + 200)),
      });
    return id;
  }

  /** The titles of all of a stream's items, as the server has them. */
  async function storedTitles(id: string): Promise<string[]> {
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const shown: { items: { title: string }[]; next: string | null } = await calls.ask('fetch-stream', {
        id,
        cursor,
      });
      titles.push(...shown.items.map(({ title }) => title));
      cursor = shown.next;
    }
    return titles;
  }

  /** Scrolls to the end of a page. */
  const scrollDown = (page: Page) => page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');

  test('Of a thousand items only the visible are drawn, and the 900th moves to position 3 by keyboard', async () => {
    const id = await aLongStream(1000);
    const { page, faults } = await product.open();
    await enter(page, `/edit-stream/${id}`);
    const table = inStream(page);
    await table.getByText('Tip 1', { exact: true }).waitFor();
    await page.getByText(/are loaded/).waitFor({ state: 'hidden' });
    await scrollDown(page);
    await table.getByText('Tip 1000', { exact: true }).waitFor();
    await expect
      .poll(async () => (await table.getByRole('row').count()) < 60, { message: 'only some rows are in the page' })
      .toBeTruthy();
    await expect(table).toHaveAttribute('aria-rowcount', '1001');

    const grip = page.getByRole('button', { name: 'Move Tip 1000, position 1000', exact: true });
    await grip.focus();
    await page.keyboard.press('Space');
    await page.getByText('Tip 1000 picked up, position 1000 of 1000.').waitFor();
    for (let times = 0; times < 10; times += 1) await page.keyboard.press('PageUp');
    await page.getByText('Tip 1000 is over position 900.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Tip 1000 stays where it was.').waitFor();

    // The keyboard goes up to row 900, which is drawn on the way.
    for (let row = 990; row >= 900; row -= 5) {
      const button = page.getByRole('button', { name: `Move Tip ${row}, position ${row}`, exact: true });
      await button.focus();
    }
    await page.keyboard.press('Space');
    await page.getByText('Tip 900 picked up, position 900 of 1000.').waitFor();
    await page.keyboard.press('Home');
    await page.getByText('Tip 900 is over position 1.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Tip 900 is over position 3.').waitFor();
    const answer = page.waitForResponse('**/api/move-stream-item');
    await page.keyboard.press('Space');
    await page.getByText('Tip 900 put down at position 3.').waitFor();
    await answer;
    await expect.poll(async () => (await storedTitles(id)).slice(0, 4)).toEqual(['Tip 1', 'Tip 2', 'Tip 900', 'Tip 3']);
    await page.getByRole('button', { name: 'Move Tip 900, position 3' }).waitFor();

    await page.getByRole('button', { name: 'Move Tip 900, position 3', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to another position', exact: true });
    await takesFocus(dialog);
    await dialog.getByRole('textbox', { name: 'Position of Tip 900', exact: true }).fill('1001');
    await dialog.getByText('Please give a number from 1 to 1,000').waitFor();
    // The field sets its caret by a timer, after which it can be typed over.
    await takesFocus(dialog);
    await dialog.getByRole('textbox', { name: 'Position of Tip 900', exact: true }).fill('500');
    const second = page.waitForResponse('**/api/move-stream-item');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await second;
    await expect.poll(async () => (await storedTitles(id))[499]).toBe('Tip 900');
    const back = page.waitForResponse('**/api/move-stream-item');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await back;
    await expect.poll(async () => (await storedTitles(id))[2]).toBe('Tip 900');

    const find = page.getByRole('searchbox', { name: 'Find in this stream', exact: true });
    await find.fill('about 77');
    await page.getByText('19 of 1,000 items').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('search'), 'about 77');
    await page.getByRole('button', { name: 'Move Tip 77, position 78', exact: true }).press('Enter');
    await takesFocus(dialog);
    await dialog.getByRole('textbox', { name: 'Position of Tip 77', exact: true }).fill('1');
    const third = page.waitForResponse('**/api/move-stream-item');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await third;
    await expect.poll(async () => (await storedTitles(id))[0]).toBe('Tip 77');
    await page.getByRole('button', { name: 'Select all 19', exact: true }).click();
    await page.getByText('19 items selected').waitFor();
    await find.fill('nothing like it');
    await page.getByText('No item fits this search.').waitFor();
    await find.fill('');
    await page.getByRole('button', { name: 'Move Tip 77, position 1', exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('Dragging a row across a long list scrolls the list', async () => {
    const id = await aLongStream(150);
    const { page, faults } = await product.open();
    // High enough that the third row is above the lower edge, where a drag scrolls.
    await page.setViewportSize({ width: 1280, height: 1500 });
    await enter(page, `/edit-stream/${id}`);
    await inStream(page).getByText('Tip 1', { exact: true }).waitFor();
    await page.getByText(/are loaded/).waitFor({ state: 'hidden' });
    await scrollDown(page);
    const grip = page.getByRole('button', { name: 'Move Tip 149, position 149', exact: true });
    await grip.scrollIntoViewIfNeeded();
    const from = await boxAtRest(grip);
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, from.y - 20, { steps: 4 });
    await page.mouse.move(from.x + 5, 20, { steps: 8 });
    await page.getByText('Tip 149 is over position 1.').waitFor();
    await expect.poll(() => page.evaluate('scrollY'), { message: 'the page is at its top' }).toBe(0);
    const first = await boxAtRest(page.getByRole('button', { name: 'Move Tip 1, position 2', exact: true }));
    await page.mouse.move(from.x + 5, first.y + 77 + 30, { steps: 4 });
    await page.getByText('Tip 149 is over position 3.').waitFor();
    const answer = page.waitForResponse('**/api/move-stream-item');
    await page.mouse.up();
    await answer;
    await expect.poll(async () => (await storedTitles(id)).slice(0, 4)).toEqual(['Tip 1', 'Tip 2', 'Tip 149', 'Tip 3']);
    assert.deepEqual(faults, []);
  });
});
