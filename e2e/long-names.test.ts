/** Names of one long word: every page stays within its window, and what is cut can be read in full. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addClient, addStream, callsOf, connect, schedule } from './arrange.ts';
import { aProduct } from './product.ts';
import { enter } from './signing-in.ts';
import { pageProblems } from './soundness.ts';

const product = await aProduct();
const calls = await callsOf(product);
const name = 'Pneumonoultramicroscopicsilicovolcanoconiosisandotherlongwords';
const title = 'Loremipsumdolorsitametconsecteturadipiscingelitseddoeiusmodtempor';
const clientId = await addClient(calls, { name, email: `${name.slice(0, 40)}@client.test` });
const telegram = await connect(calls, product, { clientId, network: 'telegram' });
const streamId = await addStream(calls, { type: 'text', title, items: [title, 'Second'] });
const scheduleId = await schedule(calls, product, { clientId, streamId, accountIds: [telegram], inMinutes: 10 });

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

const nextWeek = new Date(product.now().getTime() + 8 * 86_400_000).toISOString().slice(0, 10);
const pages = [
  { page: 'dashboard', address: '/dashboard', says: 'Goes out next' },
  { page: 'clients', address: '/clients', says: name },
  { page: 'workspace', address: `/edit-client/${clientId}?day=${nextWeek}`, says: /has 7 days without a post here/ },
  { page: 'schedules', address: '/schedule-content', says: title },
  { page: 'schedule', address: `/schedule-detail/${scheduleId}`, says: 'Next post' },
] as const;
for (const { page, address, says } of pages)
  test(`a name of 60 characters without a space fits into ${page}`, async () => {
    const { page: opened, faults } = await product.open();
    await enter(opened, address);
    await opened.getByText(says).first().waitFor();
    await opened.evaluate('document.fonts.ready.then(() => true)');
    assert.deepEqual(await opened.evaluate(unreadable), []);
    assert.deepEqual(await opened.evaluate(beyondFrame), []);
    assert.deepEqual(await pageProblems(opened, { looks: [], name: `long-${page}` }), []);
    assert.deepEqual(faults, []);
  });
