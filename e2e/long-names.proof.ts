/** Names of one long word: every page stays within its window, and what is cut can be read in full. */
import assert from 'node:assert/strict';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { enter } from './signing-in.ts';
import { expectSound } from './soundness.ts';

let product: Product;
let calls: Caller;
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

test.beforeAll(async ({ host }) => {
  product = await host.product();
  calls = await callsOf(product);
  clientId = await addClient(calls, { name, email: `${name.slice(0, 40)}@client.test` });
  telegram = await connect(calls, product, { clientId, network: 'telegram' });
  streamId = await addStream(calls, { type: 'text', title, items: [title, 'Second'] });
  scheduleId = await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 10 });
  const nextWeek = new Date(product.now().getTime() + 8 * 86_400_000).toISOString().slice(0, 10);
  pages = [
    { page: 'dashboard', address: '/dashboard', says: 'Goes out next' },
    { page: 'clients', address: '/clients', says: name },
    { page: 'workspace', address: `/edit-client/${clientId}?day=${nextWeek}`, says: /has 7 days without a post here/ },
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
